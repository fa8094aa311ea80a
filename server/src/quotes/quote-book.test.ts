import { priceLimits } from '@aitai/engine/market/price-limits.ts'
import { defaultLimits as limits } from '@aitai/engine/model/limits.ts'
import { yen } from '@aitai/engine/model/price.ts'
import type { Security } from '@aitai/engine/model/security.ts'
import { expect, test } from 'vitest'
import { createQuoteBook, type QuoteUpdate } from './quote-book.ts'
import { initialUsdJpyRate } from './usd-jpy-rate.ts'

const closePrice = 2_000 * yen
const securityOf = (ric: string, close = closePrice): Security => ({
  securityId: `id of ${ric}`,
  ric,
  exchange: 'XTKS',
  lotSize: 100,
  tickTable: 'FINE',
  closePrice: close,
  ...priceLimits(close),
})
const toyota = securityOf('7203.T')
const hourMs = 3_600_000
const morning = Date.parse('2026-10-02T00:00:00Z')

function openBook(securities: readonly Security[] = [toyota]) {
  const clock = { at: morning }
  let rate = initialUsdJpyRate
  const dollar = {
    rate: () => rate,
    set: (milliseconds: number) => {
      rate = milliseconds
    },
    stop: async () => {},
  }
  const book = createQuoteBook({ securities, limits, dollar, now: () => clock.at })
  return { book, clock, newest: () => book.quoteOf(toyota.securityId) }
}

const updateAt = (at: number, more: Partial<QuoteUpdate> = {}): QuoteUpdate => ({
  ric: '7203.T',
  at,
  bid: closePrice - yen,
  ask: closePrice + yen,
  condition: 'CONTINUOUS',
  last: undefined,
  officialClose: undefined,
  ...more,
})

test('before the first quote of a source there is none, and the market is not fresh', () => {
  const { book, clock } = openBook()
  clock.at += 1_000

  expect(book.quoteOf(toyota.securityId)).toBeNull()
  expect(book.sightingOf(toyota.securityId)).toMatchObject({ quote: null, run: [], freshUntil: morning })
})

test('a quote older than the newest of its security is ignored, and so is an unlisted security', () => {
  const { book, newest } = openBook()
  expect(book.update(updateAt(morning), morning)).toBe('taken')

  expect(book.update(updateAt(morning - 1), morning)).toBe('late')
  expect(book.update(updateAt(morning, { ric: '9999.T' }), morning)).toBe('unknown')
  expect(newest()?.at).toBe(morning)
})

test('the last price and the official close remain until the day ends, bid and ask do not', () => {
  const { book, newest } = openBook()
  book.update(updateAt(morning, { last: 1_999 * yen, officialClose: 1_998 * yen }), morning)
  book.update(updateAt(morning + 1, { bid: null, ask: null }), morning + 1)
  expect(newest()).toMatchObject({ bid: null, ask: null, last: 1_999 * yen, officialClose: 1_998 * yen })

  book.update(updateAt(morning + 2, { last: null, officialClose: null }), morning + 2)
  expect(newest()).toMatchObject({ last: 0, officialClose: null })

  book.update(updateAt(morning + 3, { last: 1_999 * yen, officialClose: 1_998 * yen }), morning + 3)
  book.update(updateAt(morning + 24 * hourMs), morning + 24 * hourMs)
  expect(newest()).toMatchObject({ last: 0, officialClose: null })
})

test.each(['HALTED', 'SPECIAL_QUOTE'] as const)(
  'a security that is %s has that condition in its quote and is not fresh',
  (condition) => {
    const { book, newest } = openBook()
    book.update(updateAt(morning, { condition: condition }), morning)

    expect(newest()?.condition).toBe(condition)
    expect(book.sightingOf(toyota.securityId)).toMatchObject({ run: [], freshUntil: morning })
  },
)

test("a quote carries the move of the index as it was known, rounded toward zero, and not the previous day's", () => {
  const { book, clock, newest } = openBook()
  book.update(updateAt(morning), morning)
  expect(newest()?.indexMove).toBeNull()

  book.updateIndex(2_790 * yen, 2_800 * yen, morning)
  book.update(updateAt(morning + 1), morning + 1)
  expect([newest()?.indexMove, book.indexMove()]).toEqual([-35, -35])

  clock.at += 24 * hourMs
  book.update(updateAt(clock.at), clock.at)
  expect([newest()?.indexMove, book.indexMove()]).toEqual([null, null])
})

// rule: 11.23
test.each([
  [10_000, -35],
  [10_001, null],
])('an index value that is %i ms older than the quote counts as %s', (ms, move) => {
  const { book, newest } = openBook()
  book.updateIndex(2_790 * yen, 2_800 * yen, morning)
  book.update(updateAt(morning + ms), morning + ms)

  expect(newest()?.indexMove).toBe(move)
})

test('a new close keeps the newest quote and drops the run that was measured against the old close', () => {
  const { book, clock, newest } = openBook()
  for (const ms of [0, 1_000, 2_000]) book.update(updateAt(morning + ms), morning + ms)
  clock.at += 3_000
  const { run } = book.sightingOf(toyota.securityId)
  expect(run.map(({ at }) => at - morning)).toEqual([1_000, 2_000])

  book.list([securityOf('7203.T', closePrice + yen)])
  expect(newest()?.at).toBe(morning + 2_000)
  expect(book.sightingOf(toyota.securityId).run).toEqual([newest()])
})

test('a security that is listed later is quoted from then on', () => {
  const { book } = openBook([])
  expect(book.update(updateAt(morning), morning)).toBe('unknown')
  book.list([toyota])
  expect(book.update(updateAt(morning), morning)).toBe('taken')
})

// rule: 3.E4.5
test('a market of which another process had the quotes has been fresh since they were adopted, not since they were stamped', () => {
  const before = openBook()
  before.book.update(updateAt(morning), morning + 900)
  const stamped = before.newest()
  if (!stamped) throw new Error('the update was not taken')
  const promoted = openBook()
  promoted.clock.at = morning + 1_500
  promoted.book.adopt(stamped)
  promoted.book.update(updateAt(morning + 2_000), morning + 2_100)

  expect(promoted.book.sightingOf(toyota.securityId)).toMatchObject({
    freshSince: morning + 1_500,
    freshUntil: morning + 2_000 + limits.quoteAgeMs,
  })
})

test('a quote that was old when it was adopted makes no market fresh', () => {
  const { book, clock } = openBook()
  book.update(updateAt(morning), morning)
  const old = book.quoteOf(toyota.securityId)
  if (!old) throw new Error('the update was not taken')
  const promoted = openBook()
  promoted.clock.at = clock.at + limits.quoteAgeMs + 1
  promoted.book.adopt(old)
  const { at } = promoted.clock
  promoted.book.update(updateAt(at + 500), at + 500)

  expect(promoted.book.sightingOf(toyota.securityId).freshSince).toBe(at + 500)
})
