import { expect, test } from 'vitest'
import { formatYenLimit, japaneseAmount } from './japanese-amount.ts'

test.each([
  [69_692_350, '6,969万'],
  [116_240_000, '1.162億'],
  [1_250_000_000, '12.5億'],
])('%d is %s', (amount, shown) => {
  expect(japaneseAmount(amount)).toBe(shown)
})

test('a limit is written in billions, in Japanese in 億', () => {
  expect(formatYenLimit(2_000_000_000, 'En')).toBe('JPY 2bn')
  expect(formatYenLimit(2_500_000_000, 'En')).toBe('JPY 2.5bn')
  expect(formatYenLimit(2_000_000_000, 'Jp')).toBe('20億円')
})
