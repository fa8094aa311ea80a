import type { Exchange } from '@aitai/engine/model/calendar.ts'
import type { Quote } from '@aitai/engine/model/quote.ts'
import type { Security } from '@aitai/engine/model/security.ts'
import type { Bar, DayStatistics } from './bar.ts'

/** TOPIX is of the Tokyo exchange, and has its hours. */
export const indexExchange: Exchange = 'XTKS'

/** Market data besides the quotes by which the engine decides: the same for everybody (docs/rules.md §23). */
export interface MarketData {
  /** The day of a security at the moment of its newest quote. */
  statisticsOf(quote: Quote): DayStatistics
  /**
   * The bars of a security from one time to another (milliseconds UTC, the end exclusive) in ascending order, with
   * the current minute as it is so far. Minutes in which nothing was seen are missing.
   */
  barsOf(security: Security, from: number, to: number): Promise<readonly Bar[]>
  /** The same of TOPIX, in 1/10,000 points and without volume. */
  indexBarsOf(from: number, to: number): Promise<readonly Bar[]>
}
