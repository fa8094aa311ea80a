import { useRef } from 'react'
import { Button } from '../../ui/controls/Button.tsx'
import { formatNumber } from '../../ui/format/format.ts'
import { Popup } from '../../ui/popups/Popup.tsx'
import { useText } from '../../ui/text/use-text.ts'
import { estimatedMinutes } from '../sending/rate-limiter.ts'
import type { UploadState } from '../upload-state.ts'
import type { Uploads } from '../use-uploads.ts'

interface Props {
  uploads: Uploads
  flow: Extract<UploadState, { phase: 'sending' }>
}

/** The progress of the upload, with a button to stop it between two rows. */
export function SendingPopup({ uploads, flow }: Props) {
  const text = useText()
  const top = useRef<HTMLDivElement>(null)
  const { outcomes, rowsToSend, isWaiting, isStopping } = flow
  const progress = text('upload.sending.progress', {
    done: formatNumber(outcomes.length),
    total: formatNumber(rowsToSend.length),
  })
  const minutes = estimatedMinutes(rowsToSend.length - outcomes.length)
  const note = isWaiting
    ? text('upload.sending.waiting')
    : minutes > 0 && !isStopping
      ? text('upload.sending.left', { minutes })
      : ''
  return (
    <Popup
      title={text('upload.sending.title')}
      size="medium"
      initialFocus={top}
      actions={
        <Button kind="danger" busy={isStopping} onClick={uploads.stop}>
          {text(isStopping ? 'upload.sending.stopping' : 'upload.sending.stop')}
        </Button>
      }
    >
      <div ref={top} tabIndex={-1} className="upload-sending">
        <p className="upload-progress">{progress}</p>
        <progress max={rowsToSend.length} value={outcomes.length} aria-label={text('upload.sending.title')} />
        <p className="upload-waiting" role="status">
          {note}
        </p>
      </div>
    </Popup>
  )
}
