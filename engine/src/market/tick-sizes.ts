import { type Price, toPrice, type Yen } from '../model/price.ts'
import type { Security } from '../model/security.ts'

/** Prices up to and including `upTo` have this tick. */
interface TickBand {
  readonly upTo: Price
  readonly tick: Price
}

const band = ([upToYen, tickYen]: readonly [Yen, Yen]): TickBand => ({
  upTo: toPrice(upToYen),
  tick: toPrice(tickYen),
})

/** In yen, for TOPIX500 members on Tokyo and Nagoya (docs/market.md). Upper bounds are inclusive ("以下"). */
export const fineTicks: readonly TickBand[] = (
  [
    [1_000, 0.1],
    [3_000, 0.5],
    [5_000, 1],
    [10_000, 1],
    [30_000, 5],
    [50_000, 10],
    [100_000, 10],
    [300_000, 50],
    [500_000, 100],
    [1_000_000, 100],
    [3_000_000, 500],
    [5_000_000, 1_000],
    [10_000_000, 1_000],
    [30_000_000, 5_000],
    [50_000_000, 10_000],
    [Number.POSITIVE_INFINITY, 10_000],
  ] as const
).map(band)

/** In yen, for every other security (docs/market.md). */
export const coarseTicks: readonly TickBand[] = (
  [
    [1_000, 1],
    [3_000, 1],
    [5_000, 5],
    [10_000, 10],
    [30_000, 10],
    [50_000, 50],
    [100_000, 100],
    [300_000, 100],
    [500_000, 500],
    [1_000_000, 1_000],
    [3_000_000, 1_000],
    [5_000_000, 5_000],
    [10_000_000, 10_000],
    [30_000_000, 10_000],
    [50_000_000, 50_000],
    [Number.POSITIVE_INFINITY, 100_000],
  ] as const
).map(band)

/** The properties that determine the tick table of a security. */
export type TickTable = Pick<Security, 'topix500' | 'exchange'>

/** Fukuoka and Sapporo use the coarse table even for TOPIX500 members (docs/market.md). */
const ticksOf = ({ topix500, exchange }: TickTable): readonly TickBand[] =>
  topix500 && (exchange === 'XTKS' || exchange === 'XNGO') ? fineTicks : coarseTicks

/** The tick of a security at a price (docs/market.md). */
export function tickAt(price: Price, table: TickTable): Price {
  const found = ticksOf(table).find(({ upTo }) => price <= upTo)
  if (!found) throw new Error(`no tick size for the price ${price}`)
  return found.tick
}

/**
 * The highest price on the tick grid that is not above this one (docs/rules.md §11). The tick is that of the
 * result's band. Every bound is a multiple of the tick above it, so rounding stays in the band of the price
 * or hits its lower bound.
 */
export function roundDownToTick(price: Price, table: TickTable): Price {
  const tick = tickAt(price, table)
  return Math.floor(price / tick) * tick
}
