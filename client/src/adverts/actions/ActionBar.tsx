import type { Advert } from '@aitai/contract/schemas/adverts.ts'
import type { Equity } from '@aitai/contract/schemas/reference.ts'
import { useContext } from 'react'
import { Button } from '../../ui/controls/Button.tsx'
import { Kbd } from '../../ui/labels/Kbd.tsx'
import { useText } from '../../ui/text/use-text.ts'
import { AllActions } from '../all/AllActions.tsx'
import { sendDisabledReason, submitOrModify } from '../status/advert-status.ts'
import { CancelButton } from './CancelButton.tsx'
import { DeskActions } from './desk-actions.ts'
import { HistoryButton } from './HistoryButton.tsx'
import { PauseResumeButton } from './PauseResumeButton.tsx'
import './action-bar.css'

interface Props {
  advert: Advert | null
  equity: Equity | undefined
  isModified: boolean
  /** Id of the editor's form: Enter in any field does the same as the review button. */
  formId: string
  /** The last action that the server acknowledged. */
  done?: DoneAction | null
  onDone?: (done: DoneAction) => void
}

/** An action on an IOI that the server has acknowledged. */
export type DoneAction = 'sent' | 'updated' | 'cancelled' | 'paused' | 'resumed'

/** The actions of the selected advert; a disabled button says why. */
export function ActionBar({ advert, equity, isModified, formId, done = null, onDone }: Props) {
  const text = useText()
  const reason = sendDisabledReason(advert, isModified)
  const action = submitOrModify(advert)
  // Ends once somebody else has paused or resumed the IOI: the same announcement again has to be a new text.
  const isUndone = done === (advert?.advertisementStatus === 'PAUSED' ? 'resumed' : 'paused')
  return (
    <footer className="action-bar">
      <div className="action-more">
        {useContext(DeskActions)}
        <HistoryButton isHistory={false} />
      </div>
      <div className="all-actions">
        <AllActions />
      </div>
      <p className="action-keys" aria-hidden>
        <Kbd>/</Kbd> {text('advert.keys.search')}
        <Kbd>Enter</Kbd> {text('advert.keys.review')}
        <Kbd>F8</Kbd> {text('advert.keys.locate')}
      </p>
      <Announcement done={isUndone ? null : done} equity={equity} />
      <div className="action-buttons">
        <CancelButton advert={advert} equity={equity} onDone={() => onDone?.('cancelled')} />
        <PauseResumeButton
          advert={advert}
          onDone={(did) => onDone?.(did === 'pause' ? 'paused' : 'resumed')}
        />
        <Button kind="primary" type="submit" form={formId} dimmedBecause={reason && text(reason)}>
          {text(action === 'submit' ? 'advert.action.review.send' : 'advert.action.review.update')}
        </Button>
      </div>
    </footer>
  )
}

/**
 * Tells a screen reader what the server has done: the focus returns to a button that says nothing of it. With
 * `aria-live`, because a modal dialog hides a region that has a role alone, and may still be open.
 */
function Announcement({ done, equity }: { done: DoneAction | null; equity: Equity | undefined }) {
  const text = useText()
  return (
    <span role="status" aria-live="polite" className="visually-hidden">
      {done && equity ? text(`advert.${done}`, { security: equity.ric }) : ''}
    </span>
  )
}
