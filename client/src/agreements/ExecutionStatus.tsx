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
export type ReportKind = 'EXECUTED' | 'NOT_EXECUTED'

/** What the broker has reported about the execution, or the offer to report it. One report excludes the other. */
export function ExecutionStatus({ agreement, onReport }: Props) {
  const hasExecutions = agreement.executions.length > 0
  return (
    <span className="agreement-execution-status">
      {agreement.notExecuted ? null : (
        <ExecutedStatus agreement={agreement} onReport={() => onReport('EXECUTED')} />
      )}
      {hasExecutions ? null : (
        <NotExecutedStatus agreement={agreement} onReport={() => onReport('NOT_EXECUTED')} />
      )}
    </span>
  )
}

interface StatusProps {
  agreement: ConnectionAgreement
  onReport: () => void
}

/** The executed shares and their average price, or the offer to report them. */
function ExecutedStatus({ agreement, onReport }: StatusProps) {
  const text = useText()
  const language = useLanguage()
  const { executionReportPossible, buyOrganizationName, sellOrganizationName, locationQuantity } = agreement
  const executed = executedTotal(agreement.executions)
  const naming = {
    security: agreementSecurityIn(language, agreement),
    buyer: buyOrganizationName,
    seller: sellOrganizationName,
  }
  const isPart = executed !== null && executed.quantity < locationQuantity
  return (
    <Button
      kind="quiet"
      className="agreement-execution"
      dimmedBecause={executionReportPossible || executed ? null : text('agreement.executed.over')}
      {...(executed ? {} : { 'aria-label': text('agreement.executed.actionFor', naming) })}
      {...pressedOnce(onReport)}
    >
      {executed ? (
        <>
          <span className="agreement-lines">
            <span className="agreement-executed" data-part={isPart}>
              {isPart
                ? text('agreement.executed.part', { quantity: formatNumber(executed.quantity) })
                : text('agreement.execution.EXECUTED')}
            </span>{' '}
            <span className="agreement-second">{formatMid(executed.price)}</span>
          </span>
          <span className="visually-hidden"> {text('agreement.executed.changeFor', naming)}</span>
        </>
      ) : (
        text('agreement.executed.action')
      )}
    </Button>
  )
}

/** The report that nothing was executed, or the offer to make it, as one button. */
function NotExecutedStatus({ agreement, onReport }: StatusProps) {
  const text = useText()
  const language = useLanguage()
  const { notExecuted, undoPossible, buyOrganizationName, sellOrganizationName } = agreement
  const by = notExecutedBy(agreement)
  const naming = {
    security: agreementSecurityIn(language, agreement),
    buyer: buyOrganizationName,
    seller: sellOrganizationName,
  }
  const time = notExecuted ? formatHourMinute(notExecuted.reportedAt) : ''
  return (
    <Button
      kind="quiet"
      className="agreement-execution"
      dimmedBecause={undoPossible ? null : text('agreement.notExecuted.over')}
      // The name of a report is its own text and the hidden text after it.
      {...(by ? {} : { 'aria-label': text('agreement.notExecuted.actionFor', naming) })}
      {...pressedOnce(onReport)}
    >
      {by && notExecuted ? (
        <>
          <span className="agreement-lines" title={formatUtc(notExecuted.reportedAt)}>
            <span className="agreement-line">{text('agreement.notExecuted')}</span>{' '}
            <span className="agreement-second">{text(`agreement.notExecuted.by.${by}`, { time })}</span>
          </span>
          <span className="visually-hidden"> {text('agreement.notExecuted.changeFor', naming)}</span>
          {undoPossible ? <EditIcon aria-hidden /> : null}
        </>
      ) : (
        text('agreement.notExecuted.action')
      )}
    </Button>
  )
}
