import { endOfPlatformHours, neverCloses } from '../calendar/hours.ts'
import { minuteMs } from '../calendar/trading-days.ts'
import { type Advert, type Duration, isInLocate, isTerminal } from '../model/advert.ts'
import type { Calendar, Exchange } from '../model/calendar.ts'

/**
 * Whether the advert is due to expire. An advert in a locate expires after the outcome (docs/rules.md §8).
 */
export const isExpired = (advert: Advert, at: number): boolean =>
  !isTerminal(advert) && !isInLocate(advert) && advert.expiryDate !== null && advert.expiryDate <= at

interface Lifetime {
  readonly exchange: Exchange
  readonly duration: Duration
  /** The submit, from which the duration counts. */
  readonly submitTime: number
  readonly at: number
}

interface Expiry {
  readonly expiryDate: number
  /** Whether platform hours end before the duration does. */
  readonly isCutShort: boolean
}

/**
 * When an advert expires, as of `at`: after its duration in wall-clock minutes, but not beyond the end of platform
 * hours (docs/rules.md §13). Pausing does not stop the clock. All times in milliseconds UTC.
 */
export function expiryOf(calendar: Calendar, { exchange, duration, submitTime, at }: Lifetime): Expiry {
  const close = endOfPlatformHours(calendar, exchange, at)
  if (duration === 'END_OF_DAY') return { expiryDate: close, isCutShort: false }
  const end = submitTime + Number(duration) * minuteMs
  const isCutShort = close < end && !neverCloses(calendar, exchange)
  return { expiryDate: isCutShort ? close : end, isCutShort }
}

export const expiryDateOf = (calendar: Calendar, lifetime: Lifetime): number =>
  expiryOf(calendar, lifetime).expiryDate
