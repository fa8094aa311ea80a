import type { ConnectionAgreement } from '@aitai/contract/schemas/agreements.ts'
import { executedTotal } from '@aitai/engine/cost-analysis/ioi-figures.ts'
import { EditIcon } from '@salt-ds/icons'
import { notExecutedBy } from '../shared/agreements/not-executed-by.ts'
import { Button } from '../ui/controls/Button.tsx'
import { agreementSecurityIn } from '../ui/format/equity-name.ts'
import { formatHourMinute, formatMid, formatNumber, formatUtc } from '../ui/format/format.ts'
import { useLanguage, useText } from '../ui/text/use-text.ts'
import { pressedOnce } from './pressed-once.ts'

interface Props {
  agreement: ConnectionAgreement
  /** Opens the popup in which this kind of report is made, corrected and withdrawn. */
  onReport: (kind: ReportKind) => void
}

/** A report of what was executed, or that nothing was. */
/** What the popup of an agreement is about; the first two report to the platform. */
export type ReportKind = 'EXECUTED' | 'NOT_EXECUTED' | 'RECEIPT'

/**
 * What the broker has reported about the execution, or the offer to report it, as one button. That nothing was
 * executed is reported in the same popup: it costs a trader's rating, so that no slip of the hand is enough for it.
 */
export function ExecutionStatus({ agreement, onReport }: Props) {
  const text = useText()
  const language = useLanguage()
  const { notExecuted, executions, executionReportPossible, undoPossible } = agreement
  const naming = {
    security: agreementSecurityIn(language, agreement),
    buyer: agreement.buyOrganizationName,
    seller: agreement.sellOrganizationName,
  }
  const isReported = executions.length > 0
  const over = notExecuted
    ? !undoPossible && text('agreement.notExecuted.over')
    : !(executionReportPossible || isReported) && text('agreement.executed.over')
  return (
    <Button
      kind="quiet"
      className="agreement-execution"
      dimmedBecause={over || null}
      // The name of a report is its own text and the hidden text after it.
      {...(notExecuted || isReported ? {} : { 'aria-label': text('agreement.executed.actionFor', naming) })}
      {...pressedOnce(() => onReport(notExecuted ? 'NOT_EXECUTED' : 'EXECUTED'))}
    >
      {notExecuted ? (
        <>
          <NotExecutedLines agreement={agreement} reportedAt={notExecuted.reportedAt} />
          <span className="visually-hidden"> {text('agreement.notExecuted.changeFor', naming)}</span>
          {undoPossible ? <EditIcon aria-hidden /> : null}
        </>
      ) : isReported ? (
        <>
          <ExecutedLines agreement={agreement} />
          <span className="visually-hidden"> {text('agreement.executed.changeFor', naming)}</span>
        </>
      ) : (
        text('agreement.executed.action')
      )}
    </Button>
  )
}

/** The executed shares, if they are not all of them, and their average price. */
function ExecutedLines({ agreement }: Pick<Props, 'agreement'>) {
  const text = useText()
  const executed = executedTotal(agreement.executions)
  if (!executed) return null
  const isPart = executed.quantity < agreement.locationQuantity
  return (
    <span className="agreement-lines">
      <span className="agreement-executed" data-part={isPart}>
        {isPart
          ? text('agreement.executed.part', { quantity: formatNumber(executed.quantity) })
          : text('agreement.execution.EXECUTED')}
      </span>{' '}
      <span className="agreement-second">{formatMid(executed.price)}</span>
    </span>
  )
}

/** That nothing was executed, who did not follow through, and when it was reported. */
function NotExecutedLines({ agreement, reportedAt }: Pick<Props, 'agreement'> & { reportedAt: number }) {
  const text = useText()
  const by = notExecutedBy(agreement)
  return (
    <span className="agreement-lines" title={formatUtc(reportedAt)}>
      <span className="agreement-line">{text('agreement.notExecuted')}</span>{' '}
      <span className="agreement-second">
        {by && text(`agreement.notExecuted.by.${by}`, { time: formatHourMinute(reportedAt) })}
      </span>
    </span>
  )
}
