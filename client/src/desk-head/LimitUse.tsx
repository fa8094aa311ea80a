import { useDeskLimitsQuery } from '../shared/api/desk-api.ts'
import { intervals } from '../shared/intervals.ts'
import { formatYen } from '../ui/format/amounts.ts'
import { formatShare } from '../ui/format/format.ts'
import { useLanguage, useText } from '../ui/text/use-text.ts'

/** From this share on, what is left of the limit is worth a look before the next large IOI. */
const nearlyUsed = 0.9

/** How much of the institution's size limits is used; an empty line until it is known (docs/rules.md §22). */
export function LimitUse() {
  const text = useText()
  const language = useLanguage()
  const { data } = useDeskLimitsQuery(undefined, { pollingInterval: intervals.deskPoll })
  if (!data) return <ul className="side-totals desk-limits" aria-busy />
  const { largestNotional: one, largestLiveNotional: all, liveNotional } = data
  const used = formatYen(liveNotional, language)
  return (
    <ul className="side-totals desk-limits">
      {all === null ? (
        <li>{text('desk.limit.unlimited', { used })}</li>
      ) : (
        <li data-nearly-used={liveNotional >= all * nearlyUsed || undefined}>
          {text('desk.limit.used', {
            used,
            limit: formatYen(all, language),
            share: formatShare(liveNotional / all, language),
          })}
        </li>
      )}
      {one !== null && <li>{text('desk.limit.one', { limit: formatYen(one, language) })}</li>}
    </ul>
  )
}
