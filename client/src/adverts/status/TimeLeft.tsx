import { serverClock } from '../../shared/connection/server-clock.ts'
import { intervals } from '../../shared/intervals.ts'
import { useTimedValue } from '../../ui/browser/browser-hooks.ts'
import { formatTimeLeft } from '../../ui/format/format.ts'
import { useLanguage } from '../../ui/text/use-text.ts'
import type { ShownAdvert } from '../shown-advert.ts'
import { timeLeft } from './advert-status.ts'

/** The time until an advert expires, short enough for a column; during a locate the time left to answer. */
export function TimeLeft({
  advert,
}: {
  advert: Pick<ShownAdvert, 'advertisementStatus' | 'expiryDate' | 'locateDeadline'>
}) {
  const language = useLanguage()
  const textNow = (): string => {
    const now = serverClock.now()
    const { locateDeadline } = advert
    const left = locateDeadline === undefined ? timeLeft(advert, now) : Math.max(0, locateDeadline - now)
    return formatTimeLeft(left, language)
  }
  return <span className="time-left">{useTimedValue(intervals.countdownTick, textNow)}</span>
}
