import type { LocateNotification } from '@aitai/contract/schemas/locates.ts'
import { serverClock } from '../../shared/connection/server-clock.ts'
import { intervals } from '../../shared/intervals.ts'
import { useTimedValue } from '../../ui/browser/browser-hooks.ts'
import { formatNumber } from '../../ui/format/format.ts'
import { useText } from '../../ui/text/use-text.ts'
import { locatePhaseOf } from '../locate-queue.ts'
import { countdownAt, urgentSeconds } from '../popup/CountdownRing.tsx'
import { useShortcutKey } from '../use-popup-shortcut.ts'

interface Props {
  locate: LocateNotification | null
  nameOf: (securityId: string) => { readonly ric: string; readonly name: string }
}

/**
 * Announces to a screen reader a new locate, twice the remaining time, and the outcome; the focus does not
 * move.
 */
export function LocateAnnouncer({ locate, nameOf }: Props) {
  const text = useText()
  const answerKey = useShortcutKey()
  return (
    <div role="alert" className="visually-hidden">
      {useTimedValue(intervals.countdownTick, announcement)}
    </div>
  )

  function announcement(): string {
    if (!locate) return ''
    const { ric, name } = nameOf(locate.securityId)
    const security = `${ric} ${name}`
    if (locate.outcome) return `${security}: ${text(`locate.told.${locate.outcome}`)}`
    if (locatePhaseOf(locate) === 'waiting') return text('locate.waiting')
    const { seconds } = countdownAt(locate, serverClock.now())
    if (seconds <= urgentSeconds / 2)
      return text('locate.announce.seconds', { security, seconds: urgentSeconds / 2 })
    if (seconds <= urgentSeconds) return text('locate.announce.seconds', { security, seconds: urgentSeconds })
    return text('locate.announce', {
      direction: text(`common.${locate.direction}`),
      security,
      quantity: formatNumber(locate.locateQuantity),
      key: answerKey,
    })
  }
}
