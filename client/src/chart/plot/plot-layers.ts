import type uPlot from 'uplot'
import { priceText } from './axis-tags.ts'
import type { ShownPlot } from './plot-content.ts'
import { colour, drawCandle, font } from './plot-drawing.ts'

/** Of the name of a line, in CSS pixels. */
const captionHeight = 16

/** Draws the reference lines, and the names of those that are not always in view. */
export function drawLines(plot: uPlot, shown: ShownPlot): void {
  const { ctx, bbox, scales } = plot
  const ratio = devicePixelRatio
  ctx.save()
  ctx.font = font.replace('11px', `${11 * ratio}px`)
  for (const { label, price, isContained } of shown.content.lines) {
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
    const text = `${label} ${priceText(shown, price)}`
    ctx.fillText(text, bbox.left + 6 * ratio, y + (isAtTop ? 2 : -2) * ratio)
  }
  ctx.restore()
}

/** Draws the candle of an interval: in the day's canvas of a finished one, in its own of the newest. */
export function drawCandleAt(
  plot: uPlot,
  ctx: CanvasRenderingContext2D,
  { data, content }: ShownPlot,
  i: number,
): void {
  const [open, high, low, close] = [data.open[i], data.high[i], data.low[i], data.price[i]]
  if (typeof open !== 'number' || typeof high !== 'number') return
  if (typeof low !== 'number' || typeof close !== 'number') return
  drawCandle(plot, ctx, { x: data.x[i] ?? 0, open, high, low, close }, content.intervalSeconds)
}

/** Draws the candles of the finished intervals that are in view. */
export function drawCandles(plot: uPlot, shown: ShownPlot): void {
  const { data, content } = shown
  if (content.style !== 'candles') return
  const { from, to } = content.axis
  for (const [i, x] of data.x.slice(0, -1).entries())
    if (x >= from && x <= to) drawCandleAt(plot, plot.ctx, shown, i)
}
