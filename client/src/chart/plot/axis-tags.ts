import type { Yen } from '@aitai/engine/model/price.ts'
import type uPlot from 'uplot'
import type { ChartData } from '../chart-data.ts'
import type { PlotContent, ReferenceLine, ShownPlot } from './plot-content.ts'
import { drawTag, tagHeight } from './plot-drawing.ts'

/** Of a label of the axis, in CSS pixels. */
const labelHeight = 11

const newestOf = (prices: ChartData['price']): Yen | null =>
  prices.findLast((price) => price !== null) ?? null

/** The lines that are marked on the axis: beside the index there is room for its mark instead. */
const markedLines = ({ lines, base }: PlotContent): readonly ReferenceLine[] =>
  lines.filter(({ isContained }) => isContained && base === null)

/** The prices that are marked on the axis. */
const taggedPrices = ({ data, content }: ShownPlot): Yen[] =>
  [...markedLines(content).map(({ price }) => price), newestOf(data.index), newestOf(data.price)].filter(
    (price) => price !== null,
  )

/** A price with as many decimals as every other one on the axis. */
export const priceText = (shown: ShownPlot, price: Yen): string =>
  shown.content.formatPrice(price, [...shown.axisPrices, ...taggedPrices(shown)])

/** Where the tag of a line is readable: at its price, or above or below the tag of the newest price. */
function tagPosition(plot: uPlot, { data }: ShownPlot, price: Yen): number {
  const y = plot.valToPos(price, 'y', true)
  const newest = newestOf(data.price)
  if (newest === null) return y
  const taken = plot.valToPos(newest, 'y', true)
  const height = tagHeight * devicePixelRatio
  if (price === newest || Math.abs(y - taken) >= height) return y
  return price > newest ? taken - height : taken + height
}

/** Whether a label of the axis would be half under a tag. */
function isTagged(plot: uPlot, shown: ShownPlot, price: Yen): boolean {
  const y = plot.valToPos(price, 'y', true)
  const reach = ((tagHeight + labelHeight) / 2) * devicePixelRatio
  return taggedPrices(shown).some((each) => Math.abs(tagPosition(plot, shown, each) - y) < reach)
}

/** The labels of the price axis, without those that a tag hides. */
export const axisLabels = (plot: uPlot, shown: ShownPlot): string[] =>
  shown.axisPrices.map((price) => (isTagged(plot, shown, price) ? '' : priceText(shown, price)))

/** Draws the tags on the axis: the one of the newest price is above those of lines. */
export function drawTags(plot: uPlot, ctx: CanvasRenderingContext2D, shown: ShownPlot): void {
  const { data, content } = shown
  const { min, max } = plot.scales.y ?? {}
  const draw = (price: Yen, y: number, fill: string, ink: string): void =>
    drawTag(plot, ctx, { text: priceText(shown, price), fill, ink, y })
  for (const { price } of markedLines(content)) {
    if (price < (min ?? 0) || price > (max ?? 0)) continue
    draw(price, tagPosition(plot, shown, price), '--surface-sunken', '--ink-2')
  }
  const [newest, index] = [newestOf(data.price), newestOf(data.index)]
  if (index !== null) draw(index, tagPosition(plot, shown, index), '--completed-weak', '--completed')
  if (newest !== null) draw(newest, plot.valToPos(newest, 'y', true), '--brand-fill', '--on-brand')
}
