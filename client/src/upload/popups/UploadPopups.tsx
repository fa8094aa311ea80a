import { type ComponentProps, type ReactNode, useEffect, useLayoutEffect, useState } from 'react'
import type { CallFailure } from '../../app/api/failure.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { OkPopup } from '../../ui/popups/OkPopup.tsx'
import { Popup } from '../../ui/popups/Popup.tsx'
import { useFailureText, useLanguage, useText } from '../../ui/text/use-text.ts'
import type { UploadSource, UploadState } from '../upload-state.ts'
import type { Uploads } from '../use-uploads.ts'
import { ChooseFilePopup } from './ChooseFilePopup.tsx'
import { outsideHoursFailure } from './outside-hours-rows.ts'
import { ResultPopup } from './ResultPopup.tsx'
import { SendingPopup } from './SendingPopup.tsx'
import { formatTradingDay } from './trading-day-format.ts'
import { UploadSummaryPopup } from './UploadSummaryPopup.tsx'
import './upload-popups.css'

interface Props {
  uploads: Uploads
  /** The notice of the hours, as the whole desk has it. */
  hoursNotice: (failure: CallFailure, onClose: () => void) => ReactNode
}

/** The popup of whatever phase an upload or a restore is in (specification 2). */
export function UploadPopups({ uploads, hoursNotice }: Props) {
  const { flow, tell } = uploads
  useLeavingAsks(flow)
  useFocusBack(flow.phase !== 'closed')
  switch (flow.phase) {
    case 'closed':
      return null
    case 'choosing':
      return <ChooseFilePopup uploads={uploads} failure={flow.failure} />
    case 'invalidFile':
      return <InvalidFilePopup onClose={() => tell({ type: 'bulkAsked' })} />
    case 'checking':
      return <CheckingPopup origin={flow.origin} />
    case 'notChecked':
      return <NotCheckedPopup flow={flow} onClose={() => tell({ type: 'closed' })} />
    case 'summary':
      return <Summary {...{ uploads, flow, hoursNotice }} />
    case 'done':
      return <ResultPopup uploads={uploads} flow={flow} />
    default:
      return <SendingPopup uploads={uploads} flow={flow} />
  }
}

/** Where rows are outside the hours, the notice of the hours comes first (specification 8). */
function Summary({ uploads, flow, hoursNotice }: Props & ComponentProps<typeof UploadSummaryPopup>) {
  const [late, setLate] = useState(() => outsideHoursFailure(flow.rows))
  if (late) return hoursNotice(late, () => setLate(null))
  return <UploadSummaryPopup uploads={uploads} flow={flow} />
}

/** The rest of a file would stay behind if the page went while rows are on their way. */
function useLeavingAsks({ phase }: UploadState): void {
  useEffect(() => {
    if (phase !== 'sending') return
    const ask = (event: BeforeUnloadEvent): void => event.preventDefault()
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [phase])
}

/**
 * Where the focus was before the first popup it is again after the last: each popup gives it back to the one
 * before, which is gone by then. Not while another popup has it.
 */
function useFocusBack(isOpen: boolean): void {
  useLayoutEffect(() => {
    if (!isOpen) return
    const opener = document.activeElement
    return () => {
      requestAnimationFrame(() => {
        const isElsewhere = document.activeElement?.closest('[role=dialog], [role=alertdialog]')
        if (!(opener instanceof HTMLElement) || isElsewhere) return
        // The first advert moves the buttons from the middle of the empty desk to the action bar.
        const again = document.querySelector<HTMLElement>(`[data-opens="${opener.dataset.opens}"]`)
        ;(opener.isConnected ? opener : again)?.focus()
      })
    }
  }, [isOpen])
}

/** Back to the choice, where the template is. */
function InvalidFilePopup({ onClose }: { onClose: () => void }) {
  const text = useText()
  return (
    <OkPopup title={text('upload.invalid.title')} tone="error" onClose={onClose}>
      <p role="alert">{text('upload.invalid.body')}</p>
    </OkPopup>
  )
}

/** How a source is called: the file by its name. */
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
