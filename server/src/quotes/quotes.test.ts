import type { Security } from '@aitai/engine/equity.ts'
import { yen } from '@aitai/engine/equity.ts'
import { priceLimits } from '@aitai/engine/price-limits.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { simulatedQuotes } from './quotes.ts'

const security = (ric: string): Security => {
  const closePrice = 2_905 * yen
  const limits = priceLimits(closePrice)
  return { securityId: ric, ric, exchange: 'XTKS', lotSize: 100, topix500: true, closePrice, ...limits }
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

test('quotes are there at once, and renewed every second from start to stop', () => {
  const quotes = begin()
  expect(quotes.quoteOf('7203.T')?.at).toBe(morning)

  quotes.start()
  vi.advanceTimersByTime(5_000)
  expect(quotes.quoteOf('7203.T')?.at).toBe(morning + 5_000)

  quotes.stop()
  vi.advanceTimersByTime(5_000)
  expect(quotes.quoteOf('7203.T')?.at).toBe(morning + 5_000)
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

test('a security that is not followed has no quote until it is', () => {
  const quotes = begin()
  expect(quotes.quoteOf('6758.T')).toBeNull()

  vi.advanceTimersByTime(2_000)
  quotes.list([security('6758.T')])
  expect(quotes.quoteOf('6758.T')?.at).toBe(morning + 2_000)
})

test('the dollar and the index come with the quotes', () => {
  const quotes = begin()

  expect(quotes.usdJpy()).toBeGreaterThan(140 * yen)
  expect(quotes.indexMove()).toBe(quotes.quoteOf('7203.T')?.indexMove)
})
