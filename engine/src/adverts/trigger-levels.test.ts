import fc from 'fast-check'
import { expect, test } from 'vitest'
import { roundDownToTick, type TickTable, tickAt } from '../market/tick-sizes.ts'
import { directions } from '../model/advert.ts'
import { exchanges } from '../model/calendar.ts'
import { yen } from '../model/price.ts'
import { tickTables } from '../model/security.ts'
import { levelOf, levelVariants, offsetOf, sideOfClose } from './trigger-levels.ts'

const inTopix500: TickTable = { tickTable: 'FINE', exchange: 'XTKS' }
const outside: TickTable = { tickTable: 'COARSE', exchange: 'XTKS' }
const price = (inYen: number): number => Math.round(inYen * yen)

test("a buyer's trigger is below the close and the knockout above it; a seller's are the reverse", () => {
  expect(sideOfClose('advertising', 'BUY')).toBe('below')
  expect(sideOfClose('knockout', 'BUY')).toBe('above')
  expect(sideOfClose('advertising', 'SELL')).toBe('above')
  expect(sideOfClose('knockout', 'SELL')).toBe('below')
})

// rule: 11.12
test.each([
  [2_905.5, 500, 3_050, 3_050],
  [998.7, 500, 1_048.5, 1_048],
  [4_810, 500, 5_050, 5_050],
  [29_990, 1_000, 32_980, 32_950],
])(
  'above a close of %d yen, %d basis points are %d in TOPIX500 and %d outside it',
  (close, offset, ...levels) => {
    const [fine, coarse] = levels.map(price)

    expect(levelOf('knockout', 'BUY', price(close), offset, inTopix500)).toBe(fine)
    expect(levelOf('knockout', 'BUY', price(close), offset, outside)).toBe(coarse)
    expect(levelOf('advertising', 'SELL', price(close), offset, inTopix500)).toBe(fine)
  },
)

test('500 basis points below a close of 2,905.5 yen are 2,760 in both tick tables', () => {
  expect(levelOf('advertising', 'BUY', price(2_905.5), 500, inTopix500)).toBe(price(2_760))
  expect(levelOf('advertising', 'BUY', price(2_905.5), 500, outside)).toBe(price(2_760))
  expect(levelOf('knockout', 'SELL', price(2_905.5), 500, inTopix500)).toBe(price(2_760))
})

// spec: 3.12
// rule: 11.13
test('a draft has both levels for a buyer and, mirrored, for a seller', () => {
  expect(levelVariants(price(2_000), { advertising: 100, knockout: 500 }, inTopix500)).toEqual({
    buyAdvertisingTrigger: price(1_980),
    sellAdvertisingTrigger: price(2_020),
    buyKnockoutTrigger: price(2_100),
    sellKnockoutTrigger: price(1_900),
  })
})

const anyTable = fc.record({
  tickTable: fc.constantFrom(...tickTables),
  exchange: fc.constantFrom(...exchanges),
})
/** Prices from one yen to fifty million, low ones as likely as high ones. */
const anyClose = fc
  .tuple(fc.integer({ min: 0, max: 7 }), fc.integer({ min: 10_000, max: 49_999 }), anyTable)
  .map(([digits, leading, table]) => {
    const close = Math.max(yen, roundDownToTick(leading * 10 ** digits, table))
    return { close, table }
  })
const anyOffset = fc.integer({ min: 0, max: 1_000 })
const anyDirection = fc.constantFrom(...directions)
const anyKind = fc.constantFrom('advertising', 'knockout')

// spec: 5.editor.16
test('a level is exact at every price: the product rounded down to the tick, never up', () => {
  fc.assert(
    fc.property(anyClose, anyDirection, anyOffset, ({ close, table }, direction, offset) => {
      for (const [level, share] of [
        [levelOf('advertising', direction, close, offset, table), direction === 'BUY' ? -offset : offset],
        [levelOf('knockout', direction, close, offset, table), direction === 'BUY' ? offset : -offset],
      ] as const) {
        const exact = Number((BigInt(close) * BigInt(10_000 + share)) / 10_000n)
        expect(level).toBe(roundDownToTick(exact, table))
        expect(level % tickAt(level, table)).toBe(0)
        expect(level).toBeLessThanOrEqual(exact)
      }
    }),
    { numRuns: 1_000 },
  )
})

test('a close of fifty million yen is multiplied without rounding, which would raise the level by a tick', () => {
  expect(460_179_206_087 * 19_977).toBeGreaterThan(Number.MAX_SAFE_INTEGER)

  expect(levelOf('knockout', 'BUY', 460_179_206_087, 9_977, inTopix500)).toBe(price(91_920_000))
})

test('without an offset, the level of a close on the tick grid is the close', () => {
  fc.assert(
    fc.property(anyClose, ({ close, table }) => {
      const levels = levelVariants(close, { advertising: 0, knockout: 0 }, table)
      expect(new Set(Object.values(levels))).toEqual(new Set([close]))
    }),
  )
})

test.each([
  ['BUY', 'knockout', 3_050, 500],
  ['BUY', 'advertising', 2_760, 500],
  ['SELL', 'knockout', 2_760, 500],
  ['SELL', 'advertising', 3_050, 500],
  ['BUY', 'advertising', 2_869, 125],
  ['BUY', 'knockout', 2_905.5, 0],
] as const)(
  'a %s with a %s trigger at %d yen and a close of 2,905.5 has an offset of %i basis points',
  (direction, kind, level, offset) => {
    expect(offsetOf(price(level), price(2_905.5), direction, kind, inTopix500)).toBe(offset)
  },
)

test('of several offsets with the same level, the roundest is returned', () => {
  // One yen is one percent of this price, so that a hundred offsets give 95 yen.
  expect(offsetOf(price(95), price(100), 'BUY', 'advertising', outside)).toBe(500)
  expect(offsetOf(price(105), price(100), 'BUY', 'knockout', outside)).toBe(500)
  expect(offsetOf(price(1_007.5), price(1_000), 'BUY', 'knockout', inTopix500)).toBe(75)
})

test('the offset of a level at the edge of a price band covers the coarser tick above it', () => {
  // Up to 1,000 yen the tick is 0.1, above it 0.5: everything below 1,000.5 is rounded down to 1,000.
  expect(levelOf('knockout', 'BUY', price(952.7), 500, inTopix500)).toBe(price(1_000))

  expect(offsetOf(price(1_000), price(952.7), 'BUY', 'knockout', inTopix500)).toBe(500)
})

const roundness = (offset: number): number => [100, 50, 25, 10, 5, 1].findIndex((step) => offset % step === 0)

test('the offset found gives the same level and is at least as round as the original', () => {
  fc.assert(
    fc.property(anyClose, anyDirection, anyKind, anyOffset, ({ close, table }, direction, kind, offset) => {
      const level = levelOf(kind, direction, close, offset, table)
      const found = offsetOf(level, close, direction, kind, table)

      expect(levelOf(kind, direction, close, found, table)).toBe(level)
      expect(roundness(found)).toBeLessThanOrEqual(roundness(offset))
    }),
    { numRuns: 2_000 },
  )
})

test('an offset beyond the bounds is found, so that validation can refuse it', () => {
  expect(offsetOf(price(2_400), price(2_000), 'BUY', 'knockout', inTopix500)).toBe(2_000)
})

test('where no whole basis point gives a level, the nearest is returned', () => {
  // A tick of 0.1 yen is less than a basis point of 1,050 yen, so that one level has no offset.
  expect(levelOf('knockout', 'SELL', price(1_050), 480, inTopix500)).toBe(price(999.6))
  expect(levelOf('knockout', 'SELL', price(1_050), 481, inTopix500)).toBe(price(999.4))

  expect(offsetOf(price(999.5), price(1_050), 'SELL', 'knockout', inTopix500)).toBe(481)
})

test("a level outside today's limits has its nearest offset too, however far it is", () => {
  expect(offsetOf(price(2_000.3), price(2_000), 'BUY', 'knockout', inTopix500)).toBe(2)
  expect(offsetOf(1e300, yen, 'BUY', 'knockout', outside)).toBeGreaterThan(1_000)
  expect(offsetOf(2 ** 53 - 1, yen, 'BUY', 'knockout', outside)).toBeGreaterThan(1_000)
})

test('a level on the wrong side of the close has the offset 0', () => {
  expect(offsetOf(price(2_100), price(2_000), 'BUY', 'advertising', inTopix500)).toBe(0)
  expect(offsetOf(price(1_900), price(2_000), 'BUY', 'knockout', inTopix500)).toBe(0)
})
