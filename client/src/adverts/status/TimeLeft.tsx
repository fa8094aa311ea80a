import type { Advert } from '@aitai/contract/schemas/adverts.ts'
import { serverClock } from '../../shared/connection/server-clock.ts'
import { intervals } from '../../shared/intervals.ts'
import { useTimedValue } from '../../ui/browser/browser-hooks.ts'
import { formatTimeLeft } from '../../ui/format/format.ts'
import { useLanguage } from '../../ui/text/use-text.ts'
import { timeLeft } from './advert-status.ts'

/** The time until an advert expires, short enough for a column. */
export function TimeLeft({ advert }: { advert: Pick<Advert, 'advertisementStatus' | 'expiryDate'> }) {
  const language = useLanguage()
  const textNow = (): string => formatTimeLeft(timeLeft(advert, serverClock.now()), language)
  return <span className="time-left">{useTimedValue(intervals.countdownTick, textNow)}</span>
}
