import { priceLimits } from '@aitai/engine/market/price-limits.ts'
import { defaultLimits } from '@aitai/engine/model/limits.ts'
import { yen } from '@aitai/engine/model/price.ts'
import type { Security } from '@aitai/engine/model/security.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { simulatedQuotes } from './quotes.ts'

const security = (ric: string): Security => {
  const closePrice = 2_905 * yen
  const limits = priceLimits(closePrice)
  return { securityId: ric, ric, exchange: 'XTKS', lotSize: 100, tickTable: 'FINE', closePrice, ...limits }
}
const toyota = security('7203.T')
const morning = Date.parse('2026-10-02T00:00:00Z')
const begin = () => simulatedQuotes({ seed: 'alder', securities: [toyota], now: () => Date.now() })

beforeEach(() => {
  vi.useFakeTimers({ now: morning })
})
afterEach(() => {
  vi.useRealTimers()
})

test('quotes are available at once, and renewed every second from start to stop', () => {
  const quotes = begin()
  expect(quotes.quoteOf('7203.T')?.at).toBe(morning)

  quotes.start()
  vi.advanceTimersByTime(5_000)
  expect(quotes.quoteOf('7203.T')?.at).toBe(morning + 5_000)

  quotes.stop()
  vi.advanceTimersByTime(5_000)
  expect(quotes.quoteOf('7203.T')?.at).toBe(morning + 5_000)
})

test('at the start every market has been fresh for long enough to locate in', () => {
  const { freshMarketMs } = defaultLimits

  expect(begin().sightingOf('7203.T').freshSince).toBe(morning - freshMarketMs)
})

test('it stays so when the next quotes come at once', () => {
  const { freshMarketMs } = defaultLimits
  const quotes = begin()
  vi.advanceTimersByTime(33)
  quotes.start()

  expect(quotes.sightingOf('7203.T').freshSince).toBe(morning - freshMarketMs)
  quotes.stop()
})

test('one second after the start every market shows a run of the newest two quotes', () => {
  const quotes = begin()

  quotes.start()
  vi.advanceTimersByTime(1_000)
  const { quote, run } = quotes.sightingOf('7203.T')
  expect(quote).toEqual(quotes.quoteOf('7203.T'))
  expect(run.map(({ at }) => at)).toEqual([morning, morning + 1_000])
  expect(run.at(-1)).toEqual(quote)
  quotes.stop()
})

test('a run reaches back as far as the configured limits require', () => {
  const limits = { ...defaultLimits, confirmingMs: 3_000 }
  const quotes = simulatedQuotes({ seed: 'alder', securities: [toyota], now: () => Date.now(), limits })
  quotes.start()
  vi.advanceTimersByTime(9_000)

  expect(quotes.sightingOf('7203.T').run[0]?.at).toBe(morning + 6_000)
  quotes.stop()
})

test('starting twice keeps one timer, and stopping leaves none', () => {
  const quotes = begin()
  quotes.start()
  quotes.start()
  expect(vi.getTimerCount()).toBe(1)

  quotes.stop()
  quotes.stop()
  expect(vi.getTimerCount()).toBe(0)
})

test('a security has no quote until it is followed', () => {
  const quotes = begin()
  expect(quotes.quoteOf('6758.T')).toBeNull()
  expect(quotes.sightingOf('6758.T').quote).toBeNull()

  quotes.start()
  vi.advanceTimersByTime(2_500)
  quotes.list([security('6758.T')])
  expect(quotes.quoteOf('6758.T')?.at).toBe(morning + 2_000)
  expect(quotes.sightingOf('6758.T').quote).toEqual(quotes.quoteOf('6758.T'))
  quotes.stop()
})

test('the dollar and the index come with the quotes', () => {
  const quotes = begin()

  expect(quotes.usdJpy()).toBeGreaterThan(140 * yen)
  expect(quotes.indexMove()).toBe(quotes.quoteOf('7203.T')?.indexMove)
})
