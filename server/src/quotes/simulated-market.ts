import { yen } from '@aitai/engine/market/price.ts'
import type { Quote } from '@aitai/engine/market/quote.ts'
import type { Security } from '@aitai/engine/market/security.ts'
import { roundDownToTick, tickAt } from '@aitai/engine/market/tick-sizes.ts'
import type { RandomSource } from './seeded-random.ts'
import { normalSample, seededRandom } from './seeded-random.ts'

/**
 * A market for demonstrations and tests. The logarithm of every price follows an Ornstein-Uhlenbeck process
 * around the close, partly with the index and partly on its own. Time and seed are inputs: the same seed,
 * securities and times give the same quotes.
 */
export interface SimulatedMarket {
  /** Advances to a time in milliseconds UTC. A time that is not later changes nothing. */
  advance(at: number): void
  /** Adds new securities, and updates the closes of those already listed. */
  list(securities: readonly Security[]): void
  quoteOf(securityId: string): Quote | null
  /** Yen for one dollar, in 1/10,000 yen. */
  usdJpy(): number
  /** Move of TOPIX from its previous close, in basis points. */
  indexMove(): number
}

const hourMs = 3_600_000

/** An Ornstein-Uhlenbeck process: its long-run deviation (as a share) and its time constant of mean reversion. */
interface Walk {
  readonly deviation: number
  readonly returnMs: number
}

const indexWalk: Walk = { deviation: 0.006, returnMs: 2 * hourMs }
const ownWalk: Walk = { deviation: 0.008, returnMs: 1 * hourMs }
const dollarWalk: Walk = { deviation: 0.005, returnMs: 24 * hourMs }
const dollarCentre = 150 * yen
/** The range of a security's beta to the index, drawn once for each security. */
const betas = { min: 0.6, max: 1.4 }
/** The share of quotes that are 1, 2, 3 and 4 ticks wide: liquid names, so that quotes always count as fresh. */
const spreadShares = [0.6, 0.25, 0.12, 0.03] as const

/** The simulated market never closes, so there is no official close. */
const alwaysOpen = { condition: 'CONTINUOUS', officialClose: null } as const

/** A start value from the stationary distribution. */
const begin = ({ deviation }: Walk, chance: RandomSource): number => deviation * normalSample(chance)

/** The exact step over any time span, so that one long step has the same distribution as many short ones. */
function step(
  { deviation, returnMs }: Walk,
  elapsedMs: number,
): (from: number, chance: RandomSource) => number {
  const kept = Math.exp(-elapsedMs / returnMs)
  const fresh = deviation * Math.sqrt(1 - kept * kept)
  return (from, chance) => from * kept + fresh * normalSample(chance)
}

/** Prices from which a market continues. */
export interface SimulationStart {
  quoteOf(securityId: string): Quote | null
  usdJpy(): number
  indexMove(): number
}

interface Listed {
  security: Security
  readonly chance: RandomSource
  readonly beta: number
  /** The log of price / close, without the part that follows the index. */
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

/** Bid and ask around a fair price: on the tick grid, at least one tick apart, within the daily limits. */
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

/** Creates a market at a time in milliseconds UTC, with a quote for every security. */
export function createSimulatedMarket(start: {
  readonly seed: string
  readonly securities: readonly Security[]
  readonly at: number
  /** By default the market starts at random prices around the closes. */
  readonly last?: SimulationStart | null
}): SimulatedMarket {
  const common = seededRandom(`${start.seed}|market`)
  const listed = new Map<string, Listed>()
  let now = start.at
  const last = start.last ?? null
  let index = last ? Math.log(1 + last.indexMove() / 10_000) : begin(indexWalk, common)
  let dollar = last ? Math.log(last.usdJpy() / dollarCentre) : begin(dollarWalk, common)

  const indexMove = (): number => Math.round((Math.exp(index) - 1) * 10_000)

  function quote({ security, chance, beta, own }: Omit<Listed, 'quote'>): Quote {
    const fair = Math.round(security.closePrice * Math.exp(beta * index + own))
    const { bid, ask } = bidAndAsk(fair, security, spreadTicks(chance))
    const last = chance() < 0.5 ? bid : ask
    const { securityId } = security
    return { securityId, at: now, bid, ask, last, indexMove: indexMove(), ...alwaysOpen }
  }

  /** The own part of the price at which the market continues. */
  function ownAt({ securityId, closePrice }: Security, beta: number): number | null {
    const { bid, ask } = last?.quoteOf(securityId) ?? {}
    return bid && ask ? Math.log((bid + ask) / 2 / closePrice) - beta * index : null
  }

  function list(securities: readonly Security[]): void {
    for (const security of securities) {
      const known = listed.get(security.securityId)
      // Each security has its own sequence, so that adding one does not change the others.
      const chance = known?.chance ?? seededRandom(`${start.seed}|${security.securityId}`)
      const beta = known?.beta ?? betas.min + (betas.max - betas.min) * chance()
      const own = known?.own ?? ownAt(security, beta) ?? begin(ownWalk, chance)
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

/** Yen per dollar in 1/10,000 yen, rounded to 0.01 yen. */
const rateOf = (dollar: number): number => Math.round((dollarCentre * Math.exp(dollar)) / 100) * 100
