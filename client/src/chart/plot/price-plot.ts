import type { Yen } from '@aitai/engine/model/price.ts'
import uPlot from 'uplot'
import { type ChartData, isSameButNewest, withoutNewest } from '../chart-data.ts'
import { axisLabels } from './axis-tags.ts'
import { drawNewest, newestIntervalOver } from './newest-interval.ts'
import type { PlotContent, ShownPlot } from './plot-content.ts'
import { type PlotListeners, plotOptions } from './plot-options.ts'
import { priceScale, volumeScale } from './plot-scales.ts'
import 'uplot/dist/uPlot.min.css'

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

const columnsOf = ({ x, price, vwap, index, volume }: ChartData, base: Yen | null): uPlot.AlignedData =>
  [x, price, base === null ? vwap : index, volume] as unknown as uPlot.AlignedData

/**
 * Draws a plot into an element. The newest interval has a canvas of its own: without a graphics processor it takes the
 * browser milliseconds to draw a day, and every price changes the last two pixels of it. The day is drawn again with
 * each minute, and when a price moves a scale.
 */
export function createPricePlot(
  element: HTMLElement,
  first: { readonly data: ChartData; readonly content: PlotContent },
  listeners: PlotListeners,
): PricePlot {
  const shown: ShownPlot = { data: first.data, content: first.content, heldScale: null, axisPrices: [] }
  const plot = new uPlot(
    plotOptions(element, shown, listeners),
    columnsOf(withoutNewest(first.data), first.content.base),
    element,
  )
  // What is drawn is in a table beside it.
  plot.root.setAttribute('aria-hidden', 'true')
  const newest = newestIntervalOver(plot)

  /** What the newest interval changes of the day: its scales, and the labels of its axis. */
  const scalesNow = (): string =>
    JSON.stringify([priceScale(shown), volumeScale(shown), axisLabels(plot, shown)])

  /** Draws the whole day, with another change of the plot; returns what has been drawn. */
  function drawDay(change?: () => void) {
    const { data, content } = shown
    plot.batch(() => {
      plot.setData(columnsOf(withoutNewest(data), content.base))
      change?.()
    })
    // For the pointer.
    plot.setData(columnsOf(data, content.base), false)
    drawNewest(plot, newest, shown)
    return { data, content, scales: scalesNow() }
  }
  let drawn = drawDay()

  return {
    update(newData, newContent) {
      shown.data = newData
      shown.content = newContent
      // The labels of the axes may be others on the same scales.
      if (newContent !== drawn.content) drawn = drawDay(() => plot.redraw(false, true))
      else if (!isSameButNewest(newData, drawn.data) || scalesNow() !== drawn.scales) drawn = drawDay()
      else {
        plot.setData(columnsOf(newData, newContent.base), false)
        drawNewest(plot, newest, shown)
      }
    },
    resize(width, height) {
      drawn = drawDay(() => plot.setSize({ width: Math.max(1, width), height: Math.max(1, height) }))
    },
    redraw() {
      drawn = drawDay(() => plot.redraw(false, true))
    },
    holdScale(isHeld) {
      const { min, max } = plot.scales.y ?? {}
      shown.heldScale = isHeld && typeof min === 'number' && typeof max === 'number' ? [min, max] : null
      if (!isHeld) drawn = drawDay()
    },
    priceAt: (y) => plot.posToVal(y - plot.bbox.top / devicePixelRatio, 'y'),
    destroy: () => plot.destroy(),
  }
}
