import type { LocateNotification } from '@aitai/contract/schemas/locates.ts'
import { executedTotal } from '@aitai/engine/cost-analysis/ioi-figures.ts'
import { formatMid, formatNumber, formatTimeWithZone } from '../../ui/format/format.ts'
import { useLanguage, useText } from '../../ui/text/use-text.ts'

/** What the broker has reported as executed (docs/rules.md §24): shares, average price, and when. */
export function ExecutedNote({
  locate: { executions = [], locateQuantity },
}: {
  locate: Pick<LocateNotification, 'executions' | 'locateQuantity'>
}) {
  const text = useText()
  const language = useLanguage()
  const last = executions.at(-1)
  const executed = executedTotal(executions)
  if (!last || !executed) return null
  return (
    <p className="executed-note" role="status">
      <b>
        {text(executions?.length === 1 ? 'notification.executedOne' : 'notification.executed', {
          quantity: formatNumber(executed.quantity),
          located: formatNumber(locateQuantity),
          price: formatMid(executed.price),
        })}
      </b>{' '}
      {text('locate.executed.reported', { time: formatTimeWithZone(last.reportedAt, language) })}
    </p>
  )
}
