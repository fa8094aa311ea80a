import type { Yen } from '@aitai/engine/model/price.ts'
import type uPlot from 'uplot'
import type { TimeAxis } from '../time-axis.ts'
import type { PlotContent } from './plot-content.ts'

/** Of candles and of the bars of the volume, in CSS pixels, and as a part of an interval. */
export const widestBar = 12
export const barPart = 0.7
export const font = '11px "Inter Variable", "Noto Sans JP Variable", system-ui, sans-serif'
/** Of a price that is marked on its axis, in CSS pixels. */
export const tagHeight = 18

/** Of the lines of the price, and of the average price or the index beside it, in CSS pixels. */
export const lineWidth = { price: 1.5, beside: 1.5 } as const

/** The value of a colour token now. */
export const colour = (name: string): string =>
  getComputedStyle(document.documentElement).getPropertyValue(name).trim()

/** The colour of the line beside the price: the average price, or the index. */
export const besideColour = ({ base }: PlotContent): string => (base === null ? '--located' : '--completed')

/** The width of a candle and of a bar of the volume, in pixels of the canvas. */
export function barWidth(plot: uPlot, intervalSeconds: number): number {
  const interval = plot.valToPos(intervalSeconds, 'x', true) - plot.valToPos(0, 'x', true)
  return Math.max(devicePixelRatio, Math.round(Math.min(widestBar * devicePixelRatio, interval * barPart)))
}

/** The breaks of a day, and the lines between several days. */
export function drawBreaks(plot: uPlot, { breaks, days }: TimeAxis): void {
  const { ctx, bbox } = plot
  ctx.save()
  ctx.fillStyle = colour('--surface-sunken')
  for (const { from, to } of breaks) {
    const [left, right] = [plot.valToPos(from, 'x', true), plot.valToPos(to, 'x', true)]
    ctx.fillRect(left, bbox.top, right - left, bbox.height)
  }
  ctx.fillStyle = colour('--line-strong')
  // Finer than the lines of prices.
  ctx.globalAlpha = 0.5
  for (const [i, { from }] of days.entries()) {
    const before = days[i - 1]
    if (!before) continue
    const x = Math.round(plot.valToPos((before.to + from) / 2, 'x', true))
    ctx.fillRect(x, bbox.top, Math.max(1, Math.floor(devicePixelRatio)), bbox.height)
  }
  ctx.restore()
}

/** The prices of an interval, at a position of the time axis. */
interface Candle {
  readonly x: number
  readonly open: Yen
  readonly high: Yen
  readonly low: Yen
  readonly close: Yen
}

/** A hollow candle has risen and a filled one fallen, in one colour: green and red are sides. */
export function drawCandle(
  plot: uPlot,
  ctx: CanvasRenderingContext2D,
  { x: position, open, high, low, close }: Candle,
  intervalSeconds: number,
): void {
  const line = Math.max(1, Math.round(devicePixelRatio))
  const x = Math.round(plot.valToPos(position, 'x', true))
  const y = (price: Yen): number => Math.round(plot.valToPos(price, 'y', true))
  const widest = barWidth(plot, intervalSeconds)
  // The wick is in the middle.
  const width = widest - ((widest - line) % 2)
  const left = x - (width - line) / 2
  const [top, bottom] = [y(Math.max(open, close)), y(Math.min(open, close))]
  const height = Math.max(line, bottom - top)
  ctx.fillStyle = colour('--brand')
  ctx.fillRect(x, y(high), line, Math.max(line, y(low) - y(high)))
  ctx.fillRect(left, top, width, height)
  if (close < open || height <= 2 * line || width <= 2 * line) return
  ctx.fillStyle = colour('--surface')
  ctx.fillRect(left + line, top + line, width - 2 * line, height - 2 * line)
}

/** A price on its axis: the colours by their tokens, and the centre in pixels of the canvas. */
interface Tag {
  readonly text: string
  readonly fill: string
  readonly ink: string
  readonly y: number
}

/** Draws a price on its axis, over the labels of the axis. */
export function drawTag({ bbox }: uPlot, ctx: CanvasRenderingContext2D, { text, fill, ink, y }: Tag): void {
  const ratio = devicePixelRatio
  const centre = Math.round(y)
  ctx.save()
  ctx.setLineDash([])
  ctx.font = font.replace('11px', `600 ${11 * ratio}px`)
  ctx.textBaseline = 'middle'
  const left = bbox.left + bbox.width
  ctx.fillStyle = colour(fill)
  const height = tagHeight * ratio
  ctx.fillRect(left, centre - height / 2, ctx.measureText(text).width + 12 * ratio, height)
  ctx.fillStyle = colour(ink)
  ctx.fillText(text, left + 6 * ratio, centre)
  ctx.restore()
}
