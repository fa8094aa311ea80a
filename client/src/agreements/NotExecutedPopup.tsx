import type { ConnectionAgreement } from '@aitai/contract/schemas/agreements.ts'
import { type KeyboardEvent, useState } from 'react'
import { notExecutedBy } from '../shared/agreements/not-executed-by.ts'
import {
  useBrokerNotExecutedReportMutation,
  useBrokerNotExecutedWithdrawalMutation,
} from '../shared/api/desk-api.ts'
import { Button } from '../ui/controls/Button.tsx'
import { agreementSecurityIn } from '../ui/format/equity-name.ts'
import { formatMid, formatNumber, formatTimeWithZone } from '../ui/format/format.ts'
import { Side } from '../ui/labels/Side.tsx'
import { Popup } from '../ui/popups/Popup.tsx'
import { useLanguage, useText } from '../ui/text/use-text.ts'
import { partyOf } from './agreement-display.ts'
import './not-executed-popup.css'

const choices = ['BUY', 'SELL', 'BOTH'] as const
type AtFault = (typeof choices)[number]

interface Props {
  agreement: ConnectionAgreement
  onClose: () => void
}

/**
 * Reports that nothing was executed and which side did not follow through (docs/rules.md §24), or corrects or
 * withdraws that report. Nothing is preselected, because the answer lowers a trader's rating.
 */
export function NotExecutedPopup({ agreement, onClose }: Props) {
  const text = useText()
  const reported = notExecutedBy(agreement)
  const [chosen, setChosen] = useState<AtFault | null>(reported)
  return (
    <Popup
      title={text(reported ? 'agreement.notExecuted.changeTitle' : 'agreement.notExecuted.title')}
      onClose={onClose}
      actions={<Actions {...{ agreement, chosen, onClose }} />}
    >
      <Agreement agreement={agreement} />
      <AtFaultChoice {...{ agreement, chosen }} onChoose={setChosen} />
      <p>{text('agreement.notExecuted.meaning')}</p>
      <ul className="not-executed-notes">
        <li>{text('agreement.notExecuted.notified')}</li>
        <li>{text('agreement.notExecuted.until')}</li>
      </ul>
    </Popup>
  )
}

function Actions({ agreement, chosen, onClose }: Props & { chosen: AtFault | null }) {
  const text = useText()
  const [report, reporting] = useBrokerNotExecutedReportMutation()
  const [withdraw, withdrawing] = useBrokerNotExecutedWithdrawalMutation()
  const { connectionAgreementId, undoPossible } = agreement
  const reported = notExecutedBy(agreement)
  const over = undoPossible ? null : text('agreement.notExecuted.over')
  const busy = reporting.isLoading || withdrawing.isLoading
  // A refusal has a popup of its own, and this one stays below it.
  const closeUnlessRefused = ({ error }: { error?: unknown }): void => {
    if (!error) onClose()
  }
  const send = async (): Promise<void> => {
    if (!chosen) return
    const sides = chosen === 'BOTH' ? (['BUY', 'SELL'] as const) : ([chosen] as const)
    closeUnlessRefused(await report({ connectionAgreementId, sides: [...sides] }))
  }
  const missing = chosen === null ? text('agreement.notExecuted.choose') : null
  const same = chosen === reported ? text('agreement.notExecuted.same') : null
  return (
    <>
      {reported ? (
        <span className="not-executed-withdraw">
          <Button
            busy={busy}
            dimmedBecause={over}
            onClick={() => void withdraw({ connectionAgreementId }).then(closeUnlessRefused)}
          >
            {text('agreement.notExecuted.withdraw')}
          </Button>
        </span>
      ) : null}
      <Button onClick={onClose}>{text('agreement.notExecuted.cancel')}</Button>
      <Button kind="primary" busy={busy} dimmedBecause={over ?? missing ?? same} onClick={() => void send()}>
        {text(reported ? 'agreement.notExecuted.correct' : 'agreement.notExecuted.report')}
      </Button>
    </>
  )
}

/** Which agreement this is about, and what is reported of it now. */
function Agreement({ agreement }: { agreement: ConnectionAgreement }) {
  const text = useText()
  const language = useLanguage()
  const { locationQuantity, midPrice, locateTime, notExecuted } = agreement
  const reported = notExecutedBy(agreement)
  const facts = [
    `${formatNumber(locationQuantity)} ${text('common.shares')}`,
    `${text('agreement.mid')} ${formatMid(midPrice)}`,
    formatTimeWithZone(locateTime, language),
  ]
  return (
    <>
      <p className="not-executed-security">{agreementSecurityIn(language, agreement)}</p>
      <p className="not-executed-facts">{facts.join(' · ')}</p>
      {notExecuted && reported ? (
        <p className="not-executed-reported" role="status">
          {text('agreement.notExecuted.reported', {
            time: formatTimeWithZone(notExecuted.reportedAt, language),
            name: notExecuted.reportedBy ?? '',
            report: text(`agreement.execution.${reported}`),
          })}
        </p>
      ) : null}
    </>
  )
}

interface ChoiceProps {
  agreement: ConnectionAgreement
  chosen: AtFault | null
  onChoose: (chosen: AtFault) => void
}

/** Radio buttons below each other, because the names of institutions may be long. */
function AtFaultChoice({ agreement, chosen, onChoose }: ChoiceProps) {
  const text = useText()
  return (
    <fieldset className="not-executed-choice" onKeyDown={ignoreRepeats}>
      <legend>{text('agreement.notExecuted.question')}</legend>
      {choices.map((choice) => (
        <label key={choice}>
          <input
            type="radio"
            name="not-executed-by"
            checked={choice === chosen}
            onChange={() => onChoose(choice)}
          />
          {choice === 'BOTH' ? (
            text('agreement.notExecuted.both')
          ) : (
            <>
              <Side direction={choice} />
              <span>{partyOf(agreement, choice).institution}</span>
            </>
          )}
        </label>
      ))}
    </fieldset>
  )
}

/** The space bar that opened the popup may still be held, and must not choose a side. */
const ignoreRepeats = (event: KeyboardEvent): void => {
  if (event.repeat) event.preventDefault()
}
