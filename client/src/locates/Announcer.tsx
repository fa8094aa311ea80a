import type { LocateNotification } from '@aitai/contract/locates.ts'
import { intervals } from '../intervals.ts'
import { serverClock } from '../server-clock.ts'
import { formatNumber } from '../ui/format.ts'
import { useNow } from '../ui/system.ts'
import { useText } from '../ui/text.ts'
import { lastSeconds } from './CountdownRing.tsx'
import { countdownAt } from './countdown.ts'
import { faceOf } from './locate-queue.ts'
import { useAnswerKey } from './use-f8.ts'

interface Props {
  locate: LocateNotification | null
  nameOf: (securityId: string) => { readonly ric: string; readonly name: string }
}

/**
 * Says to a screen reader what came, twice how little time is left, and how it ended; the focus stays where
 * it is.
 */
export function Announcer({ locate, nameOf }: Props) {
  const text = useText()
  const answerKey = useAnswerKey()
  useNow(intervals.countdownTick)
  return (
    <div role="alert" className="only-heard">
      {locate && said()}
    </div>
  )

  function said(): string {
    if (!locate) return ''
    const { ric, name } = nameOf(locate.securityId)
    const security = `${ric} ${name}`
    if (locate.outcome) return `${security}: ${text(`locate.told.${locate.outcome}`)}`
    if (faceOf(locate) === 'waiting') return text('locate.waiting')
    const { seconds } = countdownAt(locate, serverClock.now())
    if (seconds <= lastSeconds / 2)
      return text('locate.announce.seconds', { security, seconds: lastSeconds / 2 })
    if (seconds <= lastSeconds) return text('locate.announce.seconds', { security, seconds: lastSeconds })
    return text('locate.announce', {
      direction: text(`common.${locate.direction}`),
      security,
      quantity: formatNumber(locate.locateQuantity),
      key: answerKey,
    })
  }
}
