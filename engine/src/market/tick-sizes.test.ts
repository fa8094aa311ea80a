import fc from 'fast-check'
import { expect, test } from 'vitest'
import { exchanges } from '../model/calendar.ts'
import { yen } from '../model/price.ts'
import { tickTables } from '../model/security.ts'
import { roundDownToTick, type TickTable, tickAt } from './tick-sizes.ts'

const inTopix500: TickTable = { tickTable: 'FINE', exchange: 'XTKS' }
const outside: TickTable = { tickTable: 'COARSE', exchange: 'XTKS' }

/** Any price up to 100 million yen, with extra weight at the bounds of bands. */
const anyPrice = fc.oneof(
  fc.integer({ min: 0, max: 100_000_000 * yen }),
  fc
    .tuple(
      fc.constantFrom(1, 3, 5, 10, 30, 50, 100, 300, 500, 1_000, 10_000, 50_000),
      fc.integer({ min: -99, max: 99 }),
    )
    .map(([thousands, near]) => thousands * 1_000 * yen + near * 1_000),
  fc.integer({ min: 0, max: 60_000 * yen }),
)
const anyTable = fc.record({
  tickTable: fc.constantFrom(...tickTables),
  exchange: fc.constantFrom(...exchanges),
})

// rule: 20.1
test.each([
  [2_905.5, 105, 3_050, 3_050],
  [2_905.5, 95, 2_760, 2_760],
  [998.7, 105, 1_048.5, 1_048],
  [4_810, 105, 5_050, 5_050],
  [29_990, 110, 32_980, 32_950],
])('%d yen at %d %% rounds down to %d in TOPIX500 and %d outside it', (price, percent, fine, coarse) => {
  const level = Math.floor((Math.round(price * yen) * percent) / 100)

  expect(roundDownToTick(level, inTopix500)).toBe(Math.round(fine * yen))
  expect(roundDownToTick(level, outside)).toBe(Math.round(coarse * yen))
})

test('the upper bound of a band belongs to the band', () => {
  expect(tickAt(3_000 * yen, inTopix500)).toBe(0.5 * yen)
  expect(tickAt(3_000 * yen + 1, inTopix500)).toBe(1 * yen)
  expect(tickAt(3_000 * yen, outside)).toBe(1 * yen)
  expect(tickAt(3_000 * yen + 1, outside)).toBe(5 * yen)
})

test('Nagoya has the fine table for TOPIX500 members; Fukuoka and Sapporo the coarse one for all', () => {
  const tickOn = (exchange: TickTable['exchange']) => tickAt(900 * yen, { tickTable: 'FINE', exchange })

  expect(exchanges.map(tickOn)).toEqual([0.1 * yen, 0.1 * yen, 1 * yen, 1 * yen])
})

test.each([
  [900, 1],
  [4_000, 1],
  [10_000, 1],
  [10_001, 5],
  [30_001, 10],
  [100_001, 50],
])('a fund of one unit at %d yen has a tick of %d', (price, tick) => {
  expect(tickAt(price * yen, { tickTable: 'FUND', exchange: 'XTKS' })).toBe(tick * yen)
})

test('a price that is not a number has no tick', () => {
  expect(() => tickAt(Number.NaN, outside)).toThrow('NaN')
})

test('rounding to the tick never goes up, and never down by a whole tick', () => {
  fc.assert(
    fc.property(anyPrice, anyTable, (price, table) => {
      const rounded = roundDownToTick(price, table)
      expect(rounded).toBeLessThanOrEqual(price)
      expect(price - rounded).toBeLessThan(tickAt(price, table))
    }),
  )
})

test('a rounded price is on the grid of the band it landed in, so rounding it again changes nothing', () => {
  fc.assert(
    fc.property(anyPrice, anyTable, (price, table) => {
      const rounded = roundDownToTick(price, table)
      expect(rounded % tickAt(rounded, table)).toBe(0)
      expect(roundDownToTick(rounded, table)).toBe(rounded)
    }),
  )
})
