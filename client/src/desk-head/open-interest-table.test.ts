import type { OpenInterestRow } from '@aitai/contract/schemas/adverts.ts'
import { expect, test } from 'vitest'
import { firstSort, formatFigure, sortAfter, sortRows, totalOf } from './open-interest-table.ts'

const row = (key: string, given: Partial<OpenInterestRow> = {}): OpenInterestRow => ({
  key,
  ...{ count: 1, shareQuantity: 1_000, jpynotional: 20_000_000, buyNotional: 20_000_000, sellNotional: 0 },
  ...{ locatedCount: 0, locatedNotional: 0, agreedCount: 0, agreedNotional: 0 },
  ...given,
})
const rows = [row('0050'), row('3700', { count: 3 }), row('7050', { count: 2 }), row('', { count: 2 })]
const order = (...pressed: Parameters<typeof sortAfter>[1][]) =>
  sortRows(rows, pressed.reduce(sortAfter, firstSort)).map(({ key }) => key)

test('rows are in the order of the server at first, and a press on their heading turns it around', () => {
  expect(order()).toEqual(['0050', '3700', '7050', ''])
  expect(order('key')).toEqual(['', '7050', '3700', '0050'])
  expect(order('key', 'key')).toEqual(order())
})

test('a figure begins with the largest, and equal ones keep their order', () => {
  expect(order('count')).toEqual(['3700', '7050', '', '0050'])
  expect(order('count', 'count')).toEqual(['0050', '7050', '', '3700'])
  expect(order('count', 'jpynotional')).toEqual(['0050', '3700', '7050', ''])
  expect(order('count', 'key')).toEqual(['0050', '3700', '7050', ''])
})

test('the total adds both sides, so that an IOI at several brokers counts once', () => {
  const bySide = [row('BUY', { agreedCount: 2 }), row('SELL', { agreedCount: 1, locatedNotional: 7 })]

  expect(totalOf({ bySide })).toEqual({
    ...{ count: 2, shareQuantity: 2_000, jpynotional: 40_000_000, buyNotional: 40_000_000, sellNotional: 0 },
    ...{ locatedCount: 0, locatedNotional: 7, agreedCount: 3, agreedNotional: 0 },
  })
})

test('counts and shares are whole, values short, and nothing is a dash', () => {
  expect(formatFigure('shareQuantity', 1_234_500, 'En')).toBe('1,234,500')
  expect(formatFigure('locatedNotional', 116_200_000, 'En')).toBe('116.2m')
  expect(formatFigure('locatedNotional', 116_200_000, 'Jp')).toBe('1.16億')
  expect(formatFigure('agreedCount', 0, 'En')).toBe('–')
})
