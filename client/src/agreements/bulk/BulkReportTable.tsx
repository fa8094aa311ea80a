import type { ConnectionAgreement } from '@aitai/contract/schemas/agreements.ts'
import type { RunResult } from '../../shared/bulk/run-sequentially.ts'
import { formatYen } from '../../ui/format/amounts.ts'
import { agreementSecurityIn, splitSecurityName } from '../../ui/format/equity-name.ts'
import { formatMid, formatNumber } from '../../ui/format/format.ts'
import { Side } from '../../ui/labels/Side.tsx'
import { useFailureText, useLanguage, useText } from '../../ui/text/use-text.ts'
import { partyOf } from '../agreement-display.ts'
import { type BulkReport, pendingSides } from './bulk-reports.ts'
import type { BulkReportRun } from './use-bulk-report.ts'

/** The agreements of a report, each as it is reported, then with its result. */
export function BulkReportTable({ run }: { run: BulkReportRun }) {
  const text = useText()
  const isReview = run.phase === 'review'
  return (
    <table className="bulk-report-table">
      <caption className="visually-hidden">{text(`agreement.bulk.title.${run.report}`)}</caption>
      <thead>
        <tr>
          <th scope="col">{text('agreement.security')}</th>
          <th scope="col" data-number>
            {text('agreement.quantity')}
          </th>
          <th scope="col" data-number>
            {text('agreement.mid')}
          </th>
          <th scope="col" data-number>
            {text('agreement.value')}
          </th>
          <th scope="col">
            {text(
              isReview
                ? run.report === 'confirm'
                  ? 'agreement.bulk.toConfirm'
                  : 'agreement.bulk.parties'
                : 'agreement.bulk.result',
            )}
          </th>
        </tr>
      </thead>
      <tbody>
        {run.included.map((agreement, i) => (
          <Row key={agreement.connectionAgreementId} {...{ agreement, run }} result={run.results[i]} />
        ))}
      </tbody>
    </table>
  )
}

interface RowProps {
  agreement: ConnectionAgreement
  run: BulkReportRun
  result: RunResult<ConnectionAgreement> | undefined
}

function Row({ agreement, run, result }: RowProps) {
  const language = useLanguage()
  const { ric, name } = splitSecurityName(agreementSecurityIn(language, agreement))
  return (
    <tr data-outcome={result?.outcome}>
      <th scope="row">
        <b>{ric}</b> <span className="bulk-report-name">{name}</span>
      </th>
      <td data-number>{formatNumber(agreement.locationQuantity)}</td>
      <td data-number>{formatMid(agreement.midPrice)}</td>
      <td data-number>{formatYen(agreement.jpynotional, language)}</td>
      <td>
        {run.phase === 'review' ? (
          <Parties agreement={agreement} report={run.report} />
        ) : (
          <ReportOutcome report={run.report} result={result} />
        )}
      </td>
    </tr>
  )
}

/** The passwords that a confirmation is about; else both institutions, and whose password is pending. */
function Parties({ agreement, report }: { agreement: ConnectionAgreement; report: BulkReport }) {
  const text = useText()
  const pending = pendingSides(agreement)
  const isConfirmation = report === 'confirm'
  const listed = isConfirmation ? pending : (['BUY', 'SELL'] as const)
  return (
    <ul className="bulk-report-parties">
      {listed.map((side) => {
        const { institution, password } = partyOf(agreement, side)
        return (
          <li key={side}>
            <Side direction={side} /> <span className="bulk-report-institution">{institution}</span>
            {isConfirmation ? (
              <span className="agreement-password">{password || text('agreement.passwordLost')}</span>
            ) : pending.includes(side) ? (
              <span className="bulk-report-pending">{text('agreement.bulk.pending')}</span>
            ) : null}
          </li>
        )
      })}
    </ul>
  )
}

/** What became of one agreement, with the server's reason if it was refused. */
function ReportOutcome({ report, result }: { report: BulkReport; result: RowProps['result'] }) {
  const text = useText()
  const failureText = useFailureText()
  if (result?.failure) return <span className="bulk-report-refused">✕ {failureText(result.failure)}</span>
  if (result?.outcome === 'done')
    return <span className="bulk-report-done">✓ {text(`agreement.bulk.outcome.${report}`)}</span>
  return (
    <span className="bulk-report-waiting">
      {text(result ? 'agreement.bulk.outcome.left' : 'agreement.bulk.outcome.waiting')}
    </span>
  )
}
