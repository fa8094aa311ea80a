import type { Advert } from '@aitai/contract/schemas/adverts.ts'
import type { Equity } from '@aitai/contract/schemas/reference.ts'
import { useContext, useState } from 'react'
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
  done?: 'sent' | 'updated' | null
}

type Result = 'sent' | 'updated' | 'cancelled' | 'paused' | 'resumed' | null

/** The actions of the selected advert; a disabled button says why. */
export function ActionBar({ advert, equity, isModified, formId, done = null }: Props) {
  const text = useText()
  const reason = sendDisabledReason(advert, isModified)
  const action = submitOrModify(advert)
  const [acted, setActed] = useState<Result>(null)
  // Not any more once somebody else has paused or resumed it: what is said again after that must be a new text.
  const isUndone = acted === (advert?.advertisementStatus === 'PAUSED' ? 'resumed' : 'paused')
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
      {/* Two, because either may be the newer one. */}
      <Announcement result={done} equity={equity} />
      <Announcement result={isUndone ? null : acted} equity={equity} />
      <div className="action-buttons">
        <CancelButton advert={advert} equity={equity} onDone={() => setActed('cancelled')} />
        <PauseResumeButton
          advert={advert}
          onDone={(did) => setActed(did === 'pause' ? 'paused' : 'resumed')}
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
function Announcement({ result, equity }: { result: Result; equity: Equity | undefined }) {
  const text = useText()
  return (
    <span role="status" aria-live="polite" className="visually-hidden">
      {result && equity ? text(`advert.${result}`, { security: equity.ric }) : ''}
    </span>
  )
}
