import {
  addQuote,
  emptyQuoteWindow,
  markUnquoted,
  type QuoteWindow,
  sightingOf,
} from '@aitai/engine/market/quote-window.ts'
import { roundDownToTick, tickAt } from '@aitai/engine/market/tick-sizes.ts'
import type { Quote, Sighting } from '@aitai/engine/model/quote.ts'
import type { Security } from '@aitai/engine/model/security.ts'
import type { State } from '@aitai/engine/model/state.ts'
import type { Random } from '../../harness/random.ts'
import { emptyQuoteHistory, type QuoteHistory, recordQuote } from '../oracle/quote-history.ts'
import { isWithin, midnightAfter, msWithin } from '../oracle/trading-hours.ts'
import { drawMarketCondition, type MarketCondition, quoteUnder } from './market-conditions.ts'

/** How the price of one security moves, and what the platform has seen of it. */
export interface PriceWalk {
  mid: number
  marketCondition: MarketCondition
  /** The end of the current condition, in milliseconds UTC. */
  until: number
  /** The trend of the price, in basis points per quote. */
  drift: number
  /** The platform's window between two sweeps, which is lost in a restart. */
  tape: QuoteWindow
  /** The oracle's history of it. */
  quoteHistory: QuoteHistory
}

/** The external market. */
export interface SimulatedPrices {
  readonly walks: Map<string, PriceWalk>
  indexMove: number
  /** Until then there is no value of the index, or only an old one, in milliseconds UTC. */
  indexMissesUntil: number
  /** The time of the last update, in milliseconds UTC. */
  at: number
}

export const pricesFrom = (securities: readonly Security[], at: number): SimulatedPrices => ({
  walks: new Map(securities.map((each) => [each.securityId, walkOf(each)])),
  indexMove: 0,
  indexMissesUntil: 0,
  at,
})

const walkOf = ({ closePrice }: Security): PriceWalk => ({
  mid: closePrice,
  marketCondition: 'CALM',
  until: 0,
  drift: 0,
  tape: emptyQuoteWindow(),
  quoteHistory: emptyQuoteHistory(),
})

/** Moves the market to a moment: each security gets its quotes since the last update. */
export function advancePrices(
  prices: SimulatedPrices,
  chance: Random,
  state: State,
  at: number,
  friendly: boolean,
): void {
  if (chance.happens(0.3)) prices.indexMove += chance.between(-15, 15)
  if (chance.happens(0.004)) prices.indexMove = chance.between(-400, 400)
  if (chance.happens(0.01)) prices.indexMissesUntil = at + chance.oneOf([2, 20, 120]) * 1_000
  for (const [securityId, walk] of prices.walks) {
    const security = state.securities.get(securityId)
    if (!security) continue
    if (at >= walk.until) Object.assign(walk, drawMarketCondition(chance, at, friendly))
    for (const moment of quoteTimesUntil(chance, prices.at, at)) {
      const quote = quoteAt(prices, walk, chance, state, security, moment)
      if (quote) receiveQuote(walk, delayed(quote, chance), security, state, moment)
    }
    walk.tape = markUnquoted(walk.tape, at)
    walk.quoteHistory.lastFresh ??= at
  }
  prices.at = at
}

/** The times of quotes: none, one or a few in the last seconds, on some days at regular intervals. */
function quoteTimesUntil(chance: Random, from: number, at: number): number[] {
  const since = Math.min(at - from, 4_000)
  const count = chance.oneOf([0, 1, 1, 1, 2, 3, 4])
  const beat = chance.oneOf([1, 500])
  const ago = (): number => beat * chance.between(0, Math.max(0, Math.floor(since / beat)))
  return Array.from({ length: count }, () => at - ago()).sort((a, b) => a - b)
}

/** Sometimes quotes are delayed, or the clock of the exchange is ahead, rarely by so much that they are malformed. */
function delayed(quote: Quote, chance: Random): Quote {
  if (chance.happens(0.004)) return { ...quote, at: quote.at + chance.between(9_999, 60_000) }
  return chance.happens(0.03) ? { ...quote, at: quote.at + chance.between(-6_000, 2_000) } : quote
}

/** What the platform and the oracle do with a quote that arrives at a moment. */
export function receiveQuote(
  walk: PriceWalk,
  quote: Quote,
  security: Security,
  { limits }: State,
  at: number,
): void {
  walk.tape = addQuote(walk.tape, quote, security, limits, at)
  recordQuote(walk.quoteHistory, quote, security, limits, at)
}

function quoteAt(
  prices: SimulatedPrices,
  walk: PriceWalk,
  chance: Random,
  { calendar }: State,
  security: Security,
  at: number,
): Quote | null {
  const { exchange, securityId } = security
  const hours = calendar.hours[exchange].exchange
  if (isWithin(calendar, hours, at)) {
    step(walk, chance, security)
    return quoteUnder(
      walk.marketCondition,
      plainQuote(walk.mid, security, at, indexMoveAt(prices, at)),
      security,
      chance,
    )
  }
  const isOver = msWithin(calendar, hours, at, midnightAfter(at)) === 0
  if (isOver) {
    const close = roundDownToTick(walk.mid, security)
    const officialClose = chance.happens(0.9) ? close : chance.oneOf([null, 0, close + 0.5])
    const closed = { condition: 'CONTINUOUS', bid: null, ask: null, officialClose } as const
    return chance.happens(0.3)
      ? { ...plainQuote(walk.mid, security, at, indexMoveAt(prices, at)), ...closed }
      : null
  }
  // Orders gather before the open and at lunch: bids above asks, and no trade.
  if (!chance.happens(0.1)) return null
  const { bid, ask, ...rest } = plainQuote(walk.mid, security, at, indexMoveAt(prices, at))
  return { ...rest, securityId, bid: ask, ask: bid }
}

const indexMoveAt = ({ indexMove, indexMissesUntil }: SimulatedPrices, at: number): number | null =>
  at < indexMissesUntil ? null : indexMove

/** A little up or down, with a trend; sometimes a gap; always inside the daily limits. */
function step(walk: PriceWalk, chance: Random, security: Security): void {
  const by = (basisPoints: number): number => Math.floor((walk.mid * basisPoints) / 10_000)
  if (chance.happens(0.05)) walk.drift = chance.between(-8, 8)
  if (chance.happens(0.7)) walk.mid += by(chance.between(-10, 10) + walk.drift)
  if (chance.happens(0.006)) walk.mid += by(chance.between(-500, 500))
  const room = 20 * tickAt(walk.mid, security)
  const inside = Math.min(Math.max(walk.mid, security.minPrice + room), security.maxPrice - room)
  walk.mid = roundDownToTick(inside, security)
}

/** One tick wide, or two, which puts the mid on the tick grid like levels. */
function plainQuote(price: number, security: Security, at: number, indexMove: number | null): Quote {
  const on = roundDownToTick(price, security)
  const tick = tickAt(on, security)
  const { securityId } = security
  return {
    securityId,
    at,
    bid: at % 2 === 0 ? on : on - tick,
    ask: on + tick,
    last: on,
    condition: 'CONTINUOUS',
    officialClose: null,
    indexMove,
  }
}

/** The sighting of a security for a sweep now. */
export function sightingFrom({ walks }: SimulatedPrices, securityId: string): Sighting {
  return sightingOf(walks.get(securityId)?.tape ?? emptyQuoteWindow(), securityId)
}

export type AnswerMarket = Pick<Sighting, 'quote' | 'run' | 'malformedForMs'>

/** What an answer is checked against now (docs/rules.md §8). */
export function answerMarketFrom(prices: SimulatedPrices, securityId: string): AnswerMarket {
  const { quote, run, malformedForMs } = sightingFrom(prices, securityId)
  return { quote, run, ...(malformedForMs === undefined ? {} : { malformedForMs }) }
}

/** The platform's window of the market is lost when it stops. */
export function clearTapes({ walks }: SimulatedPrices): void {
  for (const walk of walks.values()) {
    walk.tape = emptyQuoteWindow()
    walk.quoteHistory = emptyQuoteHistory()
  }
}
