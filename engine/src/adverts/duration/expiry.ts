import { endOfPlatformHours, neverCloses } from '../../calendar/hours.ts'
import { minuteMs, startOfTradingDay, tradingDay } from '../../calendar/trading-days.ts'
import { type Advert, type AdvertTerms, isInLocate, isTerminal } from '../../model/advert.ts'
import type { Calendar, Exchange } from '../../model/calendar.ts'
import { type ParsedDuration, parseDuration } from './duration.ts'

/**
 * Whether the advert is due to expire. An advert in a locate expires after the outcome (docs/rules.md §8).
 */
export const isExpired = (advert: Advert, at: number): boolean =>
  !isTerminal(advert) && !isInLocate(advert) && advert.expiryDate !== null && advert.expiryDate <= at

/** The terms that say how long an advert lives. */
export type LifetimeTerms = Pick<AdvertTerms, 'duration'>

interface Lifetime {
  readonly exchange: Exchange
  readonly terms: LifetimeTerms
  /** The submit, from which the duration counts. */
  readonly submitTime: number
  readonly at: number
}

interface Expiry {
  readonly expiryDate: number
  /** Whether platform hours end before the duration does. */
  readonly isCutShort: boolean
  /** Whether it lives until the end of platform hours by its terms. */
  readonly isForTheDay: boolean
}

/**
 * When an advert expires, as of `at`: at its own expiry, or after its duration in wall-clock minutes, but not beyond the
 * end of platform hours (docs/rules.md §13). Pausing does not stop the clock. All times in milliseconds UTC.
 */
export function expiryOf(calendar: Calendar, { exchange, terms, submitTime, at }: Lifetime): Expiry {
  const close = endOfPlatformHours(calendar, exchange, at)
  const duration = parseDuration(terms.duration)
  if (duration.kind === 'END_OF_DAY') return { expiryDate: close, isCutShort: false, isForTheDay: true }
  const end = endOfDuration(duration, submitTime, at)
  const isCutShort = duration.kind === 'MINUTES' && close < end && !neverCloses(calendar, exchange)
  return { expiryDate: isCutShort ? close : end, isCutShort, isForTheDay: false }
}

/**
 * When a duration is over if platform hours do not cut it: after its minutes from the submit, or at its minute of the
 * day of `at`. All times in milliseconds UTC.
 */
export function endOfDuration(
  duration: Exclude<ParsedDuration, { kind: 'END_OF_DAY' }>,
  submitTime: number,
  at: number,
): number {
  switch (duration.kind) {
    case 'MINUTES':
      return submitTime + duration.minutes * minuteMs
    case 'OWN_EXPIRY':
      return startOfTradingDay(tradingDay(at)) + duration.minuteOfDay * minuteMs
  }
}

/** Whether an advert would not live: its expiry has passed, or its own expiry is after the end of platform hours. */
export const isExpiryRefused = (calendar: Calendar, lifetime: Lifetime): boolean => {
  const { expiryDate } = expiryOf(calendar, lifetime)
  return expiryDate <= lifetime.at || expiryDate > latestExpiry(calendar, lifetime)
}

/**
 * The latest expiry that terms may ask for. An own expiry may not be after the end of platform hours. No other duration
 * is refused: `expiryOf` cuts it at that end, or lets it run over midnight on a platform that never closes.
 */
const latestExpiry = (calendar: Calendar, { exchange, terms, at }: Lifetime): number =>
  parseDuration(terms.duration).kind === 'OWN_EXPIRY'
    ? endOfPlatformHours(calendar, exchange, at)
    : Number.POSITIVE_INFINITY

export const expiryDateOf = (calendar: Calendar, lifetime: Lifetime): number =>
  expiryOf(calendar, lifetime).expiryDate
