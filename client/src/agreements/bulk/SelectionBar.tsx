import { Button } from '../../ui/controls/Button.tsx'
import { formatYen } from '../../ui/format/amounts.ts'
import { agreementSecurityIn } from '../../ui/format/equity-name.ts'
import { formatNumber } from '../../ui/format/format.ts'
import { Kbd } from '../../ui/labels/Kbd.tsx'
import { useFailureText, useLanguage, useText } from '../../ui/text/use-text.ts'
import { dayTotals } from '../trading-days.ts'
import type { AgreementsView } from '../use-agreements.ts'
import { type BulkReport, planReport } from './bulk-reports.ts'
import type { BulkReportControls } from './use-bulk-report.ts'
import './selection-bar.css'

interface Props {
  shown: AgreementsView
  bulk: BulkReportControls
}

/** What is selected, the keys that select, and what can be reported of all of it. */
export function SelectionBar({ shown, bulk }: Props) {
  const text = useText()
  return (
    <section className="selection-bar" aria-label={text('agreement.selection')}>
      <Refused shown={shown} bulk={bulk} />
      <Selection shown={shown} />
      <p className="selection-keys" aria-hidden>
        <span>
          <Kbd>Space</Kbd> {text('agreement.keys.select')}
        </span>
        <span>
          <Kbd>Shift</Kbd> <Kbd>↑↓</Kbd> {text('agreement.keys.range')}
        </span>
        <span>
          <Kbd>Ctrl</Kbd> <Kbd>A</Kbd> {text('agreement.keys.all')}
        </span>
      </p>
      <div className="selection-buttons">
        <ReportButton report="notExecuted" {...{ shown, bulk }} />
        <ReportButton report="executed" {...{ shown, bulk }} />
        <ReportButton report="confirm" {...{ shown, bulk }} />
      </div>
    </section>
  )
}

/** The selected agreements that the server refused, each with its reason, which its row has no room for. */
function Refused({ shown, bulk }: Props) {
  const text = useText()
  const failureText = useFailureText()
  const language = useLanguage()
  const refused = shown.selected.flatMap((agreement) => {
    const failure = bulk.refusals.get(agreement.connectionAgreementId)
    return failure ? [{ agreement, reason: failureText(failure) }] : []
  })
  if (refused.length === 0) return null
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: many reasons scroll, which must work without a mouse
    <ul className="selection-refused" aria-label={text('agreement.refused.title')} tabIndex={0}>
      {refused.map(({ agreement, reason }) => (
        <li key={agreement.connectionAgreementId}>
          <b>✕ {agreementSecurityIn(language, agreement)}</b> {reason}
        </li>
      ))}
    </ul>
  )
}

function Selection({ shown: { selected } }: Pick<Props, 'shown'>) {
  const text = useText()
  const language = useLanguage()
  const { shares, value } = dayTotals(selected)
  const totals = {
    count: selected.length,
    shares: formatNumber(shares),
    value: formatYen(value, language),
  }
  const isEmpty = selected.length === 0
  return (
    <p className="selection-totals" role="status" data-empty={isEmpty}>
      {isEmpty ? text('agreement.selected.none') : text('agreement.selected', totals)}
    </p>
  )
}

/** One report, or the reasons why none of the selected agreements can have it. */
function ReportButton({ report, shown, bulk }: Props & { report: BulkReport }) {
  const text = useText()
  const { included, skipped } = planReport(report, shown.selected)
  const reasons = [...new Set(skipped.map(({ reason }) => text(`agreement.skipped.${reason}`)))]
  const nothing = reasons.length > 0 ? reasons.join(' ') : text('agreement.selected.first')
  return (
    <Button
      kind={report === 'confirm' ? 'primary' : 'normal'}
      dimmedBecause={included.length > 0 ? null : nothing}
      onClick={() => bulk.start(report)}
    >
      {text(`agreement.bulk.${report}`)}
    </Button>
  )
}
