import { expect, test } from 'vitest'
import { toyota } from '../../../../test/support/fixtures.ts'
import { formatLevel, levelAt, offsetAt, parseOffset, roundLevelToTick } from './trigger-levels.ts'

test.each([
  ['advertising', 'BUY', 2, 2_847],
  ['advertising', 'SELL', 2, 2_963.5],
  ['knockout', 'BUY', 5, 3_050],
  ['knockout', 'SELL', 5, 2_760],
  ['advertising', 'BUY', 0, 2_905.5],
] as const)('the %s level of a %s at %d percent is %d', (kind, direction, offset, level) => {
  expect(levelAt(offset, kind, direction, toyota)).toBe(level)
  expect(offsetAt(level, kind, direction, toyota)).toBe(offset)
})

test('converting a level on the tick to an offset and back returns the same level where possible', () => {
  for (let level = 2_700; level <= 2_905.5; level += 0.5) {
    const offset = offsetAt(level, 'advertising', 'BUY', toyota)
    expect(levelAt(offset, 'advertising', 'BUY', toyota), String(level)).toBe(level)
  }
})

test('a level on the wrong side of the close has a negative offset', () => {
  expect(offsetAt(2_950, 'advertising', 'BUY', toyota)).toBe(-1.53)
})

// spec: 5.editor.8
test('a typed price is rounded down to the tick of its price band and shown with its decimals', () => {
  expect(roundLevelToTick(2_847.74, toyota)).toBe(2_847.5)
  expect(roundLevelToTick(3_050.9, toyota)).toBe(3_050)
  expect(formatLevel(2_847, toyota)).toBe('2,847.0')
  expect(formatLevel(3_050, toyota)).toBe('3,050')
})

test('the prices of one axis have the decimals that the finest of them needs', () => {
  expect(formatLevel(3_050, toyota, [2_950, 3_000])).toBe('3,050.0')
  expect(formatLevel(3_050, toyota, [3_002.5])).toBe('3,050.0')
  expect(formatLevel(3_050, toyota, [3_100])).toBe('3,050')
})

test('a daily price limit that is not on the tick is not rounded', () => {
  expect(formatLevel(3_405.5, toyota)).toBe('3,405.5')
})

test('an offset must be from 0 to 10 percent', () => {
  expect(parseOffset('10')).toBe(10)
  expect(parseOffset('10.01')).toBeNull()
})
