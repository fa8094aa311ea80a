import { type Price, toPrice, type Yen } from '../model/price.ts'
import type { Security, TickTableName } from '../model/security.ts'

/** Prices up to and including `upTo` have this tick. */
interface TickBand {
  readonly upTo: Price
  readonly tick: Price
}

/**
 * The ticks of each table, in yen (docs/market.md, docs/decisions/0099-tick-tables.md). Upper bounds are inclusive
 * ("以下").
 */
const ticksInYen: readonly (readonly [upTo: Yen, Readonly<Record<TickTableName, Yen>>])[] = [
  [1_000, { FINE: 0.1, COARSE: 1, FUND: 1 }],
  [3_000, { FINE: 0.5, COARSE: 1, FUND: 1 }],
  [5_000, { FINE: 1, COARSE: 5, FUND: 1 }],
  [10_000, { FINE: 1, COARSE: 10, FUND: 1 }],
  [30_000, { FINE: 5, COARSE: 10, FUND: 5 }],
  [50_000, { FINE: 10, COARSE: 50, FUND: 10 }],
  [100_000, { FINE: 10, COARSE: 100, FUND: 10 }],
  [300_000, { FINE: 50, COARSE: 100, FUND: 50 }],
  [500_000, { FINE: 100, COARSE: 500, FUND: 100 }],
  [1_000_000, { FINE: 100, COARSE: 1_000, FUND: 100 }],
  [3_000_000, { FINE: 500, COARSE: 1_000, FUND: 500 }],
  [5_000_000, { FINE: 1_000, COARSE: 5_000, FUND: 1_000 }],
  [10_000_000, { FINE: 1_000, COARSE: 10_000, FUND: 1_000 }],
  [30_000_000, { FINE: 5_000, COARSE: 10_000, FUND: 5_000 }],
  [50_000_000, { FINE: 10_000, COARSE: 50_000, FUND: 10_000 }],
  [Number.POSITIVE_INFINITY, { FINE: 10_000, COARSE: 100_000, FUND: 10_000 }],
]

const bandsOf = (table: TickTableName): readonly TickBand[] =>
  ticksInYen.map(([upTo, ticks]) => ({ upTo: toPrice(upTo), tick: toPrice(ticks[table]) }))

/** The bands of each table. */
export const tickBands: Readonly<Record<TickTableName, readonly TickBand[]>> = {
  FINE: bandsOf('FINE'),
  COARSE: bandsOf('COARSE'),
  FUND: bandsOf('FUND'),
}

/** The properties that determine the tick table of a security. */
export type TickTable = Pick<Security, 'tickTable' | 'exchange'>

/** Fukuoka and Sapporo use the coarse table for every security (docs/market.md). */
const ticksOf = ({ tickTable, exchange }: TickTable): readonly TickBand[] =>
  tickBands[exchange === 'XTKS' || exchange === 'XNGO' ? tickTable : 'COARSE']

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
