import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { moment, quoteOf, securityNamed } from '../../test/book.ts'
import { defaultLimits as limits } from '../model/limits.ts'
import { yen } from '../model/price.ts'
import { type MarketErrorCode, type Quote, quoteConditions } from '../model/quote.ts'
import {
  causeOfMarketError,
  isFresh,
  marketErrorCodeOf,
  marketErrorOf,
  marketErrors,
} from './market-error.ts'

const toyota = securityNamed('toyota')
const tick = 0.5 * yen
const at = moment('01:00')
const good = quoteOf('toyota', at)
const errorOf = (more: Partial<Quote>, when = at): MarketErrorCode | null =>
  marketErrorOf({ ...good, ...more }, toyota, when, limits)
/** A quote with a spread of one tick around a mid. */
const around = (mid: number): Partial<Quote> => ({ bid: mid - tick, ask: mid + tick })
const [highest, lowest] = [toyota.maxPrice, toyota.minPrice]

test('a quote with both sides, a narrow spread and a mid inside the limits is fresh', () => {
  expect(errorOf({})).toBeNull()
  expect(isFresh(good, toyota, at, limits)).toBe(true)
  expect(isFresh(null, toyota, at, limits)).toBe(false)
})

describe('a market error', () => {
  // rule: 12.2
  test('001: there is no quote, or one side is missing', () => {
    expect(marketErrorOf(null, toyota, at, limits)).toBe('001')
    expect(errorOf({ bid: null })).toBe('001')
    expect(errorOf({ ask: null })).toBe('001')
    expect(errorOf({ bid: null, ask: null })).toBe('001')
  })

  // rule: 12.3
  test.each<[string, Partial<Quote>]>([
    ['a bid of zero', { bid: 0 }],
    ['a negative bid', { bid: -yen }],
    ['an ask of zero', { ask: 0 }],
    ['a negative ask without a bid', { bid: null, ask: -1 }],
    ['an official close of zero', { officialClose: 0 }],
    ['a negative last price', { last: -1 }],
  ])('002: there is %s', (_, broken) => {
    expect(errorOf(broken)).toBe('002')
  })

  test('a last price of zero is valid: nothing has traded today', () => {
    expect(errorOf({ last: 0 })).toBeNull()
  })

  // rule: 12.4
  test('003: a quote is fresh for ten seconds and not a millisecond longer', () => {
    expect(errorOf({}, at + 10_000)).toBeNull()
    expect(errorOf({}, at + 10_001)).toBe('003')
  })

  // rule: 12.5
  test('004: the exchange halted the security', () => {
    expect(errorOf({ condition: 'HALTED' })).toBe('004')
  })

  // rule: 12.6
  test('005: the security trades by a special quote', () => {
    expect(errorOf({ condition: 'SPECIAL_QUOTE' })).toBe('005')
  })

  test('005: equal or crossed bid and ask of an auction are an inactive market, never malformed', () => {
    expect(errorOf({ bid: 2_000 * yen, ask: 2_000 * yen })).toBe('005')
    expect(errorOf({ bid: 2_001 * yen, ask: 2_000 * yen })).toBe('005')
    expect(errorOf({ bid: highest - tick, ask: lowest + tick })).toBe('005')
  })

  // rule: 12.7
  test.each<[string, Partial<Quote>]>([
    ['a bid at the upper limit and no ask', { bid: highest, ask: null }],
    ['an ask at the lower limit and no bid', { bid: null, ask: lowest }],
    ['bid and ask at the upper limit', { bid: highest, ask: highest }],
    ['bid and ask at the lower limit', { bid: lowest, ask: lowest }],
  ])('006: it is %s', (_, locked) => {
    expect(errorOf(locked)).toBe('006')
  })

  test.each<[string, Partial<Quote>]>([
    ['a bid one tick below the upper limit', { bid: highest - tick, ask: null }],
    ['an ask one tick above the lower limit', { bid: null, ask: lowest + tick }],
    ['a bid at the lower limit', { bid: lowest, ask: null }],
    ['an ask at the upper limit', { bid: null, ask: highest }],
  ])('001, not 006: it is only %s', (_, oneSided) => {
    expect(errorOf(oneSided)).toBe('001')
  })

  test('006: the locked prices are the last ticks inside limits that are off the grid', () => {
    const between = securityNamed('between', {
      tickTable: 'COARSE',
      closePrice: 2_906 * yen,
      minPrice: 2_406.5 * yen,
      maxPrice: 3_408 * yen,
    })
    const stuck = (more: Partial<Quote>): MarketErrorCode | null =>
      marketErrorOf({ ...good, securityId: 'between', ...more }, between, at, limits)

    expect(stuck({ bid: 3_405 * yen, ask: null })).toBe('006')
    expect(stuck({ bid: 3_400 * yen, ask: null })).toBe('001')
    expect(stuck({ bid: null, ask: 2_407 * yen })).toBe('006')
    expect(stuck({ bid: null, ask: 2_408 * yen })).toBe('001')
  })

  // rule: 12.8
  test.each<[string, Partial<Quote>]>([
    ['a bid is not a number', { bid: Number.NaN }],
    ['an ask is not an integer', { ask: 20_010_000.5 }],
    ['an ask is infinite', { ask: Number.POSITIVE_INFINITY }],
    ['the last price is too large to be exact', { last: 2 ** 53 }],
    ['the official close is not an integer', { officialClose: 0.5 }],
    ['the move of the index is not a number', { indexMove: Number.NaN }],
    ['the time is not a number', { at: Number.NaN }],
    ['it is of another security', { securityId: 'sony' }],
  ])('007: %s', (_, broken) => {
    expect(errorOf(broken)).toBe('007')
  })

  test('007: the quote is from the future by more than the tolerated clock difference', () => {
    expect(errorOf({}, at - 1_000)).toBeNull()
    expect(errorOf({}, at - 1_001)).toBe('007')
  })

  // rule: 12.9
  test('012: a spread may be one percent of the mid, and no more', () => {
    expect(errorOf({ bid: 1_990 * yen, ask: 2_010 * yen })).toBeNull()
    expect(errorOf({ bid: 1_990 * yen, ask: 2_010 * yen + 2 })).toBe('012')
  })

  // rule: 12.10
  test('012: a spread may be ten ticks at the bid where those are wider than one percent', () => {
    const cheap = securityNamed('cheap', { tickTable: 'COARSE', minPrice: 50 * yen, maxPrice: 150 * yen })
    const spreadOf = (ask: number): MarketErrorCode | null =>
      marketErrorOf({ ...good, securityId: 'cheap', bid: 95 * yen, ask }, cheap, at, limits)

    expect(spreadOf(105 * yen)).toBeNull()
    expect(spreadOf(105 * yen + 1)).toBe('012')
  })

  test('012: the tick at the bid counts, even if the ask is in the next band', () => {
    const coarse = securityNamed('coarse', { tickTable: 'COARSE', maxPrice: 4_000 * yen })
    const spreadFrom = (bid: number): MarketErrorCode | null =>
      marketErrorOf(
        { ...good, securityId: 'coarse', bid: bid * yen, ask: (bid + 40) * yen },
        coarse,
        at,
        limits,
      )

    expect(spreadFrom(3_000)).toBe('012')
    expect(spreadFrom(3_005)).toBeNull()
  })

  // rule: 12.11
  test('013: a mid at the daily limits is fresh, and beyond them it is not', () => {
    expect(errorOf(around(highest))).toBeNull()
    expect(errorOf(around(highest + 1))).toBe('013')
    expect(errorOf(around(lowest))).toBeNull()
    expect(errorOf(around(lowest - 1))).toBe('013')
  })
})

/** Each error of a quote, in order of precedence. */
const ways: readonly (readonly [MarketErrorCode, Partial<Quote>])[] = [
  ['007', { indexMove: 0.5 }],
  ['002', { officialClose: 0 }],
  ['004', { condition: 'HALTED' }],
  ['006', { bid: highest, ask: null }],
  ['001', { ask: null }],
  ['003', { at: at - 10_001 }],
  ['012', { bid: 100 * yen, ask: 110 * yen }],
]

test.each(
  ways.flatMap(([code, first], i) =>
    ways.slice(i + 1).map(([other, second]) => [code, other, { ...second, ...first }] as const),
  ),
)('of %s and %s together it is the first', (code, _, both) => {
  expect(errorOf(both)).toBe(code)
})

test('a halted security with an old, one-sided quote is reported as halted', () => {
  expect(errorOf({ condition: 'HALTED', bid: null }, at + 3_600_000)).toBe('004')
})

test('an old quote of an auction is stale', () => {
  expect(errorOf({ bid: 2_000 * yen, ask: 2_000 * yen }, at + 10_001)).toBe('003')
})

// spec: 4.statuses.22
// rule: 12.12
test('001, 002, 003, 012 and 013 are bad data, 004 to 006 inactive, 007 malformed', () => {
  const codes = Object.keys(marketErrors).sort() as MarketErrorCode[]

  expect(codes.map((code) => [marketErrorCodeOf(code), causeOfMarketError(code)])).toEqual([
    ['MARKET-ERROR-001', 'BAD_MARKET_DATA'],
    ['MARKET-ERROR-002', 'BAD_MARKET_DATA'],
    ['MARKET-ERROR-003', 'BAD_MARKET_DATA'],
    ['MARKET-ERROR-004', 'INACTIVE_MARKET'],
    ['MARKET-ERROR-005', 'INACTIVE_MARKET'],
    ['MARKET-ERROR-006', 'INACTIVE_MARKET'],
    ['MARKET-ERROR-007', 'MALFORMED_MARKET'],
    ['MARKET-ERROR-012', 'BAD_MARKET_DATA'],
    ['MARKET-ERROR-013', 'BAD_MARKET_DATA'],
  ])
})

/** Any number, likely ones more often. */
const anyNumber = fc.oneof(
  fc.integer({ min: 1_400 * yen, max: 2_600 * yen }),
  fc.constantFrom(0, -1, 2 ** 53, Number.NaN, Number.POSITIVE_INFINITY, highest, lowest),
  fc.double(),
)
const anyQuote: fc.Arbitrary<Quote> = fc.record({
  securityId: fc.constantFrom('toyota', 'toyota', 'toyota', 'sony'),
  at: fc.oneof(fc.integer({ min: at - 20_000, max: at + 20_000 }), anyNumber),
  bid: fc.option(anyNumber),
  ask: fc.option(anyNumber),
  last: anyNumber,
  condition: fc.constantFrom(...quoteConditions),
  officialClose: fc.option(anyNumber),
  indexMove: fc.oneof(fc.integer({ min: -1_000, max: 1_000 }), anyNumber),
})

/** A quote that is nearly fresh: narrow, near the limits and near the maximum age. */
const nearlyGood: fc.Arbitrary<Quote> = fc
  .record({
    mid: fc.integer({ min: 1_480 * yen, max: 2_520 * yen }),
    spread: fc.integer({ min: -2 * yen, max: 30 * yen }),
    age: fc.integer({ min: -11_000, max: 11_000 }),
  })
  .map(({ mid, spread, age }) => ({ ...good, at: at - age, bid: mid, ask: mid + spread }))

test('every quote, however broken, has a result', () => {
  fc.assert(
    fc.property(anyQuote, (quote) => {
      expect([null, ...Object.keys(marketErrors)]).toContain(marketErrorOf(quote, toyota, at, limits))
    }),
  )
})

// rule: 12.1
test('a quote is fresh if and only if it satisfies every part of the rule', () => {
  fc.assert(
    fc.property(nearlyGood, (quote) => {
      const [bid, ask] = [Number(quote.bid), Number(quote.ask)]
      const mid = Math.floor((bid + ask) / 2)
      const isNarrow = bid < ask && ask - bid <= Math.max(10 * tick, Math.floor(mid / 100))
      const isInside = mid >= lowest && mid <= highest
      const isNow = at - quote.at <= 10_000 && quote.at - at <= 1_000

      expect(isFresh(quote, toyota, at, limits)).toBe(isNarrow && isInside && isNow)
    }),
    { numRuns: 1_000 },
  )
})
