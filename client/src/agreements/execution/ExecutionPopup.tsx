import type { ConnectionAgreement } from '@aitai/contract/schemas/agreements.ts'
import { executedTotal } from '@aitai/engine/cost-analysis/ioi-figures.ts'
import { quantityLeft } from '@aitai/engine/locates/executions.ts'
import type { Yen } from '@aitai/engine/model/price.ts'
import { type FormEvent, useState } from 'react'
import {
  useBrokerExecutionCorrectionMutation,
  useBrokerExecutionReportMutation,
  useBrokerExecutionWithdrawalMutation,
} from '../../shared/api/desk-api.ts'
import { serverClock } from '../../shared/connection/server-clock.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { NumberField } from '../../ui/controls/NumberField.tsx'
import { formatYen } from '../../ui/format/amounts.ts'
import { agreementSecurityIn } from '../../ui/format/equity-name.ts'
import {
  formatMid,
  formatMoment,
  formatNumber,
  formatSigned,
  formatTime,
  formatTimeWithZone,
  zoneName,
} from '../../ui/format/format.ts'
import { createAmountParser } from '../../ui/format/parse-amount.ts'
import { Side } from '../../ui/labels/Side.tsx'
import { Popup } from '../../ui/popups/Popup.tsx'
import { useLanguage, useText } from '../../ui/text/use-text.ts'
import { partyOf } from '../agreement-display.ts'
import {
  distanceFromMid,
  type ExecutionTerms,
  localDateTime,
  parseLocalTime,
  type ReportedExecution,
  termsFault,
} from './execution-terms.ts'
import './execution-popup.css'

interface Props {
  agreement: ConnectionAgreement
  onClose: () => void
  /** Reports instead that nothing was executed. */
  onNotExecuted: () => void
}

/**
 * Reports what was executed under an agreement, in one part or in several, and corrects or withdraws a report
 * (docs/rules.md §24). Proposes the rest at the mid, now.
 */
export function ExecutionPopup({ agreement, onClose, onNotExecuted }: Props) {
  const text = useText()
  const [corrected, setCorrected] = useState<ReportedExecution | null>(null)
  const left = quantityLeft(agreement, corrected)
  return (
    <Popup
      title={text('agreement.executed.title')}
      size="medium"
      onClose={onClose}
      actions={
        <>
          {agreement.executions.length === 0 && agreement.undoPossible ? (
            <span className="not-executed-withdraw">
              <Button onClick={onNotExecuted}>{text('agreement.executed.nothing')}</Button>
            </span>
          ) : null}
          <Button onClick={onClose}>{text('agreement.executed.close')}</Button>
        </>
      }
    >
      <Facts agreement={agreement} />
      <ReportedExecutions agreement={agreement} corrected={corrected} onCorrect={setCorrected} />
      {left > 0 && agreement.executionReportPossible ? (
        // A form of its own for each execution, so that it starts with that execution's terms.
        <ExecutionForm
          key={`${corrected?.executionId} ${left}`}
          agreement={agreement}
          corrected={corrected}
          onDone={() => (corrected ? setCorrected(null) : onClose())}
        />
      ) : null}
      <ul className="execution-notes">
        <li>{text('agreement.executed.notified')}</li>
        <li>
          {text(agreement.executionReportPossible ? 'agreement.executed.until' : 'agreement.executed.over')}
        </li>
      </ul>
    </Popup>
  )
}

function Facts({ agreement }: { agreement: ConnectionAgreement }) {
  const text = useText()
  const language = useLanguage()
  const { locationQuantity, midPrice, jpynotional, locateTime } = agreement
  const facts = [
    `${formatNumber(locationQuantity)} ${text('common.shares')}`,
    `${text('agreement.mid')} ${formatMid(midPrice)}`,
    formatYen(jpynotional, language),
    formatTimeWithZone(locateTime, language),
  ]
  return (
    <>
      <p className="execution-security">{agreementSecurityIn(language, agreement)}</p>
      <p className="execution-facts">{facts.join(' · ')}</p>
      <ul className="execution-parties">
        {(['BUY', 'SELL'] as const).map((side) => {
          const { institution, trader, phone } = partyOf(agreement, side)
          return (
            <li key={side}>
              <Side direction={side} /> {[institution, trader, phone].filter(Boolean).join(' · ')}
            </li>
          )
        })}
      </ul>
    </>
  )
}

interface ReportedProps {
  agreement: ConnectionAgreement
  corrected: ReportedExecution | null
  onCorrect: (execution: ReportedExecution | null) => void
}

/** What is reported, with the sum, and the buttons to correct and withdraw each. */
function ReportedExecutions({ agreement, corrected, onCorrect }: ReportedProps) {
  const text = useText()
  const language = useLanguage()
  const [withdraw, withdrawing] = useBrokerExecutionWithdrawalMutation()
  const { connectionAgreementId, executions, executionReportPossible, locationQuantity } = agreement
  const sum = executedTotal(agreement.executions)
  const over = executionReportPossible ? null : text('agreement.executed.over')
  if (!sum) return null
  return (
    <div className="execution-reported">
      <table>
        <caption className="visually-hidden">{text('agreement.executed.reported')}</caption>
        <thead>
          <tr>
            <th scope="col">{text('agreement.executed.quantity')}</th>
            <th scope="col">{text('agreement.executed.price')}</th>
            <th scope="col">{text('agreement.executed.time')}</th>
            <th scope="col">{text('agreement.executed.by')}</th>
            <th scope="col">
              <span className="visually-hidden">{text('agreement.executed.change')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {executions.map((execution) => {
            const { executionId, quantity, price, executedAt, reportedBy } = execution
            const naming = { quantity: formatNumber(quantity), price: formatMid(price) }
            return (
              <tr key={executionId} data-corrected={corrected?.executionId === executionId}>
                <td>{formatNumber(quantity)}</td>
                <td>{formatMid(price)}</td>
                <td title={formatMoment(executedAt, language)}>{formatTimeWithZone(executedAt, language)}</td>
                <td>{reportedBy}</td>
                <td>
                  <Button
                    kind="quiet"
                    dimmedBecause={over}
                    aria-label={text('agreement.executed.correctFor', naming)}
                    onClick={() => onCorrect(execution)}
                  >
                    {text('agreement.executed.correct')}
                  </Button>
                  <Button
                    kind="quiet"
                    busy={withdrawing.isLoading}
                    dimmedBecause={over}
                    aria-label={text('agreement.executed.withdrawFor', naming)}
                    onClick={() => {
                      onCorrect(null)
                      void withdraw({ connectionAgreementId, executionId })
                    }}
                  >
                    {text('agreement.executed.withdraw')}
                  </Button>
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
      <p className="execution-sum" role="status">
        {text(executions.length === 1 ? 'agreement.executed.sumOne' : 'agreement.executed.sum', {
          quantity: formatNumber(sum.quantity),
          located: formatNumber(locationQuantity),
          price: formatMid(sum.price),
        })}
      </p>
    </div>
  )
}

const parseQuantity = createAmountParser({ decimal: '.', thousands: ',', decimals: 0 })
const parsePrice = createAmountParser({ decimal: '.', thousands: ',', decimals: 4 })

interface FormProps {
  agreement: ConnectionAgreement
  corrected: ReportedExecution | null
  onDone: () => void
}

function ExecutionForm({ agreement, corrected, onDone }: FormProps) {
  const text = useText()
  const language = useLanguage()
  const { connectionAgreementId, midPrice, locateTime } = agreement
  const left = quantityLeft(agreement, corrected)
  const [now] = useState(() => serverClock.now())
  const [terms, setTerms] = useState<ExecutionTerms>(
    corrected ?? { quantity: left, price: midPrice, executedAt: Math.floor(now / 1_000) * 1_000 },
  )
  const [report, reporting] = useBrokerExecutionReportMutation()
  const [correct, correcting] = useBrokerExecutionCorrectionMutation()
  const bounds = { left, from: locateTime, to: serverClock.now() + 1_000 }
  const fault = termsFault(terms, bounds)
  // The field has whole seconds.
  const setTime = (at: number): void => setTerms({ ...terms, executedAt: Math.floor(at / 1_000) * 1_000 })
  const send = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    const { quantity, price, executedAt } = terms
    if (fault || quantity === null || price === null || executedAt === null) return
    // The field has whole seconds: the earliest is the locate, the latest is now.
    const at = Math.min(Math.max(executedAt, locateTime), Math.floor(serverClock.now()))
    const body = { connectionAgreementId, quantity, price, executedAt: at }
    const { error } = corrected
      ? await correct({ ...body, executionId: corrected.executionId })
      : await report(body)
    // A refusal has a popup of its own, and this one stays below it.
    if (!error) onDone()
  }
  return (
    <form className="execution-form" onSubmit={(event) => void send(event)} noValidate>
      <NumberField
        label={text('agreement.executed.quantity')}
        unit={text('common.shares')}
        value={terms.quantity}
        show={formatNumber}
        parse={parseQuantity}
        invalid={text('agreement.executed.invalid')}
        error={
          fault === 'quantity' ? text('agreement.executed.atMost', { shares: formatNumber(left) }) : null
        }
        hint={text('agreement.executed.left', { shares: formatNumber(left) })}
        disabled={false}
        onType={(quantity) => setTerms({ ...terms, quantity })}
        onCommit={(quantity) => setTerms({ ...terms, quantity })}
      />
      <NumberField
        label={text('agreement.executed.price')}
        unit="JPY"
        value={terms.price}
        show={formatMid}
        parse={parsePrice}
        invalid={text('agreement.executed.invalid')}
        hint={terms.price === null ? null : <DistanceFromMid price={terms.price} mid={midPrice} />}
        disabled={false}
        onType={(price) => setTerms({ ...terms, price })}
        onCommit={(price) => setTerms({ ...terms, price })}
      />
      <NumberField
        label={text('agreement.executed.time')}
        unit={zoneName(now, language)}
        inputMode="text"
        value={terms.executedAt}
        show={localDateTime}
        parse={(typed) => parseLocalTime(typed, serverClock.now())}
        invalid={text('agreement.executed.timeFormat', { example: localDateTime(now) })}
        error={fault === 'time' && terms.executedAt !== null ? text('agreement.executed.timeFault') : null}
        disabled={false}
        onType={(executedAt) => setTerms({ ...terms, executedAt })}
        onCommit={(executedAt) => setTerms({ ...terms, executedAt })}
      />
      <div className="execution-times">
        <Button kind="quiet" onClick={() => setTime(locateTime)}>
          {text('agreement.executed.atLocate')} {formatTime(locateTime)}
        </Button>
        <Button kind="quiet" onClick={() => setTime(serverClock.now())}>
          {text('agreement.executed.now')}
        </Button>
      </div>
      <div className="execution-send">
        {corrected ? <Button onClick={onDone}>{text('agreement.executed.cancel')}</Button> : null}
        <Button
          kind="primary"
          type="submit"
          busy={reporting.isLoading || correcting.isLoading}
          dimmedBecause={fault ? text('agreement.executed.incomplete') : null}
        >
          {text(corrected ? 'agreement.executed.correctReport' : 'agreement.executed.report')}
        </Button>
      </div>
    </form>
  )
}

/** The distance from the located mid, so that a mistyped price is noticed before it is sent. */
function DistanceFromMid({ price, mid }: { price: Yen; mid: Yen }) {
  const text = useText()
  const bp = distanceFromMid(price, mid)
  return (
    <span className="execution-distance" data-far={Math.abs(bp) > 100}>
      {text('agreement.executed.distance', { bp: formatSigned(bp) })}
    </span>
  )
}
