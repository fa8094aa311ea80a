import { expect, test } from 'vitest'
import { moment, quoteOf, securityNamed } from '../simulation/book.ts'
import { yen } from './equity.ts'
import { defaultLimits as limits } from './limits.ts'
import { isFresh, midOf, type Quote, stockMove } from './quote.ts'

const toyota = securityNamed('toyota')
const tick = 0.5 * yen
const at = moment('01:00')
const good = quoteOf('toyota', at)
const isGood = (more: Partial<Quote>, moment = at): boolean =>
  isFresh({ ...good, ...more }, toyota, tick, moment, limits)

test('the mid is halfway between bid and ask, in whole units of price', () => {
  expect(midOf({ ...good, bid: 1_999 * yen, ask: 2_002 * yen })).toBe(2_000.5 * yen)
  expect(midOf({ ...good, bid: 10_000, ask: 10_001 })).toBe(10_000)
})

test.each([
  [2_050, 250],
  [1_950, -250],
  [2_000.1, 0],
  [1_999.9, 0],
  [2_000.2, 1],
  [1_999.8, -1],
])('a mid of %d yen against a close of 2,000 moved %i basis points, toward zero', (mid, move) => {
  const quote = { ...good, bid: Math.round((mid - 0.5) * yen), ask: Math.round((mid + 0.5) * yen) }
  expect(stockMove(quote, toyota)).toBe(move)
})

test('a quote with both sides, a narrow spread and a mid inside the limits is fresh', () => {
  expect(isGood({})).toBe(true)
})

test.each<[string, Partial<Quote>]>([
  ['without a bid', { bid: 0 }],
  ['with a negative bid', { bid: -yen }],
  ['without an ask', { ask: 0 }],
  ['locked', { bid: 2_000 * yen, ask: 2_000 * yen }],
  ['crossed', { bid: 2_001 * yen, ask: 2_000 * yen }],
])('a quote %s is not fresh', (_, broken) => {
  expect(isGood(broken)).toBe(false)
})

test('a quote is fresh for ten seconds and not a millisecond longer', () => {
  expect(isGood({}, at + 10_000)).toBe(true)
  expect(isGood({}, at + 10_001)).toBe(false)
})

test('a spread may be one percent of the mid, and no more', () => {
  expect(isGood({ bid: 1_990 * yen, ask: 2_010 * yen })).toBe(true)
  expect(isGood({ bid: 1_990 * yen, ask: 2_010 * yen + 2 })).toBe(false)
})

test('a spread may be ten ticks where those are wider than one percent', () => {
  const cheap = securityNamed('cheap', { minPrice: 50 * yen, maxPrice: 150 * yen })
  const quote = { ...good, bid: 95 * yen, ask: 105 * yen }

  expect(isFresh(quote, cheap, yen, at, limits)).toBe(true)
  expect(isFresh({ ...quote, ask: quote.ask + 1 }, cheap, yen, at, limits)).toBe(false)
})

test('a mid at the limits of the day is fresh, and beyond them not', () => {
  const around = (mid: number): Partial<Quote> => ({ bid: mid - tick, ask: mid + tick })

  expect(isGood(around(toyota.maxPrice))).toBe(true)
  expect(isGood(around(toyota.maxPrice + tick))).toBe(false)
  expect(isGood(around(toyota.minPrice))).toBe(true)
  expect(isGood(around(toyota.minPrice - tick))).toBe(false)
})
