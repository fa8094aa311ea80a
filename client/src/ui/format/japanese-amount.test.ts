import { expect, test } from 'vitest'
import { japaneseAmount } from './japanese-amount.ts'

test.each([
  [69_692_350, '6,969万'],
  [116_240_000, '1.162億'],
  [1_250_000_000, '12.5億'],
])('%d is %s', (amount, shown) => {
  expect(japaneseAmount(amount)).toBe(shown)
})
