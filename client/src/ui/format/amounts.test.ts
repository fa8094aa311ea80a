import { expect, test } from 'vitest'
import {
  formatDollars,
  formatExactYen,
  formatExactYenWithShort,
  formatNotional,
  formatVolume,
  formatYen,
  formatYenLimit,
} from './amounts.ts'

// spec: 2.trader.22, 9.25
test.each([
  [0, '0', '0'],
  [95_000, '95,000', '95,000'],
  [100_000, '100,000', '100,000'],
  [100_001, '0.1m', '10万'],
  [775_000, '0.8m', '77.5万'],
  [-775_000, '\u22120.8m', '\u221277.5万'],
  [69_692_350, '69.7m', '6,970万'],
  [116_200_000, '116.2m', '1.16億'],
  [116_700_000, '116.7m', '1.17億'],
  [999_949_999, '999.9m', '10億'],
  [999_950_000, '1.00bn', '10億'],
  [1_234_567_890, '1.23bn', '12.3億'],
  [1_717_600_000, '1.72bn', '17.2億'],
  [22_735_000_000, '22.7bn', '227億'],
  [208_280_000_000, '208bn', '2,080億'],
])('a notional of %d is %s, in Japanese %s: in millions above 100,000', (value, english, inJapanese) => {
  expect(formatNotional(value, 'En')).toBe(english)
  expect(formatNotional(value, 'Jp')).toBe(inJapanese)
})

test('amounts carry their unit as each language writes it', () => {
  expect([formatYen(1_717_600_000, 'En'), formatYen(1_717_600_000, 'Jp')]).toEqual(['JPY 1.72bn', '17.2億円'])
  expect([formatExactYen(6_000, 'En'), formatExactYen(6_000, 'Jp')]).toEqual(['JPY 6,000', '6,000円'])
  expect([formatDollars(775_000, 'En'), formatDollars(775_000, 'Jp')]).toEqual(['USD 0.8m', '77.5万ドル'])
  expect([formatVolume(4_000_000, 'En'), formatVolume(4_000_000, 'Jp')]).toEqual(['4.0m', '400万株'])
})

test.each([
  [99_999_999, 'JPY 99,999,999', '99,999,999円'],
  [100_000_000, 'JPY 100,000,000 (100.0m)', '100,000,000円（1億円）'],
  [5_000_000_000, 'JPY 5,000,000,000 (5.00bn)', '5,000,000,000円（50億円）'],
])('%d yen with many zeros is written in short as well', (yen, english, inJapanese) => {
  expect(formatExactYenWithShort(yen, 'En')).toBe(english)
  expect(formatExactYenWithShort(yen, 'Jp')).toBe(inJapanese)
})

test('a limit is written in billions, in Japanese in 億', () => {
  expect(formatYenLimit(2_000_000_000, 'En')).toBe('JPY 2bn')
  expect(formatYenLimit(2_500_000_000, 'En')).toBe('JPY 2.5bn')
  expect(formatYenLimit(2_000_000_000, 'Jp')).toBe('20億円')
})
