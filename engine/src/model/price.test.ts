import { expect, expectTypeOf, test } from 'vitest'
import { type Price, toPrice, toYen, type Yen, yen } from './price.ts'

test('yen and 1/10,000 yen convert exactly, with up to four decimals', () => {
  for (const amount of [0, 0.1, 0.0001, 1, 2_905.5, 1_234.5678, 50_000_000]) {
    expect(toPrice(amount)).toBe(Number((amount * yen).toFixed(0)))
    expect(toYen(toPrice(amount))).toBe(amount)
  }
})

test('the compiler rejects one unit for the other, and accepts a plain number for both', () => {
  expectTypeOf<Yen>().not.toExtend<Price>()
  expectTypeOf<Price>().not.toExtend<Yen>()
  expectTypeOf<number>().toExtend<Price>()
  expectTypeOf<number>().toExtend<Yen>()
})
