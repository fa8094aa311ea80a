import { exchangeIsOpen } from '@aitai/engine/calendar/hours.ts'
import type { Quote, Sighting } from '@aitai/engine/market/quote.ts'
import {
  addQuote,
  emptyQuoteWindow,
  type QuoteWindow,
  sightingOf,
} from '@aitai/engine/market/quote-window.ts'
import type { Security } from '@aitai/engine/market/security.ts'
import { roundDownToTick, tickAt } from '@aitai/engine/market/tick-sizes.ts'
import type { State } from '@aitai/engine/state/state.ts'
import type { Random } from '../../harness/random.ts'

/** How the price of one security moves, and what the platform has seen of it. */
export interface QuoteWalk {
  mid: number
  condition: MarketCondition
  /** When the condition of the market changes, in milliseconds UTC. */
  until: number
  /** The trend of the price, in ticks per quote. */
  drift: number
  tape: QuoteWindow
}

type QuoteChange = (quote: Quote, security: Security) => Quote | null
type TwoSides = Quote & { readonly bid: number; readonly ask: number }

/** The conditions in which nothing is matched (docs/rules.md §12). */
const quoteChanges = {
  CALM: (quote) => quote,
  SILENT: () => null,
  HALTED: (quote) => ({ ...quote, condition: 'HALTED' }),
  SPECIAL: (quote) => ({ ...quote, condition: 'SPECIAL_QUOTE', ask: null }),
  ONE_SIDED: (quote) => ({ ...quote, bid: null }),
  WORTHLESS: (quote) => ({ ...quote, bid: 0 }),
  WIDE: (quote) => ({ ...quote, ask: Math.floor(Number(quote.ask) * 1.03) }),
  LOCKED: (quote, security) => ({ ...quote, bid: roundDownToTick(security.maxPrice, security), ask: null }),
  OUTSIDE: (quote, { maxPrice }) => ({ ...quote, bid: maxPrice * 2, ask: maxPrice * 2 + 10_000 }),
  MALFORMED: (quote) => ({ ...quote, last: quote.last + 0.5 }),
} as const satisfies Record<string, QuoteChange>
type MarketCondition = keyof typeof quoteChanges
const marketConditions = Object.keys(quoteChanges) as readonly MarketCondition[]

const walkOf = ({ closePrice }: Security): QuoteWalk => ({
  mid: closePrice,
  condition: 'CALM',
  until: 0,
  drift: 0,
  tape: emptyQuoteWindow(),
})

/** The external market: a random walk for each security, created on first use. */
export interface QuoteSource {
  readonly walks: Map<string, QuoteWalk>
  indexMove: number
}

export const newQuoteSource = (): QuoteSource => ({ walks: new Map(), indexMove: 0 })

function nextCondition(walk: QuoteWalk, chance: Random, at: number): void {
  walk.condition = chance.happens(0.9) ? 'CALM' : chance.oneOf(marketConditions)
  walk.drift = chance.happens(0.7) ? 0 : chance.between(-4, 4)
  // Malformed cancels at once, so it must not last, or nothing would be left.
  const seconds = walk.condition === 'MALFORMED' ? 5 : chance.between(20, 900)
  walk.until = at + seconds * 1_000
}

function step(walk: QuoteWalk, chance: Random, security: Security): void {
  const tick = tickAt(walk.mid, security)
  const mid = walk.mid + tick * (chance.between(-2, 2) + walk.drift)
  const room = 20 * tick
  const inside = Math.min(Math.max(mid, security.minPrice + room), security.maxPrice - room)
  walk.mid = roundDownToTick(inside, security)
}

function plainQuote({ mid }: QuoteWalk, security: Security, at: number, indexMove: number): TwoSides {
  const { securityId } = security
  const ask = mid + tickAt(mid + 1, security)
  return { securityId, at, bid: mid, ask, last: mid, condition: 'CONTINUOUS', officialClose: null, indexMove }
}

/**
 * After the close there is no market, but an official close at which adverts may still match (docs/rules.md
 * §13).
 */
const closingQuote = (quote: TwoSides): Quote => ({
  ...quote,
  bid: null,
  ask: null,
  officialClose: quote.bid,
})

/** The sighting of a security at a moment, after the quotes since the last look. */
export function nextSighting(
  quoting: QuoteSource,
  chance: Random,
  state: State,
  securityId: string,
  at: number,
): Sighting {
  const security = state.securities.get(securityId) as Security
  const walk = quoting.walks.get(securityId) ?? walkOf(security)
  quoting.walks.set(securityId, walk)
  if (at >= walk.until) nextCondition(walk, chance, at)
  if (chance.happens(0.1)) quoting.indexMove += chance.between(-12, 12)
  const isOpen = exchangeIsOpen(state.calendar, security.exchange, at)
  const since = walk.tape.quote?.at ?? 0
  for (const ago of [1_900, 1_000, 100]) {
    if (at - ago <= since) continue
    step(walk, chance, security)
    const quote = plainQuote(walk, security, at - ago, quoting.indexMove)
    const shown = isOpen ? quoteChanges[walk.condition](quote, security) : closingQuote(quote)
    if (shown) walk.tape = addQuote(walk.tape, shown, security, state.limits, at)
  }
  return sightingOf(walk.tape, securityId)
}
