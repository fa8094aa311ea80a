import type { Exchange } from './calendar.ts'
import type { Price } from './price.ts'

/** A tradable security with the prices of its trading day. */
export interface Security {
  readonly securityId: string
  readonly ric: string
  readonly exchange: Exchange
  readonly lotSize: number
  /** Whether it is a member of TOPIX500, which has finer ticks (docs/market.md). */
  readonly topix500: boolean
  readonly closePrice: Price
  readonly minPrice: Price
  readonly maxPrice: Price
}

/** Round a number of shares down to whole lots (docs/rules.md §3, E5). */
export const floorLot = (shares: number, lotSize: number): number => Math.floor(shares / lotSize) * lotSize

/** Round a number of shares up to whole lots (docs/rules.md §3, minShares). */
export const ceilLot = (shares: number, lotSize: number): number => Math.ceil(shares / lotSize) * lotSize
