import { secondsLeft } from '../../shared/agreements/seconds-left.ts'
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
  const { locateDeadline } = advert
  const textNow = (): string => {
    const now = serverClock.now()
    const left =
      locateDeadline === undefined ? timeLeft(advert, now) : 1_000 * secondsLeft(locateDeadline, now)
    return formatTimeLeft(left, language)
  }
  // During a locate at the pace of its popup, which shows the same seconds.
  const interval = locateDeadline === undefined ? intervals.countdownTick : intervals.locateTick
  return <span className="time-left">{useTimedValue(interval, textNow)}</span>
}
