import { roundDownToTick, tickAt } from '@aitai/engine/market/tick-sizes.ts'
import type { Quote } from '@aitai/engine/model/quote.ts'
import type { Security } from '@aitai/engine/model/security.ts'
import type { Random } from '../../harness/random.ts'

/**
 * The condition of a market for a while: mostly calm, sometimes one in which nothing is matched
 * (docs/rules.md §12).
 */
const bad = [
  'SILENT',
  'HALTED',
  'SPECIAL',
  'LOCKED',
  'CROSSED',
  'ONE_SIDED',
  'WIDE',
  'LOOSE',
  'OUTSIDE',
  'WORTHLESS',
  'MALFORMED',
  'FLICKERING',
  'AHEAD',
] as const
export type MarketCondition = 'CALM' | (typeof bad)[number]

/** The condition from a moment on, and its end. */
export function drawMarketCondition(
  chance: Random,
  at: number,
  friendly: boolean,
): { marketCondition: MarketCondition; until: number } {
  if (chance.happens(friendly ? 0.97 : 0.7))
    return { marketCondition: 'CALM', until: at + chance.between(30, 900) * 1_000 }
  const marketCondition = chance.oneOf(bad)
  // Malformed cancels at once, so it must not last, or nothing would be left.
  const seconds =
    marketCondition === 'MALFORMED' || marketCondition === 'AHEAD' || chance.happens(0.6)
      ? chance.between(1, 20)
      : chance.between(60, 600)
  return { marketCondition, until: at + seconds * 1_000 }
}

type QuoteChange = (quote: Quote, security: Security, chance: Random) => Quote | null

const quoteChanges: Readonly<Record<MarketCondition, QuoteChange>> = {
  CALM: (quote) => quote,
  SILENT: () => null,
  HALTED: (quote) => ({ ...quote, condition: 'HALTED' }),
  SPECIAL: (quote, _, chance) => ({
    ...quote,
    condition: 'SPECIAL_QUOTE',
    ask: chance.happens(0.5) ? quote.ask : null,
  }),
  LOCKED: (quote, security, chance) =>
    chance.happens(0.5)
      ? { ...quote, bid: roundDownToTick(security.maxPrice, security), ask: null }
      : { ...quote, bid: null, ask: security.minPrice },
  // Bids above the offers, or at the same price, which is not a market either.
  CROSSED: (quote, _, chance) => ({
    ...quote,
    bid: quote.ask,
    ask: chance.happens(0.5) ? quote.bid : quote.ask,
  }),
  ONE_SIDED: (quote, _, chance) => ({ ...quote, [chance.oneOf(['bid', 'ask'])]: null }),
  // Wide in ticks or in percent, and fresh as long as it is not both.
  LOOSE: (quote, security, chance) => ({
    ...quote,
    ask: Number(quote.bid) + chance.between(8, 40) * tickAt(Number(quote.bid), security),
  }),
  WIDE: (quote) => ({ ...quote, ask: Math.floor(Number(quote.ask) * 1.03) }),
  OUTSIDE: (quote, security, chance) => {
    const [low, high] = [security.minPrice, security.maxPrice]
    return chance.happens(0.5)
      ? { ...quote, bid: high, ask: high + 2 * tickAt(high, security) }
      : { ...quote, bid: low - 2 * tickAt(low, security), ask: low }
  },
  WORTHLESS: (quote, _, chance) => ({ ...quote, bid: chance.oneOf([0, -1]) }),
  MALFORMED: (quote, _, chance) =>
    chance.oneOf([
      { ...quote, bid: Number(quote.bid) + 0.5 },
      { ...quote, last: quote.last + 0.25 },
      { ...quote, at: quote.at + 60_000 },
      { ...quote, indexMove: Number.MAX_VALUE },
      { ...quote, securityId: chance.oneOf(['security1', 'another']) },
    ]),
  // Malformed and well-formed quotes in turn, and such as are stamped ahead of the clock.
  FLICKERING: (quote, _, chance) => (chance.happens(0.5) ? { ...quote, last: quote.last + 0.25 } : quote),
  AHEAD: (quote, _, chance) =>
    chance.happens(0.5)
      ? { ...quote, at: quote.at + chance.oneOf([999, 1_000, 1_001, 4_000, 15_000]) }
      : quote,
}

/** A quote in a market condition; null if there is none. */
export const quoteUnder = (
  marketCondition: MarketCondition,
  quote: Quote,
  security: Security,
  chance: Random,
): Quote | null => quoteChanges[marketCondition](quote, security, chance)
