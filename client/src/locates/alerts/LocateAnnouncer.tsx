import { serverClock } from '../../shared/connection/server-clock.ts'
import { intervals } from '../../shared/intervals.ts'
import { useThrottled, useTimedValue } from '../../ui/browser/browser-hooks.ts'
import { formatNumber } from '../../ui/format/format.ts'
import { useText } from '../../ui/text/use-text.ts'
import type { LocateEntry } from '../locate-list.ts'
import { countdownAt, urgentSeconds } from '../popup/CountdownRing.tsx'
import { useShortcutKey } from '../use-popup-shortcut.ts'

interface Props {
  shown: LocateEntry | null
  entries: readonly LocateEntry[]
  /** Whether the shown one took the place of another without the user's doing. */
  isTakeover: boolean
  nameOf: (securityId: string) => { readonly ric: string; readonly name: string }
}

/**
 * Announces to a screen reader a new locate, twice the remaining time, and the outcome, of the one that is shown; of
 * all others only how many there are, and not each time. The focus does not move.
 */
export function LocateAnnouncer({ shown, entries, isTakeover, nameOf }: Props) {
  const text = useText()
  const answerKey = useShortcutKey()
  return (
    <>
      <div role="alert" className="visually-hidden">
        {useTimedValue(intervals.countdownTick, announcement)}
      </div>
      <div role="status" className="visually-hidden">
        {useThrottled(counts(), intervals.locatesAnnounced)}
      </div>
    </>
  )

  function announcement(): string {
    if (!shown) return ''
    const { phase, locate } = shown
    const { ric, name } = nameOf(locate.securityId)
    const security = `${ric} ${name}`
    if (locate.outcome) return `${security}: ${text(`locate.outcomeDetail.${locate.outcome}`)}`
    if (phase === 'waiting') return text('locate.waiting')
    const { seconds } = countdownAt(locate, serverClock.now())
    if (seconds <= urgentSeconds / 2)
      return text('locate.announce.seconds', { security, seconds: urgentSeconds / 2 })
    if (seconds <= urgentSeconds) return text('locate.announce.seconds', { security, seconds: urgentSeconds })
    return text(isTakeover ? 'locate.announce.takeover' : 'locate.announce', {
      direction: text(`common.${locate.direction}`),
      security,
      quantity: formatNumber(locate.locateQuantity),
      key: answerKey,
    })
  }

  function counts(): string {
    if (entries.length < 2) return ''
    const outcomes = entries.filter(({ phase }) => phase === 'outcome')
    return [
      text('locate.list.open', { count: entries.length - outcomes.length }),
      text('locate.list.outcomes', { count: outcomes.length }),
      text('locate.list.new', { count: outcomes.filter(({ isNew }) => isNew).length }),
    ].join(', ')
  }
}
