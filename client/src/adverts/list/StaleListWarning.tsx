import { type PolledQuery, useStaleSince } from '../../shared/api/stale-since.ts'
import { intervals } from '../../shared/intervals.ts'
import { formatTimeWithZone } from '../../ui/format/format.ts'
import { useLanguage, useText } from '../../ui/text/use-text.ts'

/** Shows the age of the list once its poll has failed or hangs. */
export function StaleListWarning({ list }: { list: PolledQuery }) {
  const text = useText()
  const language = useLanguage()
  const since = useStaleSince(list, intervals.advertListPoll)
  if (since === null) return null
  return (
    <p className="desk-stale" role="status">
      {text('advert.list.stale', { time: formatTimeWithZone(since, language) })}
    </p>
  )
}
