import { hourMs } from '@aitai/engine/calendar/trading-days.ts'
import { roundDownToTick, tickAt } from '@aitai/engine/market/tick-sizes.ts'
import { type Price, yen } from '@aitai/engine/model/price.ts'
import type { Security } from '@aitai/engine/model/security.ts'
import { noiseKey, normalAt, type PathShape, pathAt, uniformAt } from './hashed-noise.ts'

const secondMs = 1_000

/** The finest details of all paths last between one and two seconds. */
const indexPath: PathShape = { deviation: 0.006, returnMs: 2 * hourMs, levels: 12 }
const ownPath: PathShape = { deviation: 0.008, returnMs: hourMs, levels: 11 }
const dollarPath: PathShape = { deviation: 0.005, returnMs: 24 * hourMs, levels: 16 }
const dollarCentre: Price = 150 * yen
/** The previous close of the index, in 1/10,000 points. */
const indexCentre: Price = 2_800 * yen
/** The range of a security's beta to the index. */
const betas = { min: 0.6, max: 1.4 }
/** The share of quotes that are 1, 2, 3 and 4 ticks wide: liquid names, so that quotes always count as fresh. */
const spreadShares = [0.6, 0.25, 0.12, 0.03] as const

/** What is drawn for a security, each at a level of its own. */
const draws = { beta: 0, spread: 1, trade: 2, bidSize: 3, askSize: 4, day: 5 } as const

/** The best bid and ask and the price of a trade at that moment, in 1/10,000 yen. */
interface SimulatedBook {
  readonly bid: Price
  readonly ask: Price
  readonly trade: Price
}

interface SecurityKeys {
  readonly path: number
  readonly draw: number
  readonly beta: number
}

/** The next price of the grid above one that is on it. */
const tickAbove = (price: Price, security: Security): Price => price + tickAt(price + 1, security)
/** The next price of the grid below one that is on it. */
const tickBelow = (price: Price, security: Security): Price => roundDownToTick(price - 1, security)

function spreadTicks(chance: number): number {
  let left = chance
  const index = spreadShares.findIndex((share) => {
    left -= share
    return left < 0
  })
  return index < 0 ? 1 : index + 1
}

/** Bid and ask around a fair price: on the tick grid, at least one tick apart, within the daily limits. */
function bidAndAsk(fair: Price, security: Security, ticks: number): { bid: Price; ask: Price } {
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

/** How many seconds of the index are remembered: more than a day of trades of one security needs. */
const remembered = 2 ** 17

/**
 * The prices of a simulated market, each a function of the seed, the security and the time, so that any moment can be
 * computed without those before it. The logarithm of a price reverts to the close, partly with the index and partly on
 * its own. Times in milliseconds UTC; prices change with the second.
 */
export class SimulatedPrices {
  readonly #seed: string
  readonly #indexKey: number
  readonly #dollarKey: number
  readonly #keys = new Map<string, SecurityKeys>()
  readonly #indexSeconds = new Float64Array(remembered).fill(-1)
  readonly #indexValues = new Float64Array(remembered)

  constructor(seed: string) {
    this.#seed = seed
    this.#indexKey = noiseKey(`${seed}|index`)
    this.#dollarKey = noiseKey(`${seed}|dollar`)
  }

  /** Move of TOPIX from its previous close, in basis points. */
  indexMove(at: number): number {
    return Math.round((Math.exp(this.#index(Math.floor(at / secondMs))) - 1) * 10_000)
  }

  /** TOPIX, in 1/10,000 points. */
  indexAt(at: number): Price {
    return Math.round((indexCentre * Math.exp(this.#index(Math.floor(at / secondMs)))) / 100) * 100
  }

  /** Yen for one dollar in 1/10,000 yen, rounded to 0.01 yen. */
  usdJpy(at: number): Price {
    const second = Math.floor(at / secondMs)
    return (
      Math.round((dollarCentre * Math.exp(pathAt(this.#dollarKey, dollarPath, second * secondMs))) / 100) *
      100
    )
  }

  /** The order book of a security, and what a trade would cost. */
  bookAt(security: Security, at: number): SimulatedBook {
    const second = Math.floor(at / secondMs)
    const { path, draw, beta } = this.#keysOf(security)
    const move = beta * this.#index(second) + pathAt(path, ownPath, second * secondMs)
    const fair = Math.round(security.closePrice * Math.exp(move))
    const { bid, ask } = bidAndAsk(fair, security, spreadTicks(uniformAt(draw, draws.spread, second)))
    return { bid, ask, trade: uniformAt(draw, draws.trade, second) < 0.5 ? bid : ask }
  }

  /** Random factors of the shares at the best bid and ask: about one, rarely above five. */
  sizeFactors(security: Security, at: number): { readonly bid: number; readonly ask: number } {
    const { draw } = this.#keysOf(security)
    const second = Math.floor(at / secondMs)
    const factor = (level: number): number => Math.exp(0.6 * normalAt(draw, level, second))
    return { bid: factor(draws.bidSize), ask: factor(draws.askSize) }
  }

  /** The factor by which a trading day's volume differs from the average, and a key for what happens on it. */
  dayOf(security: Security, day: number): { readonly factor: number; readonly key: number } {
    const { draw } = this.#keysOf(security)
    const factor = Math.exp(0.3 * normalAt(draw, draws.day, day))
    return { factor, key: noiseKey(`${this.#seed}|${security.securityId}|${day}`) }
  }

  #keysOf({ securityId }: Security): SecurityKeys {
    const known = this.#keys.get(securityId)
    if (known) return known
    const draw = noiseKey(`${this.#seed}|${securityId}|draws`)
    const keys = {
      path: noiseKey(`${this.#seed}|${securityId}`),
      draw,
      beta: betas.min + (betas.max - betas.min) * uniformAt(draw, draws.beta, 0),
    }
    this.#keys.set(securityId, keys)
    return keys
  }

  /** The logarithm of the index over its previous close. Remembered, because every security follows it. */
  #index(second: number): number {
    const slot = second % remembered
    if (this.#indexSeconds[slot] !== second) {
      this.#indexSeconds[slot] = second
      this.#indexValues[slot] = pathAt(this.#indexKey, indexPath, second * secondMs)
    }
    return this.#indexValues[slot] as number
  }
}
