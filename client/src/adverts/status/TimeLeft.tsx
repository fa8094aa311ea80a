import type { Advert } from '@aitai/contract/schemas/adverts.ts'
import { serverClock } from '../../app/connection/server-clock.ts'
import { intervals } from '../../intervals.ts'
import { useTimedValue } from '../../ui/browser/browser-hooks.ts'
import { formatTimeLeft } from '../../ui/format/format.ts'
import { timeLeft } from './advert-status.ts'

/** The time until an advert expires, short enough for a column. */
export function TimeLeft({ advert }: { advert: Pick<Advert, 'advertisementStatus' | 'expiryDate'> }) {
  const textNow = (): string => formatTimeLeft(timeLeft(advert, serverClock.now()))
  return <span className="time-left">{useTimedValue(intervals.countdownTick, textNow)}</span>
}
