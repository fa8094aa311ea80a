import type { CauseOfDeath } from '../adverts/advert.ts'
import type { Limits } from '../limits.ts'
import { isTwoSided, midOf, type Quote, type TwoSidedQuote } from './quote.ts'
import type { Security } from './security.ts'
import { roundDownToTick, tickAt } from './tick-sizes.ts'

/** The ways in which a market is not fresh, by the specification's codes (rules 12). */
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
} as const satisfies Record<string, { says: string; causeOfDeath: CauseOfDeath }>

export type MarketErrorCode = keyof typeof marketErrors
type MarketErrorCause = (typeof marketErrors)[MarketErrorCode]['causeOfDeath']

/** What an advert is said to have died of in such a market (rules 12). */
export const causeOfMarketError = (code: MarketErrorCode): MarketErrorCause => marketErrors[code].causeOfDeath

/** The code as notices, adverts and texts have it (specification 8). */
export const marketErrorCodeOf = (code: MarketErrorCode) => `MARKET-ERROR-${code}` as const

/**
 * What is wrong with a market at a moment, in milliseconds UTC; null when its quote is fresh (rules 12).
 *
 * The first that holds is the answer. What cannot be read comes first, since nothing else can be said of it.
 * Then what the exchange says of the security, whose quote may well be old or one-sided meanwhile: a halted
 * name is halted, not stale. Then what is missing, then what is out of date, and last what is there but is
 * no market to meet in.
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
  // The book of an auction, such as before the opening: no market, but nothing that is broken either.
  if (quote.bid >= quote.ask) return '005'
  if (quote.ask - quote.bid > widestSpread(quote, security, limits)) return '012'
  const mid = midOf(quote)
  return mid < security.minPrice || mid > security.maxPrice ? '013' : null
}

/** Whether two may meet at this quote at a moment, in milliseconds UTC (rules 12, "fresh"). */
export const isFresh = (
  quote: Quote | null,
  security: Security,
  at: number,
  limits: Limits,
): quote is TwoSidedQuote => marketErrorOf(quote, security, at, limits) === null

const isWholeOrNull = (value: number | null): boolean => value === null || Number.isSafeInteger(value)

/** Not readable as a quote of this security: its numbers are none, or it comes from the future. */
const isMalformed = (quote: Quote, security: Security, at: number, limits: Limits): boolean =>
  quote.securityId !== security.securityId ||
  ![quote.at, quote.last, quote.indexMove].every(Number.isSafeInteger) ||
  ![quote.bid, quote.ask, quote.officialClose].every(isWholeOrNull) ||
  // The clocks of the exchange and the platform may differ by as much as a quote may be old.
  quote.at - at > limits.quoteAgeMs

/** Zero or less where a price is. A last price of zero only says that nothing traded yet. */
const hasImpossiblePrice = ({ bid, ask, last, officialClose }: Quote): boolean =>
  [bid, ask, officialClose].some((price) => price !== null && price <= 0) || last < 0

/**
 * Stuck at a limit of the day: everybody bids the highest price there is and nobody asks less, or the mirror
 * image. The limits may lie off the tick grid, so it is the last price of the grid inside them that counts.
 */
function isLocked({ bid, ask }: Quote, security: Security): boolean {
  if (bid !== null && ask !== null && bid < ask) return false
  const atHighest = bid !== null && bid >= roundDownToTick(security.maxPrice, security)
  const atLowest = ask !== null && roundDownToTick(ask - 1, security) < security.minPrice
  return atHighest || atLowest
}

const widestSpread = (quote: TwoSidedQuote, security: Security, limits: Limits): number =>
  Math.max(
    limits.spreadTicks * tickAt(quote.bid, security),
    Math.floor((midOf(quote) * limits.spreadBasisPoints) / 10_000),
  )
