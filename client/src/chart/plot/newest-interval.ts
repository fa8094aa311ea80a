import type uPlot from 'uplot'
import type { ChartData } from '../chart-data.ts'
import { drawTags } from './axis-tags.ts'
import type { ShownPlot } from './plot-content.ts'
import { barWidth, besideColour, colour, lineWidth } from './plot-drawing.ts'
import { drawCandleAt } from './plot-layers.ts'

/** A canvas over that of a plot, below what follows the pointer. */
export function newestIntervalOver(plot: uPlot): CanvasRenderingContext2D {
  const canvas = document.createElement('canvas')
  canvas.className = 'price-chart-newest'
  plot.ctx.canvas.after(canvas)
  return canvas.getContext('2d') as CanvasRenderingContext2D
}

/** Its canvas reaches from the newest interval to the axis. Set only with a change, which costs a layout. */
function fitNewest({ ctx }: uPlot, canvas: HTMLCanvasElement, left: number): void {
  const ratio = devicePixelRatio
  const [width, height] = [Math.max(1, ctx.canvas.width - left), ctx.canvas.height]
  const isThere = canvas.style.left === `${left / ratio}px`
  if (isThere && canvas.width === width && canvas.height === height) return
  Object.assign(canvas, { width, height })
  Object.assign(canvas.style, {
    left: `${left / ratio}px`,
    width: `${width / ratio}px`,
    height: `${height / ratio}px`,
  })
}

/** Draws the newest interval, and the newest price marked on its axis. */
export function drawNewest(plot: uPlot, newest: CanvasRenderingContext2D, shown: ShownPlot): void {
  const { data, content } = shown
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
  const line = (values: ChartData['price'], stroke: string, width: number): void => {
    const [from, to] = [values[end - 1], values[end]]
    if (from === null || from === undefined || to === null || to === undefined) return
    newest.strokeStyle = colour(stroke)
    newest.lineWidth = width * ratio
    newest.beginPath()
    newest.moveTo(before, plot.valToPos(from, 'y', true))
    newest.lineTo(x, plot.valToPos(to, 'y', true))
    newest.stroke()
  }
  if (content.style === 'candles') drawCandleAt(plot, newest, shown, end)
  else line(data.price, '--brand', lineWidth.price)
  line(content.base === null ? data.vwap : data.index, besideColour(content), lineWidth.beside)
  const top = Math.round(plot.valToPos(data.volume[end] ?? 0, 'volume', true))
  newest.fillStyle = colour('--brand-line')
  newest.fillRect(Math.round(x - bar / 2), top, bar, bbox.top + bbox.height - top)
  drawTags(plot, newest, shown)
}
