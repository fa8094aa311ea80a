import { writtenName } from '@aitai/contract/routes/console/account-fields.ts'
import type { ConnectionAgreement } from '@aitai/contract/schemas/agreements.ts'
import { dateOfDay } from '@aitai/engine/calendar/trading-days.ts'
import { executedTotal } from '@aitai/engine/cost-analysis/ioi-figures.ts'
import { useEffect, useState } from 'react'
import { createPortal, flushSync } from 'react-dom'
import { serverClock } from '../shared/connection/server-clock.ts'
import { useUser } from '../shared/store/current-user.ts'
import { formatYen } from '../ui/format/amounts.ts'
import { brokerNameIn } from '../ui/format/broker-name.ts'
import { agreementSecurityIn } from '../ui/format/equity-name.ts'
import { formatMid, formatMoment, formatNumber, formatTimeWithZone } from '../ui/format/format.ts'
import { Side } from '../ui/labels/Side.tsx'
import { useLanguage, useText } from '../ui/text/use-text.ts'
import { executionKey, partyStatusKey } from './agreement-columns.ts'
import { partyOf, type TradeSide, transactionTypesText } from './agreement-display.ts'
import { type DaySelection, dayTotals, isAgreementOpen } from './trading-days.ts'
import './printed-day.css'

interface Props {
  day: DaySelection
  /** The whole day, regardless of the filters on the screen. */
  agreements: readonly ConnectionAgreement[]
}

/**
 * The printed day, rendered only while printing, however it was started. Paper may be read by others, so it
 * has no passwords.
 */
export function PrintedDay(props: Props) {
  const [printedAt, setPrintedAt] = useState<number | null>(null)
  useEffect(() => {
    // Synchronously, because the browser lays out the page right after the event.
    const print = (): void => flushSync(() => setPrintedAt(serverClock.now()))
    const end = (): void => setPrintedAt(null)
    window.addEventListener('beforeprint', print)
    window.addEventListener('afterprint', end)
    return () => {
      window.removeEventListener('beforeprint', print)
      window.removeEventListener('afterprint', end)
    }
  }, [])
  if (printedAt === null) return null
  return createPortal(<PrintedPage {...props} printedAt={printedAt} />, document.body)
}

function PrintedPage({ day, agreements, printedAt }: Props & { printedAt: number }) {
  const text = useText()
  const language = useLanguage()
  const user = useUser()
  const totals = dayTotals(agreements)
  const title = day === 'all' ? text('agreement.allDays') : dateOfDay(day)
  return (
    <article className="printed-day">
      <header>
        <p className="printed-product">{text('name.product')}</p>
        <h1>{text('agreement.print.title', { day: title })}</h1>
        <p>{user && brokerNameIn(language, user.organization_name)}</p>
        <p>
          {text('agreement.totals', {
            shares: formatNumber(totals.shares),
            value: formatYen(totals.value, language),
          })}
          {' · '}
          {text('agreement.totalsExecuted', {
            shares: formatNumber(totals.executed),
            value: formatYen(totals.executedValue, language),
          })}
        </p>
        <p>
          {text('agreement.print.totals', {
            count: agreements.length,
            shares: formatNumber(totals.shares),
            open: agreements.filter(isAgreementOpen).length,
          })}
        </p>
      </header>
      <PrintedTable day={day} agreements={agreements} />
      <footer>
        <p>
          {text('agreement.print.generated', {
            moment: formatMoment(printedAt, language),
            name: user ? writtenName(user) : '',
          })}
        </p>
        <p>{text('agreement.print.noPasswords')}</p>
        <p>{text('agreement.disclaimer')}</p>
      </footer>
    </article>
  )
}

function PrintedTable({ day, agreements }: Props) {
  const text = useText()
  const language = useLanguage()
  const moment = day === 'all' ? formatMoment : formatTimeWithZone
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">{text('agreement.time')}</th>
          <th scope="col">{text('agreement.security')}</th>
          <th scope="col" className="printed-number">
            {text('agreement.quantity')}
          </th>
          <th scope="col" className="printed-number">
            {text('agreement.mid')}
          </th>
          <th scope="col">{text('agreement.type')}</th>
          <th scope="col">{text('agreement.buy')}</th>
          <th scope="col">{text('agreement.sell')}</th>
          <th scope="col">{text('agreement.execution')}</th>
        </tr>
      </thead>
      <tbody>
        {agreements.map((agreement) => (
          <tr key={agreement.connectionAgreementId}>
            <td>{moment(agreement.locateTime, language)}</td>
            <td>{agreementSecurityIn(language, agreement)}</td>
            <td className="printed-number">{formatNumber(agreement.locationQuantity)}</td>
            <td className="printed-number">{formatMid(agreement.midPrice)}</td>
            <td>{transactionTypesText(agreement, text)}</td>
            <PrintedParty agreement={agreement} side="BUY" />
            <PrintedParty agreement={agreement} side="SELL" />
            <PrintedExecution agreement={agreement} />
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** The side as a word, its institution, and who confirmed its password and when. */
function PrintedParty({ agreement, side }: { agreement: ConnectionAgreement; side: TradeSide }) {
  const text = useText()
  const language = useLanguage()
  const { institution, confirmedBy, confirmedAt } = partyOf(agreement, side)
  return (
    <td>
      <Side direction={side} /> {institution}
      <br />
      {text(partyStatusKey(agreement, side))}
      {confirmedAt === null ? null : ` ${formatTimeWithZone(confirmedAt, language)}`}
      {confirmedBy === null ? null : (
        <>
          <br />
          {confirmedBy}
        </>
      )}
    </td>
  )
}

/** What was executed, or the report that nothing was, by whom and when; empty without a report. */
function PrintedExecution({ agreement }: { agreement: ConnectionAgreement }) {
  const text = useText()
  const language = useLanguage()
  const { notExecuted } = agreement
  const executed = executedTotal(agreement.executions)
  if (executed)
    return (
      <td>
        {text(executionKey(agreement))} {formatNumber(executed.quantity)}
        <br />
        {formatMid(executed.price)}
      </td>
    )
  if (!notExecuted) return <td />
  return (
    <td>
      {text(executionKey(agreement))} {formatTimeWithZone(notExecuted.reportedAt, language)}
      <br />
      {notExecuted.reportedBy}
    </td>
  )
}
