import type { Exchange } from '../calendar/calendar.ts'
import type { Price } from './price.ts'

/** A security as the engine knows it. */
export interface Security {
  readonly securityId: string
  readonly ric: string
  readonly exchange: Exchange
  readonly lotSize: number
  /** Member of TOPIX500: trades on the fine tick table (market.md 4). */
  readonly topix500: boolean
  readonly closePrice: Price
  readonly minPrice: Price
  readonly maxPrice: Price
}

/** Round a number of shares down to whole lots (rules 3, E5). */
export const floorLot = (shares: number, lotSize: number): number => Math.floor(shares / lotSize) * lotSize

/** Round a number of shares up to whole lots (rules 3, minShares). */
export const ceilLot = (shares: number, lotSize: number): number => Math.ceil(shares / lotSize) * lotSize
