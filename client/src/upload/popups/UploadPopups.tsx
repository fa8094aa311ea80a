import { estimatedMinutes } from '@aitai/contract/bulk-file/rate-limiter.ts'
import type { ResultRow } from '@aitai/contract/schemas/upload.ts'
import { type ComponentProps, type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import type { CallFailure } from '../../shared/api/failure.ts'
import { useUnloadWarning } from '../../ui/browser/browser-hooks.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { formatNumber, formatTradingDay } from '../../ui/format/format.ts'
import { OkPopup } from '../../ui/popups/OkPopup.tsx'
import { Popup } from '../../ui/popups/Popup.tsx'
import { useFailureText, useLanguage, useText } from '../../ui/text/use-text.ts'
import { focusButton } from '../UploadButtons.tsx'
import type { UploadSource, UploadState } from '../upload-state.ts'
import type { Uploads } from '../use-uploads.ts'
import { ChooseFilePopup } from './ChooseFilePopup.tsx'
import { ResultPopup } from './ResultPopup.tsx'
import { UploadSummaryPopup } from './UploadSummaryPopup.tsx'
import './upload-popups.css'

interface Props {
  uploads: Uploads
  /** Renders the platform-hours popup of the app. */
  hoursPopup: (failure: CallFailure, onClose: () => void) => ReactNode
}

/** The popup for the current phase of an upload or a restore. */
export function UploadPopups({ uploads, hoursPopup }: Props) {
  const { flow, dispatchUpload, focusOn } = uploads
  // Closing the page would leave the rest of the file unsent.
  useUnloadWarning(flow.phase === 'sending')
  useFocusRestore(flow.phase !== 'closed', focusOn)
  switch (flow.phase) {
    case 'closed':
      return null
    case 'choosing':
      return <ChooseFilePopup uploads={uploads} failure={flow.failure} />
    case 'invalidFile':
      return <InvalidFilePopup onClose={() => dispatchUpload({ type: 'uploadOpened' })} />
    case 'checking':
      return <CheckingPopup origin={flow.origin} />
    case 'notChecked':
      return <NotCheckedPopup flow={flow} onClose={() => dispatchUpload({ type: 'closed' })} />
    case 'summary':
      return <Summary {...{ uploads, flow, hoursPopup }} />
    case 'done':
      return <ResultPopup uploads={uploads} flow={flow} />
    default:
      return <SendingPopup uploads={uploads} flow={flow} />
  }
}

/** If rows are outside the hours, their popup is shown first. */
function Summary({ uploads, flow, hoursPopup }: Props & ComponentProps<typeof UploadSummaryPopup>) {
  const [outsideHours, setLate] = useState(() => outsideHoursFailure(flow.rows))
  if (outsideHours) return hoursPopup(outsideHours, () => setLate(null))
  return <UploadSummaryPopup uploads={uploads} flow={flow} />
}

/**
 * Restores the focus after the last popup to where it was before the first, because each popup returns it to the
 * previous one, which is gone by then. Not while another popup has the focus.
 */
function useFocusRestore(isOpen: boolean, focusOn: Uploads['focusOn']): void {
  useLayoutEffect(() => {
    if (!isOpen) return
    const opener = document.activeElement
    return () => {
      requestAnimationFrame(() => {
        const isInDialog = document.activeElement?.closest('[role=dialog], [role=alertdialog]')
        if (!(opener instanceof HTMLElement) || isInDialog) return
        if (opener.isConnected) return opener.focus()
        // The first advert moves the buttons from the middle of the empty desk to the action bar.
        focusOn.current = opener.dataset.opens ?? null
        focusButton(focusOn)
      })
    }
  }, [isOpen, focusOn])
}

/** Closing it returns to the file popup with the template. */
function InvalidFilePopup({ onClose }: { onClose: () => void }) {
  const text = useText()
  return (
    <OkPopup title={text('upload.invalid.title')} tone="error" onClose={onClose}>
      <p role="alert">{text('upload.invalid.body')}</p>
    </OkPopup>
  )
}

/** The display name of a source. */
function useSource(): (origin: UploadSource) => string {
  const text = useText()
  const language = useLanguage()
  return (origin) => {
    if (origin.kind === 'file') return origin.name
    return origin.kind === 'pasted' ? text('upload.source.pasted') : formatTradingDay(language, origin.day)
  }
}

function CheckingPopup({ origin }: { origin: UploadSource }) {
  const text = useText()
  const source = useSource()(origin)
  const isRestored = origin.kind === 'restored'
  return (
    <Popup title={isRestored ? text('upload.summary.restored', { date: source }) : text('upload.title')}>
      <div className="upload-checking" role="status">
        <p>{text('upload.checking', { source })}</p>
        <progress aria-label={text('upload.checking', { source })} />
      </div>
    </Popup>
  )
}

interface NotChecked {
  flow: Extract<UploadState, { phase: 'notChecked' }>
  onClose: () => void
}

function NotCheckedPopup({ flow, onClose }: NotChecked) {
  const text = useText()
  const failureText = useFailureText()
  const date = useSource()(flow.origin)
  return (
    <Popup
      title={text('upload.summary.restored', { date })}
      tone="error"
      onClose={onClose}
      actions={<Button onClick={onClose}>{text('common.ok')}</Button>}
    >
      <p role="alert">{failureText(flow.failure)}</p>
    </Popup>
  )
}

interface SendingProps {
  uploads: Uploads
  flow: Extract<UploadState, { phase: 'sending' }>
}

/** The progress of the upload, with a button to stop it between two rows. */
function SendingPopup({ uploads, flow }: SendingProps) {
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

const hoursCodes: readonly string[] = ['ERR-012', 'RESTORE-ERR-03']

/** A failure that rows are outside platform hours, for the popup of the hours; null if none is. */
function outsideHoursFailure(rows: readonly ResultRow[]): CallFailure | null {
  const outsideHours = rows.filter(({ errorCode }) => errorCode !== null && hoursCodes.includes(errorCode))
  const [first] = outsideHours
  if (!first || first.errorCode === null) return null
  const { errorMap, errorCode, ric } = first
  const given = Object.entries(errorMap).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value]],
  )
  // For several rows the popup names no security; the summary list does.
  const variables = { ...Object.fromEntries(given), ...(outsideHours.length === 1 ? { ric } : {}) }
  return { status: 200, errorCode, message: '', variables }
}
