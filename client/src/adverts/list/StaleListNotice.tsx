import { type PolledQuery, useStaleSince } from '../../app/api/stale-since.ts'
import { intervals } from '../../intervals.ts'
import { formatTimeWithZone } from '../../ui/format/format.ts'
import { useLanguage, useText } from '../../ui/text/use-text.ts'

/** Says over the adverts how old they are, once their poll has failed or hangs (quality U32). */
export function StaleListNotice({ list }: { list: PolledQuery }) {
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
