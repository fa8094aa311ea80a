import fc from 'fast-check'
import { expect, test } from 'vitest'
import { quoteOf, securityNamed } from '../../test/book.ts'
import { yen } from './price.ts'
import { isTwoSided, midOf, stockMove } from './quote.ts'

const toyota = securityNamed('toyota')
const good = quoteOf('toyota', '01:00')

test('the mid is halfway between bid and ask, in whole units of price', () => {
  expect(midOf({ ...good, bid: 1_999 * yen, ask: 2_002 * yen })).toBe(2_000.5 * yen)
  expect(midOf({ ...good, bid: 10_000, ask: 10_001 })).toBe(10_000)
})

test('only a quote with a bid and an ask has a mid', () => {
  expect(isTwoSided(good)).toBe(true)
  expect(isTwoSided({ ...good, bid: null })).toBe(false)
  expect(isTwoSided({ ...good, ask: null })).toBe(false)
})

// rule: 11.11
test.each([
  [2_050, 250],
  [1_950, -250],
  [2_000.1, 0],
  [1_999.9, 0],
  [2_000.2, 1],
  [1_999.8, -1],
])('a price of %d yen against a close of 2,000 moved %i basis points, toward zero', (price, move) => {
  expect(stockMove(Math.round(price * yen), toyota)).toBe(move)
})

test('a move is exact for every price inside the daily limits, and never -0', () => {
  const anyClose = fc.integer({ min: yen, max: 50_000_000 * yen })
  fc.assert(
    fc.property(anyClose, fc.integer({ min: -3_000_000, max: 3_000_000 }), (closePrice, millionths) => {
      const price = closePrice + Math.round((closePrice / 10_000_000) * millionths)
      const exact = (BigInt(price - closePrice) * 10_000n) / BigInt(closePrice)

      expect(stockMove(price, { closePrice })).toBe(Number(exact))
    }),
  )
})
