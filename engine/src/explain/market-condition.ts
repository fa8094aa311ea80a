import { phaseOf } from '../calendar/hours.ts'
import { nextMatching } from '../calendar/open-time.ts'
import { isWithinLimit } from '../market/limit-price.ts'
import { seenMarketError } from '../market/market-error.ts'
import { isWatched } from '../market/market-status.ts'
import { endOfMatchingSoon, locatePrice, matchingPrice } from '../market/matching-price.ts'
import type { Advert } from '../model/advert.ts'
import type { Sighting } from '../model/quote.ts'
import type { State } from '../model/state.ts'
import type { ConditionCode, ConditionFacts, ConditionResult } from './condition-result.ts'

const resultOf = (
  condition: 'E4' | 'E12',
  says: ConditionCode,
  holds: boolean | null,
  facts: ConditionFacts,
): ConditionResult => ({ condition, says, holds, facts })

const finding = (says: ConditionCode, holds: boolean | null, facts: ConditionFacts = {}): ConditionResult =>
  resultOf('E4', says, holds, facts)

/**
 * Condition E4 of two adverts at a moment, in milliseconds UTC (docs/rules.md §3, §12, §13): whether their
 * security could be matched. Without a sighting, the recorded market status decides: a watched market is
 * fresh unless an error is recorded, and the status of one that nobody watched is unknown.
 */
export function marketConditionResult(
  state: State,
  a: Advert,
  b: Advert,
  sighting: Sighting | null,
  at: number,
): ConditionResult {
  const { securityId } = a
  const security = state.securities.get(securityId)
  if (!security || securityId !== b.securityId) return finding('NO_COMMON_MARKET', null)
  if (state.halts.platform) return finding('PLATFORM_HALTED', false)
  if (state.halts.securities.has(securityId)) return finding('SECURITY_HALTED', false)
  const phase = phaseOf(state.calendar, security.exchange, at)
  if (phase === 'CLOSED' || phase === 'PAUSED') {
    const opensAt = nextMatching(state.calendar, security.exchange, at)
    return finding('NO_MATCHING', false, { opensAt })
  }
  const endsAt = endOfMatchingSoon(state, security, at)
  if (endsAt !== null) return finding('MATCHING_ENDS', false, { endsAt })
  if (sighting?.securityId === securityId) return fromSighting(state, sighting, phase, at)
  return phase === 'AFTER_HOURS' ? finding('CLOSE_UNSEEN', null) : recorded(state, securityId)
}

/**
 * Condition E12 of two adverts at a moment, in milliseconds UTC (docs/rules.md §3, §25): whether the price of the
 * sighting is within the limits of both. Unknown without a price, unless neither has a limit.
 */
export function limitConditionResult(
  state: State,
  a: Advert,
  b: Advert,
  sighting: Sighting | null,
  at: number,
): ConditionResult {
  const [aLimitPrice, bLimitPrice] = [a.terms.limitPrice, b.terms.limitPrice]
  if (aLimitPrice === null && bLimitPrice === null) return resultOf('E12', 'NO_LIMITS', true, {})
  const price = sighting?.securityId === a.securityId ? matchingPrice(state, sighting, at) : null
  const facts = { aLimitPrice, bLimitPrice, midPrice: price }
  if (price === null) return resultOf('E12', 'PRICE_UNKNOWN', null, facts)
  const areWithin = isWithinLimit(a.terms, price) && isWithinLimit(b.terms, price)
  return resultOf('E12', areWithin ? 'WITHIN_LIMITS' : 'BEYOND_LIMIT', areWithin, facts)
}

/** From the sighting, by the rule that matching itself uses. */
function fromSighting(
  state: State,
  sighting: Sighting,
  phase: 'MATCHING' | 'AFTER_HOURS',
  at: number,
): ConditionResult {
  const { securityId, quote } = sighting
  const price = quote?.securityId === securityId ? matchingPrice(state, sighting, at) : null
  if (phase === 'AFTER_HOURS') {
    const facts = { closePrice: price }
    return price === null
      ? finding('NO_OFFICIAL_CLOSE', false, facts)
      : finding('OFFICIAL_CLOSE', true, facts)
  }
  if (price !== null && locatePrice(state, sighting, at) === null)
    return finding('MARKET_RECENT', false, { freshSinceAt: sighting.freshSince ?? null })
  if (price !== null) return finding('MARKET_FRESH', true, { midPrice: price })
  const security = state.securities.get(securityId)
  const error = security ? seenMarketError(sighting, security, at, state.limits) : null
  return finding('MARKET_ERROR', false, { error, quotedAt: quote?.at ?? null })
}

/** From the recorded status of the market. */
function recorded(state: State, securityId: string): ConditionResult {
  const status = state.markets.get(securityId)
  if (status) return finding('MARKET_ERROR', false, { error: status.error, sinceAt: status.since })
  return isWatched(state, securityId) ? finding('MARKET_FRESH', true) : finding('MARKET_UNSEEN', null)
}
