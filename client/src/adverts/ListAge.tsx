import { intervals } from '../intervals.ts'
import { type Polled, useStaleSince } from '../stale.ts'
import { formatTimeWithZone } from '../ui/format.ts'
import { useLanguage, useText } from '../ui/text.ts'

/** Says over the adverts how old they are, once their poll has failed or hangs (quality U32). */
export function ListAge({ list }: { list: Polled }) {
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
