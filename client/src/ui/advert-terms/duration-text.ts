import { isOwnExpiry, ownExpiryAt } from '@aitai/engine/adverts/duration/duration.ts'
import type { Duration, PresetDuration } from '@aitai/engine/model/advert.ts'
import type { TextFunction } from '../text/use-text.ts'

/** Stands for a time that cannot be read, until it is corrected: it is not sent (`termProblem`). */
export const unreadableExpiry = ownExpiryAt(Number.NaN)

/** A duration as a screen shows it: `60 minutes`, `until 15:10`. */
export function durationText(text: TextFunction, duration: Duration): string {
  if (duration === unreadableExpiry) return text('advert.ownExpiry.choice')
  return isOwnExpiry(duration)
    ? text('advert.ownExpiry', { time: duration })
    : text(`advert.duration.${duration}`)
}

/** The choice to which a duration belongs: all own expiries are one. */
export const durationChoice = (
  duration: Duration,
): 'advert.ownExpiry.choice' | `advert.duration.${PresetDuration}` =>
  isOwnExpiry(duration) ? 'advert.ownExpiry.choice' : `advert.duration.${duration}`
