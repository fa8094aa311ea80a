import { priceLimits } from '@aitai/engine/market/price-limits.ts'
import { defaultLimits as limits } from '@aitai/engine/model/limits.ts'
import { yen } from '@aitai/engine/model/price.ts'
import type { Quote } from '@aitai/engine/model/quote.ts'
import type { Security } from '@aitai/engine/model/security.ts'
import { expect, test } from 'vitest'
import { createTapes } from './tapes.ts'

const closePrice = 2_000 * yen
const toyota: Security = {
  securityId: 'toyota',
  ric: '7203.T',
  exchange: 'XTKS',
  lotSize: 100,
  tickTable: 'FINE',
  closePrice,
  ...priceLimits(closePrice),
}
const morning = Date.parse('2026-10-02T00:00:00Z')
const quoteAt = (ms: number): Quote => ({
  securityId: 'toyota',
  at: morning + ms,
  bid: closePrice - yen,
  ask: closePrice + yen,
  last: closePrice,
  condition: 'CONTINUOUS',
  officialClose: null,
  indexMove: 0,
})

function following(...times: readonly number[]) {
  const tapes = createTapes(limits)
  tapes.list([toyota])
  for (const ms of times) tapes.recordAll(() => quoteAt(ms), morning + ms)
  return tapes
}

test('every accepted quote is followed by the next', () => {
  const sighting = following(0, 1_000).sightingOf('toyota')

  const run = [quoteAt(0), quoteAt(1_000)]
  const fresh = { freshSince: morning, freshUntil: morning + 11_000 }
  expect(sighting).toEqual({ securityId: 'toyota', quote: quoteAt(1_000), run, ...fresh })
})

test('a security that is not followed has no tape; one without a quote is not fresh at the first look', () => {
  const tapes = createTapes(limits)
  tapes.list([toyota])
  for (const ms of [0, 5_000]) tapes.recordAll(() => null, morning + ms)

  const nothing = { quote: null, run: [] }
  expect(tapes.sightingOf('toyota')).toEqual({ securityId: 'toyota', ...nothing, freshUntil: morning })
  expect(tapes.sightingOf('sony')).toEqual({ securityId: 'sony', ...nothing })
})

test('listing a security again keeps its tape', () => {
  const tapes = following(0, 1_000)
  const before = tapes.sightingOf('toyota')
  tapes.list([{ ...toyota }])

  expect(tapes.sightingOf('toyota')).toEqual(before)
})

test.each<[string, Partial<Security>]>([
  ['a new close', { closePrice: closePrice + yen }],
  ['a new lower limit', { minPrice: toyota.minPrice + yen }],
  ['a new upper limit', { maxPrice: toyota.maxPrice + yen }],
])('%s clears the tape, because the earlier quotes were measured differently', (_, changed) => {
  const tapes = following(0, 1_000)
  tapes.list([{ ...toyota, ...changed }])
  expect(tapes.sightingOf('toyota').run).toEqual([])

  tapes.recordAll(() => quoteAt(2_000), morning + 2_000)
  expect(tapes.sightingOf('toyota').run).toEqual([quoteAt(2_000)])
})

test('a quote from the future does not block those that come after it', () => {
  const tapes = following(0, 1_000)
  tapes.recordAll(() => quoteAt(86_400_000), morning + 2_000)
  expect(tapes.sightingOf('toyota').run).toEqual([])

  tapes.recordAll(() => quoteAt(3_000), morning + 3_000)
  expect(tapes.sightingOf('toyota').run).toEqual([quoteAt(3_000)])
})

test('the newest quote within one twentieth of a second counts', () => {
  const tapes = createTapes(limits)
  tapes.list([toyota])
  for (let ms = 0; ms < 2_000; ms += 1)
    tapes.record({ ...quoteAt(ms), bid: closePrice - ms * 10 }, morning + ms)

  const { quote, run } = tapes.sightingOf('toyota')
  expect(quote).toEqual({ ...quoteAt(1_999), bid: closePrice - 19_990 })
  expect(run.map(({ at }) => (at - morning) % 50)).toEqual(run.map(() => 49))
})

test('a quote that was overtaken on its way does not replace a newer one', () => {
  const tapes = createTapes(limits)
  tapes.list([toyota])
  tapes.record(quoteAt(900), morning + 1_000)
  tapes.record(quoteAt(800), morning + 1_001)

  expect(tapes.sightingOf('toyota').quote).toEqual(quoteAt(900))
})

test('a quote of a security that is not followed is ignored', () => {
  const tapes = createTapes(limits)
  tapes.record(quoteAt(0), morning)
  tapes.list([toyota])

  expect(tapes.sightingOf('toyota').quote).toBeNull()
})
