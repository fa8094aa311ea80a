import type { Yen } from '@aitai/engine/model/price.ts'
import uPlot from 'uplot'
import {
  type ChartData,
  isSameButNewest,
  levelsInReach,
  priceRange,
  priceSplits,
  timeSplits,
  tokyoClock,
  withoutNewest,
} from './chart-data.ts'
import {
  barPart,
  barWidth,
  colour,
  drawBreaks,
  drawCandle,
  drawTag,
  fitNewest,
  font,
  newestIntervalOver,
  tagHeight,
  widestBar,
} from './plot-drawing.ts'
import type { AxisDay, TimeAxis } from './time-axis.ts'
import 'uplot/dist/uPlot.min.css'

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

/** A plot that is drawn again with new data or content. */
export interface PricePlot {
  update(data: ChartData, content: PlotContent): void
  resize(width: number, height: number): void
  /** Draws again with the colours of the current theme. */
  redraw(): void
  /** While it is held, the price axis does not move. */
  holdScale(isHeld: boolean): void
  priceAt(y: number): Yen
  destroy(): void
}

/** The volume takes this part of the height, below the prices. */
const volumePart = 5
const priceWidth = 1.5
const vwapWidth = 1.5
const labelWidth = 64
/** Of the name of a line, in CSS pixels. */
const captionHeight = 16
/** Of a label of the axis, in CSS pixels. */
const labelHeight = 11

const columnsOf = ({ x, price, vwap, index, volume }: ChartData, base: Yen | null): uPlot.AlignedData =>
  [x, price, base === null ? vwap : index, volume] as unknown as uPlot.AlignedData

/**
 * Draws a plot into an element. The newest interval has a canvas of its own: without a graphics processor it takes the
 * browser milliseconds to draw a day, and every price changes the last two pixels of it. The day is drawn again with
 * each minute, and when a price moves a scale. `onHover` gets the index of the point under the pointer, or null. */
export function createPricePlot(
  element: HTMLElement,
  first: { readonly data: ChartData; readonly content: PlotContent },
  listeners: { onFrame(frame: PlotFrame): void; onHover(index: number | null): void },
): PricePlot {
  let { data, content } = first
  let axisPrices: readonly Yen[] = []
  let drawn = { data, content, scales: '' }
  let held: readonly [Yen, Yen] | null = null

  /** The lines that are marked on the axis: beside the index there is room for its mark instead. */
  const markedLines = () => content.lines.filter(({ isContained }) => isContained && content.base === null)

  const containedPrices = (): Yen[] =>
    content.lines.filter(({ isContained }) => isContained).map(({ price }) => price)

  function yRange(): [Yen, Yen] {
    if (held) return [...held]
    const { from, to } = content.axis
    const shown = [...(content.style === 'candles' ? [data.low, data.high] : [data.price]), data.index]
    const inView = shown.flatMap((prices) =>
      prices.filter((_, i) => (data.x[i] ?? 0) >= from && (data.x[i] ?? 0) <= to),
    )
    const { tick, levels } = content
    const prices = [...inView, ...containedPrices()]
    const [low, high] = priceRange([...prices, ...levelsInReach(levels, prices, tick)], tick)
    // Room for the volume below the lowest price.
    return [low - (high - low) / volumePart / 2, high]
  }

  function drawLines(plot: uPlot): void {
    const { ctx, bbox, scales } = plot
    const ratio = devicePixelRatio
    ctx.save()
    ctx.font = font.replace('11px', `${11 * ratio}px`)
    for (const { label, price, isContained } of content.lines) {
      const { min = 0, max = 0 } = scales.y ?? {}
      if (price < (min ?? 0) || price > (max ?? 0)) continue
      const y = Math.round(plot.valToPos(price, 'y', true)) + 0.5
      ctx.strokeStyle = colour('--line-strong')
      ctx.lineWidth = ratio
      ctx.setLineDash([4 * ratio, 4 * ratio])
      ctx.beginPath()
      ctx.moveTo(bbox.left, y)
      ctx.lineTo(bbox.left + bbox.width, y)
      ctx.stroke()
      ctx.fillStyle = colour('--ink-3')
      // The caption names a line that is always there; another one names itself.
      if (isContained) continue
      // Below a line at the top, where there is no room above it.
      const isAtTop = y - bbox.top < captionHeight * ratio
      ctx.textBaseline = isAtTop ? 'top' : 'bottom'
      ctx.fillText(`${label} ${priceText(price)}`, bbox.left + 6 * ratio, y + (isAtTop ? 2 : -2) * ratio)
    }
    ctx.restore()
  }

  /** The line beside the price: the average price, or the index. */
  const besideColour = (): string => (content.base === null ? '--located' : '--completed')

  const lastIndex = (): Yen | null => data.index.findLast((price) => price !== null) ?? null

  const lastPrice = (): Yen | null => data.price.findLast((price) => price !== null) ?? null

  /** The prices that are marked on the axis. */
  const taggedPrices = (): Yen[] =>
    [...markedLines().map(({ price }) => price), lastIndex(), lastPrice()].filter((price) => price !== null)

  /** A price with as many decimals as every other one on the axis. */
  const priceText = (price: Yen): string => content.formatPrice(price, [...axisPrices, ...taggedPrices()])

  /** The labels of the axis, without those that a tag hides. */
  const axisLabels = (plot: uPlot): string[] =>
    axisPrices.map((price) => (isTagged(plot, price) ? '' : priceText(price)))

  const volumeRange = (): [number, number] => [
    0,
    data.volume.reduce<number>((most, each) => Math.max(most, each ?? 0), 1) * volumePart,
  ]

  /** The candle of an interval: in the day's canvas of a finished one, in its own of the newest. */
  function drawCandleAt(ctx: CanvasRenderingContext2D, i: number): void {
    const [open, high, low, close] = [data.open[i], data.high[i], data.low[i], data.price[i]]
    if (typeof open !== 'number' || typeof high !== 'number') return
    if (typeof low !== 'number' || typeof close !== 'number') return
    drawCandle(plot, ctx, { x: data.x[i] ?? 0, open, high, low, close }, content.intervalSeconds)
  }

  function drawCandles({ ctx }: uPlot): void {
    if (content.style !== 'candles') return
    const { from, to } = content.axis
    for (const [i, x] of data.x.slice(0, -1).entries()) if (x >= from && x <= to) drawCandleAt(ctx, i)
  }

  /** The newest interval, and the newest price marked on its axis. */
  function drawNewest(): void {
    const { bbox } = plot
    const ratio = devicePixelRatio
    const { canvas } = newest
    const end = data.time.length - 1
    const [x, before] = [data.x[end] ?? 0, data.x[end - 1] ?? 0].map((position) =>
      plot.valToPos(position, 'x', true),
    ) as [number, number]
    const bar = barWidth(plot, content.intervalSeconds)
    const left = Math.max(0, Math.floor(Math.min(before, x - bar)) - ratio)
    fitNewest(plot, canvas, left)
    newest.setTransform(1, 0, 0, 1, 0, 0)
    newest.clearRect(0, 0, canvas.width, canvas.height)
    newest.translate(-left, 0)
    const line = (values: ChartData['price'], scale: string, stroke: string, width: number): void => {
      const [from, to] = [values[end - 1], values[end]]
      if (from === null || from === undefined || to === null || to === undefined) return
      newest.strokeStyle = colour(stroke)
      newest.lineWidth = width * ratio
      newest.beginPath()
      newest.moveTo(before, plot.valToPos(from, scale, true))
      newest.lineTo(x, plot.valToPos(to, scale, true))
      newest.stroke()
    }
    if (content.style === 'candles') drawCandleAt(newest, end)
    else line(data.price, 'y', '--brand', priceWidth)
    line(content.base === null ? data.vwap : data.index, 'y', besideColour(), vwapWidth)
    const top = Math.round(plot.valToPos(data.volume[end] ?? 0, 'volume', true))
    newest.fillStyle = colour('--brand-line')
    newest.fillRect(Math.round(x - bar / 2), top, bar, bbox.top + bbox.height - top)
    drawTags()
  }

  /** The tags on the axis: the one of the newest price is above those of lines. */
  function drawTags(): void {
    const { min, max } = plot.scales.y ?? {}
    for (const { price } of markedLines()) {
      if (price < (min ?? 0) || price > (max ?? 0)) continue
      const y = besideLast(plot, price)
      drawTag(plot, newest, { text: priceText(price), fill: '--surface-sunken', ink: '--ink-2', y })
    }
    const [last, index] = [lastPrice(), lastIndex()]
    if (index !== null)
      drawTag(plot, newest, {
        text: priceText(index),
        fill: '--completed-weak',
        ink: '--completed',
        y: besideLast(plot, index),
      })
    if (last === null) return
    const y = plot.valToPos(last, 'y', true)
    drawTag(plot, newest, { text: priceText(last), fill: '--brand-fill', ink: '--on-brand', y })
  }

  /** What the newest interval changes of the day: its scales, and the labels of its axis. */
  const scalesNow = (): string => JSON.stringify([yRange(), volumeRange(), axisLabels(plot)])

  /** Draws the whole day, with another change of the plot. */
  function drawDay(change?: () => void): void {
    plot.batch(() => {
      plot.setData(columnsOf(withoutNewest(data), content.base))
      change?.()
    })
    // For the pointer.
    plot.setData(columnsOf(data, content.base), false)
    drawNewest()
    drawn = { data, content, scales: scalesNow() }
  }

  /** Where the tag of a line is readable: at its price, or above or below the tag of the last price. */
  function besideLast(plot: uPlot, price: Yen): number {
    const y = plot.valToPos(price, 'y', true)
    const last = lastPrice()
    if (last === null) return y
    const taken = plot.valToPos(last, 'y', true)
    const height = tagHeight * devicePixelRatio
    if (price === last || Math.abs(y - taken) >= height) return y
    return price > last ? taken - height : taken + height
  }

  /** Whether a label of the axis would be half under a tag. */
  function isTagged(plot: uPlot, price: Yen): boolean {
    const y = plot.valToPos(price, 'y', true)
    return taggedPrices().some(
      (each) => Math.abs(besideLast(plot, each) - y) < ((tagHeight + labelHeight) / 2) * devicePixelRatio,
    )
  }

  function reportFrame(plot: uPlot): void {
    const { bbox, scales } = plot
    const ratio = devicePixelRatio
    listeners.onFrame({
      left: bbox.left / ratio,
      top: bbox.top / ratio,
      width: bbox.width / ratio,
      height: bbox.height / ratio,
      low: scales.y?.min ?? 0,
      high: scales.y?.max ?? 1,
      from: scales.x?.min ?? 0,
      to: scales.x?.max ?? 1,
    })
  }

  const bars = uPlot.paths.bars?.({ size: [barPart, widestBar] })
  const linear = uPlot.paths.linear?.()
  const axis = {
    stroke: () => colour('--ink-3'),
    font,
    grid: { stroke: () => colour('--line'), width: 1 },
    ticks: { show: false },
  }
  const options: uPlot.Options = {
    width: Math.max(1, element.clientWidth),
    height: Math.max(1, element.clientHeight),
    legend: { show: false },
    padding: [8, 0, 0, 20],
    cursor: { y: false, drag: { x: false, y: false }, points: { size: 6 } },
    scales: {
      x: { time: false, range: () => [content.axis.from, content.axis.to] },
      y: { range: yRange },
      volume: { range: volumeRange },
    },
    axes: [
      {
        ...axis,
        size: 24,
        // A day has its label below its middle, and no line there.
        grid: { ...axis.grid, stroke: () => colour(content.axis.days.length > 0 ? '--surface' : '--line') },
        splits: (plot, _, min, max) =>
          content.axis.days.length > 0
            ? content.axis.days.map(({ from, to }) => (from + to) / 2)
            : timeSplits(min, max, plot.bbox.width / devicePixelRatio, labelWidth),
        values: (_, splits) =>
          content.axis.days.length > 0 ? content.axis.days.map(content.dayLabel) : splits.map(tokyoClock),
      },
      {
        ...axis,
        side: 1,
        size: 72,
        space: 32,
        splits: (_plot, _axis, min, max, step) => priceSplits(min, max, step, content.base),
        values: (plot, splits) => {
          axisPrices = splits
          return axisLabels(plot)
        },
      },
    ],
    series: [
      {},
      {
        scale: 'y',
        stroke: () => colour('--brand'),
        width: priceWidth,
        spanGaps: false,
        points: { show: false },
        // Candles are drawn instead.
        paths: (...drawn) => (content.style === 'line' ? (linear?.(...drawn) ?? null) : null),
      },
      {
        scale: 'y',
        stroke: () => colour(besideColour()),
        width: vwapWidth,
        dash: [8, 3],
        spanGaps: false,
        points: { show: false },
      },
      {
        scale: 'volume',
        fill: () => colour('--brand-line'),
        stroke: () => colour('--brand-line'),
        width: 0,
        points: { show: false },
        ...(bars ? { paths: bars } : {}),
      },
    ],
    hooks: {
      drawClear: [(drawnPlot) => drawBreaks(drawnPlot, content.axis)],
      // Below the line of the average price, as in the newest interval.
      drawAxes: [drawCandles],
      draw: [drawLines, reportFrame],
      setCursor: [({ cursor }) => listeners.onHover(cursor.idx ?? null)],
    },
  }
  const plot = new uPlot(options, columnsOf(withoutNewest(data), content.base), element)
  // What is drawn is in a table beside it.
  plot.root.setAttribute('aria-hidden', 'true')
  const newest = newestIntervalOver(plot)
  drawDay()

  return {
    update(newData, newContent) {
      data = newData
      content = newContent
      // The labels of the axes may be others on the same scales.
      if (newContent !== drawn.content) return drawDay(() => plot.redraw(false, true))
      if (!isSameButNewest(newData, drawn.data) || scalesNow() !== drawn.scales) return drawDay()
      plot.setData(columnsOf(data, content.base), false)
      drawNewest()
    },
    resize: (width, height) =>
      drawDay(() => plot.setSize({ width: Math.max(1, width), height: Math.max(1, height) })),
    redraw: () => drawDay(() => plot.redraw(false, true)),
    holdScale(isHeld) {
      const { min, max } = plot.scales.y ?? {}
      held = isHeld && typeof min === 'number' && typeof max === 'number' ? [min, max] : null
      if (!isHeld) drawDay()
    },
    priceAt: (y) => plot.posToVal(y - plot.bbox.top / devicePixelRatio, 'y'),
    destroy: () => plot.destroy(),
  }
}
