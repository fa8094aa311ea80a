import type { LocateNotification } from '@aitai/contract/schemas/locates.ts'
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
  const quantity = executions.reduce((sum, each) => sum + each.quantity, 0)
  if (!last) return null
  const value = executions.reduce((sum, each) => sum + each.quantity * each.price, 0)
  return (
    <p className="executed-note" role="status">
      <b>
        {text('notification.executed', {
          quantity: formatNumber(quantity),
          located: formatNumber(locateQuantity),
          price: formatMid(value / quantity),
        })}
      </b>{' '}
      {text('locate.executed.reported', { time: formatTimeWithZone(last.reportedAt, language) })}
    </p>
  )
}
