import type { Security } from '../src/equity.ts'
import type { Quote, Sighting } from '../src/quote.ts'
import type { State } from '../src/state.ts'
import { emptyTape, seen, sightingOf, silent, type Tape } from '../src/tape.ts'
import { roundDownToTick, tickAt } from '../src/ticks.ts'
import type { Chance } from './chance.ts'
import { heldMs, isHeld, midnightAfter } from './clock.ts'
import { type Mood, moodIn, spoiled } from './moods.ts'
import { emptyReel, type Reel, record } from './oracle-reel.ts'

/** How the price of one security moves, and what the platform has seen of it. */
export interface Walk {
  mid: number
  mood: Mood
  /** When the mood changes, in milliseconds UTC. */
  until: number
  /** Where the price goes on the whole, in basis points a quote. */
  drift: number
  /** What the platform keeps between two sweeps; lost in a restart. */
  tape: Tape
  /** What the oracle remembers of it. */
  reel: Reel
}

/** The market outside the platform. */
export interface Prices {
  readonly walks: Map<string, Walk>
  indexMove: number
  /** When it was last asked, in milliseconds UTC. */
  at: number
}

export const pricesFrom = (securities: readonly Security[], at: number): Prices => ({
  walks: new Map(securities.map((each) => [each.securityId, walkOf(each)])),
  indexMove: 0,
  at,
})

const walkOf = ({ closePrice }: Security): Walk => ({
  mid: closePrice,
  mood: 'CALM',
  until: 0,
  drift: 0,
  tape: emptyTape(),
  reel: emptyReel(),
})

/** The market moves on to a moment: each security gets the quotes that came in since it was last asked. */
export function moveOn(prices: Prices, chance: Chance, state: State, at: number, friendly: boolean): void {
  if (chance.happens(0.3)) prices.indexMove += chance.between(-15, 15)
  if (chance.happens(0.004)) prices.indexMove = chance.between(-400, 400)
  for (const [securityId, walk] of prices.walks) {
    const security = state.securities.get(securityId)
    if (!security) continue
    if (at >= walk.until) Object.assign(walk, moodIn(chance, at, friendly))
    for (const moment of momentsUntil(chance, prices.at, at)) {
      const quote = quoteAt(prices, walk, chance, state, security, moment)
      if (quote) receive(walk, delayed(quote, chance), security, state, at)
    }
    walk.tape = silent(walk.tape, at)
    walk.reel.lastFresh ??= at
  }
  prices.at = at
}

/** When quotes came in: none, one or a few in the last seconds, on some days by the beat of the clock. */
function momentsUntil(chance: Chance, from: number, at: number): number[] {
  const since = Math.min(at - from, 4_000)
  const count = chance.oneOf([0, 1, 1, 1, 2, 3, 4])
  const beat = chance.oneOf([1, 500])
  const ago = (): number => beat * chance.between(0, Math.max(0, Math.floor(since / beat)))
  return Array.from({ length: count }, () => at - ago()).sort((a, b) => a - b)
}

/** Lines are slow now and then, and the clock of the exchange goes ahead. */
const delayed = (quote: Quote, chance: Chance): Quote =>
  chance.happens(0.03) ? { ...quote, at: quote.at + chance.between(-6_000, 2_000) } : quote

function receive(walk: Walk, quote: Quote, security: Security, { limits }: State, at: number): void {
  walk.tape = seen(walk.tape, quote, security, limits, at)
  record(walk.reel, quote, security, limits, at)
}

function quoteAt(
  prices: Prices,
  walk: Walk,
  chance: Chance,
  { calendar }: State,
  security: Security,
  at: number,
): Quote | null {
  const { exchange, securityId } = security
  const hours = calendar.hours[exchange].exchange
  if (isHeld(calendar, hours, at)) {
    step(walk, chance, security)
    return spoiled(walk.mood, plainQuote(walk.mid, security, at, prices.indexMove), security, chance)
  }
  const isOver = heldMs(calendar, hours, at, midnightAfter(at)) === 0
  if (isOver) {
    const close = roundDownToTick(walk.mid, security)
    const officialClose = chance.happens(0.9) ? close : chance.oneOf([null, 0, close + 0.5])
    const closed = { condition: 'CONTINUOUS', bid: null, ask: null, officialClose } as const
    return chance.happens(0.3) ? { ...plainQuote(walk.mid, security, at, prices.indexMove), ...closed } : null
  }
  // Orders gather before the open and at lunch: bids above asks, and no trade.
  if (!chance.happens(0.1)) return null
  const { bid, ask, ...rest } = plainQuote(walk.mid, security, at, prices.indexMove)
  return { ...rest, securityId, bid: ask, ask: bid }
}

/** A little up or down, on the whole where it drifts; now and then a gap; always inside the day's limits. */
function step(walk: Walk, chance: Chance, security: Security): void {
  const by = (basisPoints: number): number => Math.floor((walk.mid * basisPoints) / 10_000)
  if (chance.happens(0.05)) walk.drift = chance.between(-8, 8)
  if (chance.happens(0.7)) walk.mid += by(chance.between(-10, 10) + walk.drift)
  if (chance.happens(0.006)) walk.mid += by(chance.between(-500, 500))
  const room = 20 * tickAt(walk.mid, security)
  const inside = Math.min(Math.max(walk.mid, security.minPrice + room), security.maxPrice - room)
  walk.mid = roundDownToTick(inside, security)
}

/** One tick wide, or two: then the mid is a price of the grid, as levels are. */
function plainQuote(price: number, security: Security, at: number, indexMove: number): Quote {
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

/** What a sweep is shown of a security now. */
export function sightingFrom({ walks }: Prices, securityId: string): Sighting {
  return sightingOf(walks.get(securityId)?.tape ?? emptyTape(), securityId)
}

/** What the platform keeps of the market is lost when it stops. */
export function forgetRuns({ walks }: Prices): void {
  for (const walk of walks.values()) {
    walk.tape = emptyTape()
    walk.reel = emptyReel()
  }
}
