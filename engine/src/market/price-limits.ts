import { type Price, toPrice, type Yen, yen } from '../model/price.ts'

/**
 * Base prices below `below` may move by `width` a day, in yen (docs/market.md). The bound is exclusive
 * ("未満").
 */
export const priceLimitWidths: readonly (readonly [below: Yen, width: Yen])[] = [
  [100, 30],
  [200, 50],
  [500, 80],
  [700, 100],
  [1_000, 150],
  [1_500, 300],
  [2_000, 400],
  [3_000, 500],
  [5_000, 700],
  [7_000, 1_000],
  [10_000, 1_500],
  [15_000, 3_000],
  [20_000, 4_000],
  [30_000, 5_000],
  [50_000, 7_000],
  [70_000, 10_000],
  [100_000, 15_000],
  [150_000, 30_000],
  [200_000, 40_000],
  [300_000, 50_000],
  [500_000, 70_000],
  [700_000, 100_000],
  [1_000_000, 150_000],
  [1_500_000, 300_000],
  [2_000_000, 400_000],
  [3_000_000, 500_000],
  [5_000_000, 700_000],
  [7_000_000, 1_000_000],
  [10_000_000, 1_500_000],
  [15_000_000, 3_000_000],
  [20_000_000, 4_000_000],
  [30_000_000, 5_000_000],
  [50_000_000, 7_000_000],
]
export const widestPriceLimitWidth: Yen = 10_000_000

/** The lowest and the highest price of a day. */
export interface PriceLimits {
  readonly minPrice: Price
  readonly maxPrice: Price
}

/**
 * The daily price limits around a base price, the previous close (docs/market.md). The lower limit is at
 * least one yen. Wider limits after two locked days cannot be computed: the exchange publishes them, and they
 * are loaded.
 */
export function priceLimits(basePrice: Price): PriceLimits {
  const row = priceLimitWidths.find(([below]) => basePrice < toPrice(below))
  const width = toPrice(row ? row[1] : widestPriceLimitWidth)
  return { minPrice: Math.max(basePrice - width, yen), maxPrice: basePrice + width }
}
