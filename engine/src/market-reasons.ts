import type { Exchange, Security } from './equity.ts'
import {
  type Calendar,
  isTradingDay,
  isWithin,
  matchingOpenMs,
  nextMatching,
  phaseOf,
  startOfTradingDay,
  tradingDay,
} from './hours.ts'
import { meetingPrice } from './market.ts'
import { marketErrorOf } from './market-error.ts'
import type { Sighting } from './quote.ts'
import { type Reason, type ReasonCode, reason } from './reason.ts'
import type { State } from './state.ts'

/**
 * Why nobody can meet in a security at a moment, in milliseconds UTC; null when the market lets them. From
 * the clock and the quote alone: which markets the state holds as not fresh would tell where others stand
 * (rules 15). Without a sighting nothing is said of the quote.
 */
export function marketReason(
  state: State,
  security: Security,
  sighting: Sighting | null,
  at: number,
): Reason | null {
  switch (phaseOf(state.calendar, security.exchange, at)) {
    case 'CLOSED':
    case 'PAUSED':
      return hoursReason(state.calendar, security.exchange, at)
    case 'AFTER_HOURS':
      return sighting && meetingPrice(state, sighting.quote, at) === null ? reason('NO_OFFICIAL_CLOSE') : null
    case 'MATCHING': {
      const code = sighting && marketErrorOf(sighting.quote, security, at, state.limits)
      return code === null ? null : reason('MARKET', { code })
    }
  }
}

/** Why there is no matching at this hour, and when there is again. */
function hoursReason(calendar: Calendar, exchange: Exchange, at: number): Reason {
  const time = nextMatching(calendar, exchange, at)
  return time === null ? reason('NO_MATCHING') : reason(hoursCode(calendar, exchange, time, at), { time })
}

function hoursCode(calendar: Calendar, exchange: Exchange, next: number, at: number): ReasonCode {
  if (!isTradingDay(calendar, at)) return 'HOLIDAY'
  if (phaseOf(calendar, exchange, at) === 'CLOSED') return 'CLOSED'
  if (tradingDay(next) !== tradingDay(at)) return 'DAY_OVER'
  if (isWithin(calendar.hours[exchange].afterHours, next)) return 'CLOSING'
  const dayBegan = startOfTradingDay(tradingDay(at))
  return matchingOpenMs(calendar, exchange, dayBegan, at) > 0 ? 'LUNCH' : 'BEFORE_OPEN'
}
