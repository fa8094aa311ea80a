import fc from 'fast-check'
import { expect, test } from 'vitest'
import { securityNamed } from '../../test/book.ts'
import { isLargeEnough, minSharesOf } from '../adverts/size-limits.ts'
import { type AdvertTerms, effectiveHurdle } from './advert.ts'
import { defaultLimits } from './limits.ts'
import { yen } from './price.ts'
import { ceilLot, floorLot } from './security.ts'

const shares = fc.integer({ min: 0, max: 1_000_000_000 })
const lots = fc.constantFrom(1, 10, 100, 1_000)
const percents = fc.integer({ min: 10, max: 75 })
const termsOf = (shareQuantity: number, minimumQuantity: number) =>
  ({ shareQuantity, minimumQuantity }) as AdvertTerms

// rule: 3.E5.3
test('rounding down to the lot never rounds up, and loses less than a lot', () => {
  fc.assert(
    fc.property(shares, lots, (quantity, lotSize) => {
      const floored = floorLot(quantity, lotSize)
      expect(floored % lotSize).toBe(0)
      expect(floored).toBeLessThanOrEqual(quantity)
      expect(quantity - floored).toBeLessThan(lotSize)
    }),
  )
})

test('rounding up to the lot never rounds down, and adds less than a lot', () => {
  fc.assert(
    fc.property(shares, lots, (quantity, lotSize) => {
      const ceiled = ceilLot(quantity, lotSize)
      expect(ceiled % lotSize).toBe(0)
      expect(ceiled).toBeGreaterThanOrEqual(quantity)
      expect(ceiled - quantity).toBeLessThan(lotSize)
    }),
  )
})

// rule: 6.1
test.each([
  [12_300, 25, 3_100],
  [12_000, 25, 3_000],
  [100, 10, 100],
  [100_000, 25, 25_000],
  [100_100, 75, 75_100],
])('the minimum of %i shares at %i percent is %i shares', (shareQuantity, percent, minShares) => {
  expect(minSharesOf(termsOf(shareQuantity, percent), securityNamed('toyota'))).toBe(minShares)
})

// rule: 3.3
test('a minimum is the percentage rounded up to the lot, exactly, and never more than the whole', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1_000_000 }), lots, percents, (count, lotSize, percent) => {
      const whole = count * lotSize
      const minShares = minSharesOf(termsOf(whole, percent), securityNamed('any', { lotSize }))
      expect(BigInt(minShares) * 100n).toBeGreaterThanOrEqual(BigInt(whole) * BigInt(percent))
      expect(BigInt(minShares - lotSize) * 100n).toBeLessThan(BigInt(whole) * BigInt(percent))
      expect(minShares).toBeLessThanOrEqual(whole)
    }),
  )
})

// rule: 6.9
test.each([
  ['the platform minimum exactly', 5_000, 2_000, true],
  ['a lot under it', 4_900, 2_000, false],
  ['a fraction of a yen under it', 5_000, 1_999.9999, false],
  ['less than a lot, whatever the price', 99, 10_000_000, false],
])('an advert of %s is large enough: %s', (_, quantity, price, enough) => {
  const isEnough = isLargeEnough(quantity, Math.round(price * yen), securityNamed('toyota'), defaultLimits)
  expect(isEnough).toBe(enough)
})

test.each([
  [3, 10],
  [1, 10],
  [10, 10],
  [11, 11],
  [81, 81],
])('a hurdle of %i is read as %i', (credibilityHurdle, read) => {
  expect(effectiveHurdle({ credibilityHurdle } as AdvertTerms)).toBe(read)
})
