import type { Quote } from '@aitai/engine/market/quote.ts'
import type { Security } from '@aitai/engine/market/security.ts'
import { yen } from '@aitai/engine/market/security.ts'
import { roundDownToTick, tickAt } from '@aitai/engine/market/tick-sizes.ts'
import type { RandomSource } from './seeded-random.ts'
import { normalSample, seededRandom } from './seeded-random.ts'

/**
 * A market for demonstration and tests. The log of every price wanders around its close and is pulled
 * back to it (an Ornstein-Uhlenbeck walk), partly with the index and partly alone. Time and seed come in
 * as data: the same seed, securities and moments give the same quotes.
 */
export interface SimulatedMarket {
  /** Move on to a moment, in milliseconds UTC. A moment that is not later changes nothing. */
  advance(at: number): void
  /** Take in new securities, and new closes of those already there. */
  list(securities: readonly Security[]): void
  quoteOf(securityId: string): Quote | null
  /** Yen for one dollar, in 1/10,000 yen. */
  usdJpy(): number
  /** Move of TOPIX from its previous close, in basis points. */
  indexMove(): number
}

const hourMs = 3_600_000

/** How far a walk strays (its deviation in the long run, as a share) and how long it takes to come back. */
interface Walk {
  readonly deviation: number
  readonly returnMs: number
}

const indexWalk: Walk = { deviation: 0.006, returnMs: 2 * hourMs }
const ownWalk: Walk = { deviation: 0.008, returnMs: 1 * hourMs }
const dollarWalk: Walk = { deviation: 0.005, returnMs: 24 * hourMs }
const dollarCentre = 150 * yen
/** How much of a move of the index a security makes: drawn once for each, around 1. */
const betas = { min: 0.6, max: 1.4 }
/** The share of quotes 1, 2, 3 and 4 ticks wide: liquid names, far inside what counts as fresh (rules 12). */
const spreadShares = [0.6, 0.25, 0.12, 0.03] as const

/** This market never closes, so it publishes no close either. */
const alwaysOpen = { condition: 'CONTINUOUS', officialClose: null } as const

/** A walk that has been going on for ever: it begins anywhere it may be, not at its centre. */
const begin = ({ deviation }: Walk, chance: RandomSource): number => deviation * normalSample(chance)

/** The exact step of the walk over any time, so that one long step strays no further than many short ones. */
function step(
  { deviation, returnMs }: Walk,
  elapsedMs: number,
): (from: number, chance: RandomSource) => number {
  const kept = Math.exp(-elapsedMs / returnMs)
  const fresh = deviation * Math.sqrt(1 - kept * kept)
  return (from, chance) => from * kept + fresh * normalSample(chance)
}

interface Listed {
  security: Security
  readonly chance: RandomSource
  readonly beta: number
  /** Where its own walk is: the log of the price against its close, without the part of the index. */
  own: number
  quote: Quote
}

/** The next price of the grid above one that is on it. */
const tickAbove = (price: number, security: Security): number => price + tickAt(price + 1, security)
/** The next price of the grid below one that is on it. */
const tickBelow = (price: number, security: Security): number => roundDownToTick(price - 1, security)

function spreadTicks(chance: RandomSource): number {
  let left = chance()
  const index = spreadShares.findIndex((share) => {
    left -= share
    return left < 0
  })
  return index < 0 ? 1 : index + 1
}

/** Bid and ask around a price that may be off the grid: on it, apart, and inside the day's limits. */
function bidAndAsk(fair: number, security: Security, ticks: number): { bid: number; ask: number } {
  const { minPrice, maxPrice } = security
  const floor = roundDownToTick(minPrice, security)
  const lowestBid = floor < minPrice ? tickAbove(floor, security) : floor
  const highestBid = tickBelow(roundDownToTick(maxPrice, security), security)
  const bid = Math.min(Math.max(roundDownToTick(fair, security), lowestBid), highestBid)

  let ask = tickAbove(bid, security)
  for (let width = 1; width < ticks; width += 1) {
    const wider = tickAbove(ask, security)
    if (wider <= maxPrice) ask = wider
  }
  return { bid, ask }
}

/** A market that begins at a moment, in milliseconds UTC, with a quote for every security. */
export function createSimulatedMarket(start: {
  readonly seed: string
  readonly securities: readonly Security[]
  readonly at: number
}): SimulatedMarket {
  const common = seededRandom(`${start.seed}|market`)
  const listed = new Map<string, Listed>()
  let now = start.at
  let index = begin(indexWalk, common)
  let dollar = begin(dollarWalk, common)

  const indexMove = (): number => Math.round((Math.exp(index) - 1) * 10_000)

  function quote({ security, chance, beta, own }: Omit<Listed, 'quote'>): Quote {
    const fair = Math.round(security.closePrice * Math.exp(beta * index + own))
    const { bid, ask } = bidAndAsk(fair, security, spreadTicks(chance))
    const last = chance() < 0.5 ? bid : ask
    const { securityId } = security
    return { securityId, at: now, bid, ask, last, indexMove: indexMove(), ...alwaysOpen }
  }

  function list(securities: readonly Security[]): void {
    for (const security of securities) {
      const known = listed.get(security.securityId)
      // Each has its own chance, so that one more security changes nothing for the others.
      const chance = known?.chance ?? seededRandom(`${start.seed}|${security.securityId}`)
      const beta = known?.beta ?? betas.min + (betas.max - betas.min) * chance()
      const own = known?.own ?? begin(ownWalk, chance)
      const entry = { security, chance, beta, own }
      listed.set(security.securityId, { ...entry, quote: quote(entry) })
    }
  }

  function advance(at: number): void {
    if (at <= now) return
    const elapsedMs = at - now
    now = at
    index = step(indexWalk, elapsedMs)(index, common)
    dollar = step(dollarWalk, elapsedMs)(dollar, common)
    const ownStep = step(ownWalk, elapsedMs)
    for (const each of listed.values()) {
      each.own = ownStep(each.own, each.chance)
      each.quote = quote(each)
    }
  }

  list(start.securities)
  const quoteOf = (securityId: string): Quote | null => listed.get(securityId)?.quote ?? null
  return { advance, list, quoteOf, usdJpy: () => rateOf(dollar), indexMove }
}

/** Yen per dollar in 1/10,000 yen, to the hundredth. */
const rateOf = (dollar: number): number => Math.round((dollarCentre * Math.exp(dollar)) / 100) * 100
