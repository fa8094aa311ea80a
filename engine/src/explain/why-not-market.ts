import { isWithin, phaseOf } from '../calendar/hours.ts'
import { matchingOpenMs, nextMatching } from '../calendar/open-time.ts'
import { isTradingDay, startOfTradingDay, tradingDay } from '../calendar/trading-days.ts'
import { seenMarketError } from '../market/market-error.ts'
import { endOfMatchingSoon, freshEnoughFrom, matchingPrice } from '../market/matching-price.ts'
import type { Calendar, Exchange } from '../model/calendar.ts'
import type { Sighting } from '../model/quote.ts'
import type { Security } from '../model/security.ts'
import type { State } from '../model/state.ts'
import { type WhyNotCode, type WhyNotReason, whyNotReason } from './why-not-reason.ts'

/**
 * Why a security cannot be matched at a moment, in milliseconds UTC, or null. Derived from the clock and the
 * quote only: the recorded market errors would reveal where others have adverts (docs/rules.md §15). Without
 * a sighting, the quote is not considered.
 */
export function marketWhyNot(
  state: State,
  security: Security,
  sighting: Sighting | null,
  at: number,
): WhyNotReason | null {
  switch (phaseOf(state.calendar, security.exchange, at)) {
    case 'CLOSED':
    case 'PAUSED':
      return hoursReason(state.calendar, security.exchange, at)
    case 'AFTER_HOURS':
      return sighting && matchingPrice(state, sighting, at) === null
        ? whyNotReason('NO_OFFICIAL_CLOSE')
        : endReason(state, security, at)
    case 'MATCHING': {
      const code = sighting && seenMarketError(sighting, security, at, state.limits)
      if (code !== null) return whyNotReason('MARKET', { code })
      return endReason(state, security, at) ?? (sighting && recentReason(state, sighting, at))
    }
  }
}

/** No locate begins now, because matching ends before its deadline could pass. */
function endReason(state: State, security: Security, at: number): WhyNotReason | null {
  const time = endOfMatchingSoon(state, security, at)
  return time === null ? null : whyNotReason('MATCHING_ENDS', { time })
}

function recentReason(state: State, sighting: Sighting, at: number): WhyNotReason | null {
  // A process that copies its quotes from another one does not know since when they are fresh.
  if (sighting.freshSince === undefined) return null
  const time = freshEnoughFrom(state, sighting)
  return time <= at ? null : whyNotReason('MARKET_RECENT', { time })
}

/** Why there is no matching at this hour, and when it resumes. */
function hoursReason(calendar: Calendar, exchange: Exchange, at: number): WhyNotReason {
  const time = nextMatching(calendar, exchange, at)
  return time === null
    ? whyNotReason('NO_MATCHING')
    : whyNotReason(hoursCode(calendar, exchange, time, at), { time })
}

function hoursCode(calendar: Calendar, exchange: Exchange, next: number, at: number): WhyNotCode {
  if (!isTradingDay(calendar, at)) return 'HOLIDAY'
  if (phaseOf(calendar, exchange, at) === 'CLOSED') return 'CLOSED'
  if (tradingDay(next) !== tradingDay(at)) return 'DAY_OVER'
  if (isWithin(calendar.hours[exchange].afterHours, next)) return 'CLOSING'
  const dayBegan = startOfTradingDay(tradingDay(at))
  return matchingOpenMs(calendar, exchange, dayBegan, at) > 0 ? 'LUNCH' : 'BEFORE_OPEN'
}
