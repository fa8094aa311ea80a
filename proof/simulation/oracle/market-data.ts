import { tickAt } from '@aitai/engine/market/tick-sizes.ts'
import type { Limits } from '@aitai/engine/model/limits.ts'
import type { MarketErrorCode, Quote, Sighting } from '@aitai/engine/model/quote.ts'
import type { Security } from '@aitai/engine/model/security.ts'
import type { State } from '@aitai/engine/model/state.ts'
import { dateOf, isPhaseUntil, isWithin, midnightBefore, msWithin, phaseAt } from './trading-hours.ts'

/** Market errors and prices by the rules, written independently of the engine (docs/rules.md §12, §13). */
export function marketErrorOf(
  quote: Quote | null,
  security: Security,
  at: number,
  limits: Limits,
): MarketErrorCode | null {
  if (quote === null) return '001'
  const { bid, ask, last, officialClose, condition } = quote
  const prices = [bid, ask, officialClose].filter((price) => price !== null)
  const numbers = [...prices, last, quote.at, quote.indexMove ?? 0]
  if (quote.securityId !== security.securityId || !numbers.every(Number.isSafeInteger)) return '007'
  if (quote.at > at + limits.quoteAheadMs) return '007'
  if (last < 0 || prices.some((price) => price <= 0)) return '002'
  if (condition === 'HALTED') return '004'
  if (condition === 'SPECIAL_QUOTE') return '005'
  const isMarket = bid !== null && ask !== null && bid < ask
  const nobodyMayBidMore = bid !== null && bid + tickAt(bid + 1, security) > security.maxPrice
  const nobodyMayAskLess = ask !== null && ask - tickAt(ask, security) < security.minPrice
  if (!isMarket && (nobodyMayBidMore || nobodyMayAskLess)) return '006'
  if (bid === null || ask === null) return '001'
  if (quote.at < at - limits.quoteAgeMs) return '003'
  if (!isMarket) return '005'
  const mid = midOf(quote)
  const ticks = (ask - bid) / tickAt(bid, security)
  if (ticks > limits.spreadTicks && (ask - bid) * 10_000 > mid * limits.spreadBasisPoints) return '012'
  return mid < security.minPrice || mid > security.maxPrice ? '013' : null
}

export const midOf = ({ bid, ask }: Quote): number => Math.floor((Number(bid) + Number(ask)) / 2)

/** The distance of a price from the previous close in basis points, rounded toward zero. */
export const moveFromClose = (price: number, { closePrice }: Security): number =>
  Number((BigInt(price - closePrice) * 10_000n) / BigInt(closePrice))

/** A quote that was malformed at its receipt stays so, even when the time in its stamp is reached. */
const errorOf = (
  { quote, malformedForMs }: Pick<Sighting, 'quote' | 'malformedForMs'>,
  security: Security,
  at: number,
  limits: Limits,
): MarketErrorCode | null =>
  malformedForMs === undefined ? marketErrorOf(quote, security, at, limits) : '007'

/** What a market error depends on. */
type SeenMarket = Pick<Sighting, 'securityId' | 'quote' | 'malformedForMs'>
type MarketState = Pick<State, 'calendar' | 'limits' | 'securities' | 'markets'>

/**
 * What is wrong with a market for the platform: outside exchange hours nothing is evaluated (docs/rules.md
 * §12).
 */
export function marketErrorNow(state: MarketState, sighting: SeenMarket, at: number): MarketErrorCode | null {
  const { securityId } = sighting
  const security = state.securities.get(securityId) as Security
  return exchangeTrades(state, security, at)
    ? errorOf(sighting, security, at, state.limits)
    : (state.markets.get(securityId)?.error ?? null)
}

const exchangeTrades = ({ calendar }: MarketState, { exchange }: Security, at: number): boolean =>
  isWithin(calendar, calendar.hours[exchange].exchange, at)

/** The cause of death by the error (docs/rules.md §12). */
export const causesByMarketError: Readonly<
  Record<MarketErrorCode, 'BAD_MARKET_DATA' | 'INACTIVE_MARKET' | 'MALFORMED_MARKET'>
> = {
  '001': 'BAD_MARKET_DATA',
  '002': 'BAD_MARKET_DATA',
  '003': 'BAD_MARKET_DATA',
  '004': 'INACTIVE_MARKET',
  '005': 'INACTIVE_MARKET',
  '006': 'INACTIVE_MARKET',
  '007': 'MALFORMED_MARKET',
  '012': 'BAD_MARKET_DATA',
  '013': 'BAD_MARKET_DATA',
}

/**
 * The error that cancels live adverts now, in a market that was fresh until a given time (docs/rules.md §12,
 * hard error).
 */
export function terminalMarketError(
  state: MarketState,
  sighting: SeenMarket,
  freshUntil: number,
  isMalformedForSure: boolean,
  at: number,
): MarketErrorCode | null {
  const security = state.securities.get(sighting.securityId) as Security
  const error = marketErrorNow(state, sighting, at)
  if (error === null || !exchangeTrades(state, security, at)) return null
  if (error === '007' && isMalformedForSure) return error
  // Every day starts again.
  const since = Math.max(freshUntil, midnightBefore(at))
  const traded = msWithin(state.calendar, state.calendar.hours[security.exchange].exchange, since, at)
  return traded < state.limits.hardMarketErrorMs ? null : error
}

/**
 * The errors that end an open locate: the exchange does not trade, or only beyond its limits. Of all others a locate
 * waits for the end, since who owns the best quote could cause them (docs/rules.md §8).
 */
const endsLocates: readonly MarketErrorCode[] = ['004', '005', '006', '013']

/** Whether a market may not be matched any more, so that its open locates are withdrawn (docs/rules.md §8). */
export function isMatchingOver(state: State, sighting: Sighting, at: number): boolean {
  const { securityId } = sighting
  const security = state.securities.get(securityId)
  if (!security || state.halts.platform || state.halts.securities.has(securityId)) return true
  const phase = phaseAt(state.calendar, security.exchange, at)
  if (phase === 'AFTER_HOURS') return false
  const error = errorOf(sighting, security, at, state.limits)
  return phase !== 'MATCHING' || (error !== null && endsLocates.includes(error))
}

/**
 * Why no locate begins although there is a price: it could outlast matching, or the market has not been fresh for long
 * enough (docs/rules.md §8). After hours the official close is the price, which nobody can make fresh.
 */
export function whyNoneBegins(
  { calendar, limits }: State,
  { exchange }: Security,
  freshSince: number | null,
  at: number,
): 'END OF MATCHING' | 'JUST FRESH' | null {
  const phase = phaseAt(calendar, exchange, at)
  const lastAnswer = at + limits.locateWindowMs + limits.locateGraceMs
  if (!isPhaseUntil(calendar, exchange, phase, at, lastAnswer)) return 'END OF MATCHING'
  const { freshMarketMs } = limits
  if (phase === 'AFTER_HOURS' || freshMarketMs === 0) return null
  return freshSince !== null && at >= freshSince + freshMarketMs ? null : 'JUST FRESH'
}

/** The price at which adverts may match now, or null (docs/rules.md §3, E4). */
export function matchPrice(state: State, sighting: Sighting, at: number): number | null {
  const { securityId, quote } = sighting
  const security = state.securities.get(securityId)
  if (!security || state.halts.platform || state.halts.securities.has(securityId)) return null
  const phase = phaseAt(state.calendar, security.exchange, at)
  const error = errorOf(sighting, security, at, state.limits)
  if (quote === null || error === '007') return null
  if (phase === 'MATCHING') return error === null ? midOf(quote) : null
  if (phase !== 'AFTER_HOURS' || quote.officialClose === null) return null
  return quote.officialClose > 0 && dateOf(quote.at) === dateOf(at) ? quote.officialClose : null
}
