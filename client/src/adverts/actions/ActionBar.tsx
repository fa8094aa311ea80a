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
  done?: 'sent' | 'updated' | null
}

/** The actions of the selected advert; a disabled button says why. */
export function ActionBar({ advert, equity, isModified, formId, done = null }: Props) {
  const text = useText()
  const reason = sendDisabledReason(advert, isModified)
  const action = submitOrModify(advert)
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
      <span role="status" className="visually-hidden">
        {done && equity ? text(`advert.${done}`, { security: equity.ric }) : ''}
      </span>
      <div className="action-buttons">
        <CancelButton advert={advert} equity={equity} />
        <PauseResumeButton advert={advert} />
        <Button kind="primary" type="submit" form={formId} dimmedBecause={reason && text(reason)}>
          {text(action === 'submit' ? 'advert.action.review.send' : 'advert.action.review.update')}
        </Button>
      </div>
    </footer>
  )
}
