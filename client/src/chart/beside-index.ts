import type { Bars } from '@aitai/contract/schemas/reference.ts'
import type { Yen } from '@aitai/engine/model/price.ts'
import type { ChartData, TimeRange } from './chart-data.ts'

/** A chart with the index, and the price from which both are measured. */
export interface ChartBesideIndex {
  readonly data: ChartData
  /** The first price that is shown and at which there is an index; null without one. */
  readonly base: Yen | null
}

/**
 * Adds the index to a chart, scaled so that it begins at the price of the security: the scale of prices stays, and the
 * distance of the two lines is the relative performance. Bars of the index have the intervals of the chart. Where one
 * is missing the index is as it was.
 */
export function besideIndex(data: ChartData, { from, to }: TimeRange, index: Bars): ChartBesideIndex {
  const rankAt = new Map(index.at.map((at, rank) => [at / 1_000, rank]))
  const first = data.time.findIndex((time, i) => {
    const x = data.x[i] ?? 0
    const open = index.open[rankAt.get(time) ?? -1]
    return x >= from && x <= to && typeof data.open[i] === 'number' && typeof open === 'number'
  })
  const [base, start] = [data.open[first], index.open[rankAt.get(data.time[first] ?? -1) ?? -1]]
  if (typeof base !== 'number' || typeof start !== 'number') return { data, base: null }
  let last: number | null = null
  const values = data.time.map((time, i) => {
    if (i < first) return null
    last = index.close[rankAt.get(time) ?? -1] ?? last
    return data.price[i] === null || last === null ? null : (base * last) / start
  })
  return { data: { ...data, index: values }, base }
}

/** How far a price is from the one from which it is measured, in percent. */
export const percentFrom = (base: Yen, price: Yen): number => (price / base - 1) * 100
