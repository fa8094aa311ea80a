import type { LocateNotification } from '@aitai/contract/schemas/locates.ts'
import { serverClock } from '../../shared/connection/server-clock.ts'
import { intervals } from '../../shared/intervals.ts'
import { useNow } from '../../ui/browser/browser-hooks.ts'
import { useText } from '../../ui/text/use-text.ts'
import { locatePhaseOf } from '../locate-queue.ts'
import { countdownAt, urgentSeconds } from './CountdownRing.tsx'

interface Props {
  queue: readonly LocateNotification[]
  shownId: string | null
  ricOf: (securityId: string) => string
  onChoose: (locateId: string) => void
}

/** The open locates with the seconds left of each, least first; a press shows one. Nothing for a single one. */
export function LocateQueue({ queue, shownId, ricOf, onChoose }: Props) {
  const text = useText()
  useNow(intervals.locateTick)
  const open = queue.filter((locate) => locatePhaseOf(locate) === 'question')
  if (queue.length < 2 || open.length === 0) return null
  return (
    <ul className="locate-queue" aria-label={text('locate.queue')}>
      {open.map((locate) => {
        const { seconds } = countdownAt(locate, serverClock.now())
        const ric = ricOf(locate.securityId)
        return (
          <li key={locate.locateNotificationId}>
            <button
              type="button"
              aria-label={text('locate.queue.item', { security: ric, seconds })}
              aria-pressed={locate.locateNotificationId === shownId}
              data-urgent={seconds <= urgentSeconds || undefined}
              onClick={() => onChoose(locate.locateNotificationId)}
            >
              {ric} <b>{seconds}</b>
            </button>
          </li>
        )
      })}
    </ul>
  )
}
