import { useRef } from 'react'
import { Button } from '../../ui/controls/Button.tsx'
import { formatNumber, formatTradingDay } from '../../ui/format/format.ts'
import { Popup } from '../../ui/popups/Popup.tsx'
import { useLanguage, useText } from '../../ui/text/use-text.ts'
import { okLines, type UploadState } from '../upload-state.ts'
import type { Uploads } from '../use-uploads.ts'
import { SummaryList } from './SummaryList.tsx'

interface Props {
  uploads: Uploads
  flow: Extract<UploadState, { phase: 'summary' }>
}

/** All rows, as they would be sent or why they cannot be, before any is sent. */
export function UploadSummaryPopup({ uploads, flow }: Props) {
  const text = useText()
  const language = useLanguage()
  const top = useRef<HTMLDivElement>(null)
  const { tell } = uploads
  const { origin, rows } = flow
  const close = (): void => tell({ type: 'closed' })
  const ok = okLines(rows).length
  const title =
    origin.kind === 'restored'
      ? text('upload.summary.restored', { date: formatTradingDay(language, origin.day) })
      : text('upload.summary.title')
  const source =
    origin.kind === 'file' ? origin.name : origin.kind === 'pasted' ? text('upload.source.pasted') : null
  return (
    <Popup
      title={title}
      size="large"
      initialFocus={top}
      onClose={close}
      actions={<Actions uploads={uploads} flow={flow} onClose={close} />}
    >
      <div ref={top} tabIndex={-1} className="upload-summary">
        <p className="upload-counts">
          {source && <span>{text('upload.summary.file', { source })}</span>}
          <span>{text('upload.summary.ok', { count: formatNumber(ok) })}</span>
          {ok < rows.length && (
            <b className="upload-bad">
              {text('upload.summary.bad', { count: formatNumber(rows.length - ok) })}
            </b>
          )}
        </p>
        <SummaryList flow={flow} tell={tell} />
      </div>
    </Popup>
  )
}

function Actions({ uploads, flow, onClose }: Props & { onClose: () => void }) {
  const text = useText()
  const { rows, chosen } = flow
  const rowsToSend = rows.flatMap(({ line, advertisement, draftId }) =>
    chosen.has(line) && advertisement ? [{ line, wanted: advertisement, draftId: draftId ?? undefined }] : [],
  )
  return (
    <>
      <Button onClick={onClose}>{text('upload.cancel')}</Button>
      <Button
        kind="primary"
        dimmedBecause={rowsToSend.length === 0 ? text('upload.why.nothing') : null}
        onClick={() => void uploads.send(rowsToSend)}
      >
        {text('upload.upload', { count: formatNumber(rowsToSend.length) })}
      </Button>
    </>
  )
}
