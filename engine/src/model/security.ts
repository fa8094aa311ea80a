import type { Exchange } from './calendar.ts'
import type { Price } from './price.ts'

/**
 * The exchange's tables of ticks (docs/market.md): FINE for members of TOPIX500 and funds of ten units and more, FUND
 * for funds of one unit, COARSE for all others.
 */
export const tickTables = ['FINE', 'COARSE', 'FUND'] as const
export type TickTableName = (typeof tickTables)[number]

/** A tradable security with the prices of its trading day. */
export interface Security {
  readonly securityId: string
  readonly ric: string
  readonly exchange: Exchange
  readonly lotSize: number
  readonly tickTable: TickTableName
  readonly closePrice: Price
  readonly minPrice: Price
  readonly maxPrice: Price
  /** Whether it is no longer listed. Missing if it is. */
  readonly isDelisted?: boolean
}

/** Round a number of shares down to whole lots (docs/rules.md §3, E5). */
export const floorLot = (shares: number, lotSize: number): number => Math.floor(shares / lotSize) * lotSize

/** Round a number of shares up to whole lots (docs/rules.md §3, minShares). */
export const ceilLot = (shares: number, lotSize: number): number => Math.ceil(shares / lotSize) * lotSize
