import uPlot from 'uplot'
import { priceSplits, timeSplits, tokyoClock } from '../chart-data.ts'
import { axisLabels } from './axis-tags.ts'
import type { PlotFrame, ShownPlot } from './plot-content.ts'
import { barPart, besideColour, colour, drawBreaks, font, lineWidth, widestBar } from './plot-drawing.ts'
import { drawCandles, drawLines } from './plot-layers.ts'
import { priceScale, volumeScale } from './plot-scales.ts'

export interface PlotListeners {
  onFrame(frame: PlotFrame): void
  /** Gets the index of the point under the pointer, or null. */
  onHover(index: number | null): void
}

/** Of the time axis, in CSS pixels. */
const labelWidth = 64

/** How the library draws a plot. Each option reads what is shown when it is drawn. */
export const plotOptions = (
  { clientWidth, clientHeight }: HTMLElement,
  shown: ShownPlot,
  { onFrame, onHover }: PlotListeners,
): uPlot.Options => ({
  width: Math.max(1, clientWidth),
  height: Math.max(1, clientHeight),
  legend: { show: false },
  padding: [8, 0, 0, 20],
  cursor: { y: false, drag: { x: false, y: false }, points: { size: 6 } },
  scales: {
    x: { time: false, range: () => [shown.content.axis.from, shown.content.axis.to] },
    y: { range: () => priceScale(shown) },
    volume: { range: () => volumeScale(shown) },
  },
  axes: [timeAxis(shown), priceAxis(shown)],
  series: [{}, priceSeries(shown), besideSeries(shown), volumeSeries()],
  hooks: {
    drawClear: [(plot) => drawBreaks(plot, shown.content.axis)],
    // Below the line of the average price, as in the newest interval.
    drawAxes: [(plot) => drawCandles(plot, shown)],
    draw: [(plot) => drawLines(plot, shown), (plot) => onFrame(frameOf(plot))],
    setCursor: [({ cursor }) => onHover(cursor.idx ?? null)],
  },
})

const axis = {
  stroke: () => colour('--ink-3'),
  font,
  grid: { stroke: () => colour('--line'), width: 1 },
  ticks: { show: false },
}

const timeAxis = (shown: ShownPlot): uPlot.Axis => ({
  ...axis,
  size: 24,
  // A day has its label below its middle, and no line there.
  grid: { ...axis.grid, stroke: () => colour(shown.content.axis.days.length > 0 ? '--surface' : '--line') },
  splits: (plot, _, min, max) => {
    const { days } = shown.content.axis
    return days.length > 0
      ? days.map(({ from, to }) => (from + to) / 2)
      : timeSplits(min, max, plot.bbox.width / devicePixelRatio, labelWidth)
  },
  values: (_, splits) => {
    const { days } = shown.content.axis
    return days.length > 0 ? days.map(shown.content.dayLabel) : splits.map(tokyoClock)
  },
})

const priceAxis = (shown: ShownPlot): uPlot.Axis => ({
  ...axis,
  side: 1,
  size: 72,
  space: 32,
  splits: (_plot, _axis, min, max, step) => priceSplits(min, max, step, shown.content.base),
  values: (plot, splits) => {
    shown.axisPrices = splits
    return axisLabels(plot, shown)
  },
})

const linear = uPlot.paths.linear?.()

const bars = uPlot.paths.bars?.({ size: [barPart, widestBar] })

const priceSeries = (shown: ShownPlot): uPlot.Series => ({
  scale: 'y',
  stroke: () => colour('--brand'),
  width: lineWidth.price,
  spanGaps: false,
  points: { show: false },
  // Candles are drawn instead.
  paths: (...drawn) => (shown.content.style === 'line' ? (linear?.(...drawn) ?? null) : null),
})

const besideSeries = (shown: ShownPlot): uPlot.Series => ({
  scale: 'y',
  stroke: () => colour(besideColour(shown.content)),
  width: lineWidth.beside,
  dash: [8, 3],
  spanGaps: false,
  points: { show: false },
})

const volumeSeries = (): uPlot.Series => ({
  scale: 'volume',
  fill: () => colour('--brand-line'),
  stroke: () => colour('--brand-line'),
  width: 0,
  points: { show: false },
  ...(bars ? { paths: bars } : {}),
})

/** Where the plot area is now, and what it spans. */
function frameOf({ bbox, scales }: uPlot): PlotFrame {
  const ratio = devicePixelRatio
  return {
    left: bbox.left / ratio,
    top: bbox.top / ratio,
    width: bbox.width / ratio,
    height: bbox.height / ratio,
    low: scales.y?.min ?? 0,
    high: scales.y?.max ?? 1,
    from: scales.x?.min ?? 0,
    to: scales.x?.max ?? 1,
  }
}
