import uPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'
import { type ChartData, priceRange, type TimeRange, timeSplits, tokyoClock } from './chart-data.ts'

/** A horizontal line that cannot be moved. */
export interface ReferenceLine {
  readonly label: string
  readonly price: number
  /** Whether the price axis must contain it; others are drawn where they are in view. */
  readonly isContained: boolean
}

/** What the plot shows beside its data. */
export interface PlotContent {
  readonly range: TimeRange
  readonly breaks: readonly TimeRange[]
  readonly lines: readonly ReferenceLine[]
  /** Prices that the axis must contain: the trigger levels. */
  readonly contained: readonly number[]
  readonly tick: number
  readonly formatPrice: (price: number) => string
}

/** Where the plot area is, in CSS pixels of the chart, and what it spans. */
export interface PlotFrame extends TimeRange {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
  readonly low: number
  readonly high: number
}

/** A plot that is drawn again with new data or content. */
export interface PricePlot {
  update(data: ChartData, content: PlotContent): void
  resize(width: number, height: number): void
  /** Draws again with the colours of the current theme. */
  redraw(): void
  /** While it is held, the price axis does not move. */
  holdScale(isHeld: boolean): void
  priceAt(y: number): number
  destroy(): void
}

/** The volume takes this part of the height, below the prices. */
const volumePart = 5
const font = '11px "Inter Variable", "Noto Sans JP Variable", system-ui, sans-serif'
const labelWidth = 64
/** Of a price that is marked on its axis, in CSS pixels. */
const tagHeight = 18

/** The colours of a price on its axis, by their tokens, and its centre in pixels of the canvas. */
interface Tag {
  readonly fill: string
  readonly ink: string
  readonly y: number
}

const colour = (name: string): string =>
  getComputedStyle(document.documentElement).getPropertyValue(name).trim()

const columnsOf = ({ time, price, vwap, volume }: ChartData): uPlot.AlignedData =>
  [time, price, vwap, volume] as unknown as uPlot.AlignedData

/** Draws a plot into an element. `onHover` gets the index of the point under the pointer, or null. */
export function createPricePlot(
  element: HTMLElement,
  first: { readonly data: ChartData; readonly content: PlotContent },
  listeners: { onFrame(frame: PlotFrame): void; onHover(index: number | null): void },
): PricePlot {
  let { data, content } = first
  let held: readonly [number, number] | null = null

  function yRange(): [number, number] {
    if (held) return [...held]
    const { from, to } = content.range
    const inView = data.price.filter((_, i) => (data.time[i] ?? 0) >= from && (data.time[i] ?? 0) <= to)
    const contained = content.lines.filter(({ isContained }) => isContained).map(({ price }) => price)
    const [low, high] = priceRange([...inView, ...contained, ...content.contained], content.tick)
    // Room for the volume below the lowest price.
    return [low - (high - low) / volumePart / 2, high]
  }

  function drawBreaks(plot: uPlot): void {
    const { ctx, bbox } = plot
    ctx.save()
    ctx.fillStyle = colour('--surface-sunken')
    for (const { from, to } of content.breaks) {
      const [left, right] = [plot.valToPos(from, 'x', true), plot.valToPos(to, 'x', true)]
      ctx.fillRect(left, bbox.top, right - left, bbox.height)
    }
    ctx.restore()
  }

  function drawLines(plot: uPlot): void {
    const { ctx, bbox, scales } = plot
    const ratio = devicePixelRatio
    ctx.save()
    ctx.font = font.replace('11px', `${11 * ratio}px`)
    ctx.textBaseline = 'bottom'
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
      if (isContained)
        drawTag(plot, price, { fill: '--surface-sunken', ink: '--ink-2', y: besideLast(plot, price) })
      else ctx.fillText(`${label} ${content.formatPrice(price)}`, bbox.left + 6 * ratio, y - 2 * ratio)
    }
    ctx.restore()
  }

  const lastPrice = (): number | null => data.price.findLast((price) => price !== null) ?? null

  /** The newest price, marked on its axis. */
  function drawLast(plot: uPlot): void {
    const last = lastPrice()
    if (last === null) return
    drawTag(plot, last, { fill: '--brand-fill', ink: '--on-brand', y: plot.valToPos(last, 'y', true) })
  }

  /** Where the tag of a line is readable: at its price, or above or below the tag of the last price. */
  function besideLast(plot: uPlot, price: number): number {
    const y = plot.valToPos(price, 'y', true)
    const last = lastPrice()
    if (last === null) return y
    const taken = plot.valToPos(last, 'y', true)
    const height = tagHeight * devicePixelRatio
    if (Math.abs(y - taken) >= height) return y
    return price > last ? taken - height : taken + height
  }

  /** Whether a label of the axis would be half under a tag. */
  function isTagged(plot: uPlot, price: number): boolean {
    const tagged = content.lines.filter(({ isContained }) => isContained).map((line) => line.price)
    return [...tagged, lastPrice() ?? Number.NaN].some(
      (each) => Math.abs(plot.valToPos(each, 'y') - plot.valToPos(price, 'y')) < tagHeight,
    )
  }

  /** A price on its axis, over the labels of the axis. */
  function drawTag(plot: uPlot, price: number, { fill, ink, y: centre }: Tag): void {
    const { ctx, bbox } = plot
    const ratio = devicePixelRatio
    const y = Math.round(centre)
    const text = content.formatPrice(price)
    ctx.save()
    ctx.setLineDash([])
    ctx.font = font.replace('11px', `600 ${11 * ratio}px`)
    ctx.textBaseline = 'middle'
    const left = bbox.left + bbox.width
    ctx.fillStyle = colour(fill)
    const height = tagHeight * ratio
    ctx.fillRect(left, y - height / 2, ctx.measureText(text).width + 12 * ratio, height)
    ctx.fillStyle = colour(ink)
    ctx.fillText(text, left + 6 * ratio, y)
    ctx.restore()
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

  const bars = uPlot.paths.bars?.({ size: [0.7, 12] })
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
      x: { time: false, range: () => [content.range.from, content.range.to] },
      y: { range: yRange },
      volume: { range: (_, __, max) => [0, Math.max(1, max ?? 1) * volumePart] },
    },
    axes: [
      {
        ...axis,
        size: 24,
        splits: (plot, _, min, max) => timeSplits(min, max, plot.bbox.width / devicePixelRatio, labelWidth),
        values: (_, splits) => splits.map(tokyoClock),
      },
      {
        ...axis,
        side: 1,
        size: 72,
        space: 32,
        values: (plot, splits) =>
          splits.map((price) => (isTagged(plot, price) ? '' : content.formatPrice(price))),
      },
    ],
    series: [
      {},
      { scale: 'y', stroke: () => colour('--brand'), width: 1.5, spanGaps: false, points: { show: false } },
      {
        scale: 'y',
        stroke: () => colour('--located'),
        width: 1,
        dash: [6, 3],
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
      drawClear: [drawBreaks],
      draw: [drawLines, drawLast, reportFrame],
      setCursor: [({ cursor }) => listeners.onHover(cursor.idx ?? null)],
    },
  }
  const plot = new uPlot(options, columnsOf(data), element)
  // What is drawn is in a table beside it.
  plot.root.setAttribute('aria-hidden', 'true')

  return {
    update(newData, newContent) {
      data = newData
      content = newContent
      // Also for other content only: nothing else computes both scales again.
      plot.setData(columnsOf(data))
    },
    resize: (width, height) => plot.setSize({ width: Math.max(1, width), height: Math.max(1, height) }),
    redraw: () => plot.redraw(false, true),
    holdScale(isHeld) {
      const { min, max } = plot.scales.y ?? {}
      held = isHeld && typeof min === 'number' && typeof max === 'number' ? [min, max] : null
      if (!isHeld) plot.setData(columnsOf(data))
    },
    priceAt: (y) => plot.posToVal(y - plot.bbox.top / devicePixelRatio, 'y'),
    destroy: () => plot.destroy(),
  }
}
