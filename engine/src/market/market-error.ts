import type { CauseOfDeath } from '../model/advert.ts'
import type { Limits } from '../model/limits.ts'
import type { Price } from '../model/price.ts'
import {
  isTwoSided,
  type MarketErrorCode,
  midOf,
  type Quote,
  type SeenQuote,
  type TwoSidedQuote,
} from '../model/quote.ts'
import type { Security } from '../model/security.ts'
import { roundDownToTick, tickAt } from './tick-sizes.ts'

/** The reasons why a market is not fresh, by the codes of the specification (docs/rules.md §12). */
export const marketErrors = {
  '001': { says: 'no quote', causeOfDeath: 'BAD_MARKET_DATA' },
  '002': { says: 'zero or negative price', causeOfDeath: 'BAD_MARKET_DATA' },
  '003': { says: 'stale', causeOfDeath: 'BAD_MARKET_DATA' },
  '004': { says: 'halted', causeOfDeath: 'INACTIVE_MARKET' },
  '005': { says: 'special quote', causeOfDeath: 'INACTIVE_MARKET' },
  '006': { says: 'locked at the limit', causeOfDeath: 'INACTIVE_MARKET' },
  '007': { says: 'malformed', causeOfDeath: 'MALFORMED_MARKET' },
  '012': { says: 'spread too wide', causeOfDeath: 'BAD_MARKET_DATA' },
  '013': { says: 'outside the daily limit', causeOfDeath: 'BAD_MARKET_DATA' },
} as const satisfies Record<MarketErrorCode, { says: string; causeOfDeath: CauseOfDeath }>

type MarketErrorCause = (typeof marketErrors)[MarketErrorCode]['causeOfDeath']

/** The cause of death of adverts that end because of such a market (docs/rules.md §12). */
export const causeOfMarketError = (code: MarketErrorCode): MarketErrorCause => marketErrors[code].causeOfDeath

/** The code as it is used in notifications, adverts and texts (docs/specification.md §8). */
export const marketErrorCodeOf = (code: MarketErrorCode) => `MARKET-ERROR-${code}` as const

/**
 * What is wrong with a market at a moment, in milliseconds UTC. Null if its quote is fresh (docs/rules.md
 * §12).
 *
 * The first error that applies is the result. A malformed quote comes first, because nothing else can be
 * derived from it. Then the status that the exchange reports, because the quote of a halted security may be
 * old or one-sided: halted takes precedence over stale. Then a missing side, a stale quote, and prices at
 * which nobody can be matched.
 */
export function marketErrorOf(
  quote: Quote | null,
  security: Security,
  at: number,
  limits: Limits,
): MarketErrorCode | null {
  if (!quote) return '001'
  if (isMalformed(quote, security, at, limits)) return '007'
  if (hasImpossiblePrice(quote)) return '002'
  if (quote.condition === 'HALTED') return '004'
  if (quote.condition === 'SPECIAL_QUOTE') return '005'
  if (isLocked(quote, security)) return '006'
  if (!isTwoSided(quote)) return '001'
  if (at - quote.at > limits.quoteAgeMs) return '003'
  // The order book of an auction, for example before the opening, is crossed without being an error.
  if (quote.bid >= quote.ask) return '005'
  if (quote.ask - quote.bid > widestSpread(quote, security, limits)) return '012'
  const mid = midOf(quote)
  return mid < security.minPrice || mid > security.maxPrice ? '013' : null
}

/**
 * What is wrong with a seen market at a moment, in milliseconds UTC, or null. A quote that was stamped ahead stays
 * malformed once its time is reached (docs/rules.md §12).
 */
export const seenMarketError = (
  { quote, malformedForMs }: SeenQuote,
  security: Security,
  at: number,
  limits: Limits,
): MarketErrorCode | null =>
  malformedForMs === undefined ? marketErrorOf(quote, security, at, limits) : '007'

/**
 * Whether adverts can be matched at this quote at a moment, in milliseconds UTC (docs/rules.md §12, "fresh").
 */
export const isFresh = (
  quote: Quote | null,
  security: Security,
  at: number,
  limits: Limits,
): quote is TwoSidedQuote => marketErrorOf(quote, security, at, limits) === null

const isWholeOrNull = (value: number | null): boolean => value === null || Number.isSafeInteger(value)

/** Whether a quote is of another security or has values that are not integers, so that its prices mean nothing. */
export const hasMalformedValues = (quote: Quote, security: Pick<Security, 'securityId'>): boolean =>
  quote.securityId !== security.securityId ||
  !(Number.isSafeInteger(quote.at) && Number.isSafeInteger(quote.last)) ||
  ![quote.bid, quote.ask, quote.officialClose, quote.indexMove].every(isWholeOrNull)

/** Whether a quote is of another security, has values that are not integers, or is from the future. */
export const isMalformed = (quote: Quote, security: Security, at: number, limits: Limits): boolean =>
  hasMalformedValues(quote, security) || quote.at - at > limits.quoteAheadMs

/** Whether a price is zero or negative. A last price of zero is valid: nothing has traded yet. */
const hasImpossiblePrice = ({ bid, ask, last, officialClose }: Quote): boolean =>
  isImpossible(bid) || isImpossible(ask) || isImpossible(officialClose) || last < 0

const isImpossible = (price: Price | null): boolean => price !== null && price <= 0

/**
 * Whether the market is locked at a daily limit: the bid is at the highest price or the ask at the lowest,
 * without a spread. The limits may be off the tick grid, so the outermost tick inside them counts.
 */
function isLocked({ bid, ask }: Quote, security: Security): boolean {
  if (bid !== null && ask !== null && bid < ask) return false
  const atHighest = bid !== null && bid >= roundDownToTick(security.maxPrice, security)
  const atLowest = ask !== null && roundDownToTick(ask - 1, security) < security.minPrice
  return atHighest || atLowest
}

const widestSpread = (quote: TwoSidedQuote, security: Security, limits: Limits): Price =>
  Math.max(
    limits.spreadTicks * tickAt(quote.bid, security),
    Math.floor((midOf(quote) * limits.spreadBasisPoints) / 10_000),
  )
