// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { ChartData } from '../chart-data.ts'
import type { PlotContent, PlotFrame } from './plot-content.ts'
import type { PricePlot } from './price-plot.ts'

/** How often each canvas was cleared, which is once for each time that it is drawn. */
const cleared = { day: 0, newest: 0 }

/** What was drawn of the day since it was cleared: rectangles and lines of series, in their order. */
let drawnOfDay: ('rectangle' | 'line')[] = []

/** jsdom has no canvas: a context that accepts every call and notes when it is cleared and drawn on. */
function contextOf(canvas: HTMLCanvasElement): CanvasRenderingContext2D {
  const isDay = canvas.className !== 'price-chart-newest'
  const clearRect = (): void => {
    cleared[isDay ? 'day' : 'newest'] += 1
    if (isDay) drawnOfDay = []
  }
  const fillRect = (): void => {
    if (isDay) drawnOfDay.push('rectangle')
  }
  // Only a series has a path; the lines of the axes are drawn without one.
  const stroke = (path?: unknown): void => {
    if (isDay && path !== undefined) drawnOfDay.push('line')
  }
  const methods = { canvas, clearRect, fillRect, stroke, measureText: () => ({ width: 40 }) }
  return new Proxy(methods as object as CanvasRenderingContext2D, {
    get: (target, name) => Reflect.get(target, name) ?? (() => {}),
  })
}

const contexts = new WeakMap<HTMLCanvasElement, CanvasRenderingContext2D>()

beforeEach(() => {
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockImplementation(function get(
    this: HTMLCanvasElement,
  ) {
    const context = contexts.get(this) ?? contextOf(this)
    contexts.set(this, context)
    return context as never
  })
  vi.stubGlobal(
    'Path2D',
    class {
      moveTo(): void {}
      lineTo(): void {}
      rect(): void {}
      addPath(): void {}
    },
  )
  vi.stubGlobal('matchMedia', () => new EventTarget())
  // jsdom computes no sizes, and nothing is drawn on a plot without one.
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(600)
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(300)
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const content: PlotContent = {
  axis: { from: 0, to: 3_600, positionOf: (time) => time, contains: () => true, breaks: [], days: [] },
  style: 'line',
  intervalSeconds: 60,
  dayLabel: () => '',
  base: null,
  lines: [],
  levels: [],
  tick: 1,
  formatPrice: String,
}

/** Minutes with prices from 100 to 199, and the last ones given. */
function dayWith(...newest: readonly number[]): ChartData {
  const price = [...Array.from({ length: 20 }, (_, i) => (i % 2 ? 199 : 100)), ...newest]
  return {
    time: price.map((_, i) => i * 60),
    x: price.map((_, i) => i * 60),
    open: price,
    high: price.map((each) => each + 1),
    low: price.map((each) => each - 1),
    price,
    vwap: price.map(() => 150),
    index: price.map(() => null),
    volume: price.map(() => 1_000),
  }
}

async function shown(data: ChartData, onFrame: (frame: PlotFrame) => void = () => {}): Promise<PricePlot> {
  const { createPricePlot } = await import('./price-plot.ts')
  const plot = createPricePlot(
    document.createElement('div'),
    { data, content },
    { onFrame, onHover: () => {} },
  )
  // What the library draws first of all, in a microtask.
  await Promise.resolve()
  Object.assign(cleared, { day: 0, newest: 0 })
  return plot
}

test('a price within the scales draws the newest minute, and not the day', async () => {
  const plot = await shown(dayWith(150))

  for (const price of [150.5, 149.5, 150]) plot.update(dayWith(price), content)

  expect(cleared).toEqual({ day: 0, newest: 3 })
})

test('a new minute, and a price outside the scales, draw the day again', async () => {
  const plot = await shown(dayWith(150))

  plot.update(dayWith(150, 151), content)
  expect(cleared).toEqual({ day: 1, newest: 1 })
  plot.update(dayWith(150, 400), content)
  expect(cleared).toEqual({ day: 2, newest: 2 })
})

test('a correction of an earlier minute draws the day again', async () => {
  const plot = await shown(dayWith(150, 151))

  plot.update(dayWith(149, 151), content)

  expect(cleared.day).toBe(1)
})

test('each price on the axis is written with the decimals of all others', async () => {
  const formatPrice = vi.fn(String)
  const plot = await shown(dayWith(150))

  plot.update(dayWith(150, 151.5), { ...content, formatPrice })

  const [, beside] = formatPrice.mock.lastCall as unknown as [number, readonly number[]]
  // What the axis is divided by, and the newest price.
  expect(beside).toEqual(expect.arrayContaining([100, 200, 151.5]))
})

test('no label of the axis is written under a tag that gives way to the newest price', async () => {
  const formatPrice = vi.fn(String)
  const plot = await shown(dayWith(150))

  // The tag of 149.5 stands above that of 149, over the label of 160.
  const lines = [{ label: 'close', price: 149.5, isContained: true }]
  plot.update(dayWith(150, 149), { ...content, formatPrice, lines })

  const written = new Set(formatPrice.mock.calls.map(([price]) => Number(price)))
  expect([140, 149.5, 160, 180].filter((price) => written.has(price))).toEqual([140, 149.5, 180])
})

test('the axis reaches for the wicks of candles, and not for those of a line', async () => {
  const onFrame = vi.fn<(frame: PlotFrame) => void>()
  const plot = await shown(dayWith(150), onFrame)
  const line = onFrame.mock.lastCall?.[0]

  plot.update(dayWith(150), { ...content, style: 'candles' })
  await Promise.resolve()

  const candles = onFrame.mock.lastCall?.[0]
  expect(candles?.high).toBeGreaterThan(line?.high ?? Number.POSITIVE_INFINITY)
  expect(candles?.low).toBeLessThan(line?.low ?? 0)
})

test('the line of the average price is above the candles', async () => {
  // Nothing is drawn in a colour that is not known.
  document.documentElement.style.setProperty('--located', 'orange')
  const plot = await shown(dayWith(150))

  plot.update(dayWith(150), { ...content, style: 'candles' })
  await Promise.resolve()

  expect(drawnOfDay).toContain('rectangle')
  expect(drawnOfDay.lastIndexOf('line')).toBeGreaterThan(drawnOfDay.lastIndexOf('rectangle'))
  document.documentElement.style.removeProperty('--located')
})

test('days of several have their labels below their middles', async () => {
  const dayLabel = vi.fn(({ start }: { start: number }) => `day ${start}`)
  const plot = await shown(dayWith(150))
  const days = [
    { from: 0, to: 1_600, start: 1 },
    { from: 2_000, to: 3_600, start: 2 },
  ]

  plot.update(dayWith(150, 151), { ...content, dayLabel, axis: { ...content.axis, days } })

  expect(dayLabel.mock.calls.map(([day]) => day)).toEqual(expect.arrayContaining(days))
})
