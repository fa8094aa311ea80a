import type { Yen } from '@aitai/engine/model/price.ts'
import type { ChartData } from '../chart-data.ts'
import type { AxisDay, TimeAxis } from '../time-axis.ts'

/** A horizontal line that cannot be moved. */
export interface ReferenceLine {
  readonly label: string
  readonly price: Yen
  /** Whether the price axis must contain it; others are drawn where they are in view. */
  readonly isContained: boolean
}

/** What the plot shows beside its data. */
export interface PlotContent {
  readonly axis: TimeAxis
  readonly style: 'line' | 'candles'
  /** How long an interval is, in seconds. */
  readonly intervalSeconds: number
  readonly dayLabel: (day: AxisDay) => string
  /** The price from which the index and the axis in percent are measured; null without the index. */
  readonly base: Yen | null
  readonly lines: readonly ReferenceLine[]
  /** The trigger levels: the axis reaches for those that are near. */
  readonly levels: readonly Yen[]
  readonly tick: Yen
  /** With the decimals that the other prices need too. */
  readonly formatPrice: (price: Yen, beside: readonly Yen[]) => string
}

/** Where the plot area is, in CSS pixels of the chart, and what it spans. */
export interface PlotFrame {
  /** Positions of the time axis. */
  readonly from: number
  readonly to: number
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
  readonly low: Yen
  readonly high: Yen
}

/** What a plot shows now. */
export interface ShownPlot {
  data: ChartData
  content: PlotContent
  /** The ends of the price axis while it must not move, or null. */
  heldScale: readonly [Yen, Yen] | null
  /** The prices at which the price axis is divided. */
  axisPrices: readonly Yen[]
}
