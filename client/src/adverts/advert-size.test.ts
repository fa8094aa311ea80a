import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createAmountParser, parseAmount, parseNotional } from '../ui/format/parse-amount.ts'
import { roundToLots, sizeFrom } from './advert-size.ts'

const toyota = { lastPrice: 2_905.5, usdJpy: 150 }

// spec: 5.editor.2, 5.editor.5
test('a size in shares is converted to both notionals, in whole yen and dollars', () => {
  expect(sizeFrom('shares', 40_000, toyota)).toEqual({
    shares: 40_000,
    jpynotional: 116_220_000,
    usdnotional: 774_800,
  })
  // 290,550 yen are 1,945.17 dollars, and one share is 2,905.5 yen or 19.45 dollars.
  const rate = { ...toyota, usdJpy: 149.37 }
  expect(sizeFrom('shares', 100, rate)).toMatchObject({ jpynotional: 290_550, usdnotional: 1_945 })
  expect(sizeFrom('shares', 1, rate)).toMatchObject({ jpynotional: 2_906, usdnotional: 19 })
})

test('a notional in yen or dollars is converted to shares and to the other currency', () => {
  expect(sizeFrom('jpynotional', 116_220_000, toyota)).toEqual({
    shares: 40_000,
    jpynotional: 116_220_000,
    usdnotional: 774_800,
  })
  expect(sizeFrom('usdnotional', 774_800, toyota).shares).toBe(40_000)
  expect(sizeFrom('usdnotional', 774_800, toyota).jpynotional).toBe(116_220_000)
})

const rates = fc.record({
  lastPrice: fc.integer({ min: 10, max: 1_000_000 }).map((tenths) => tenths / 10),
  usdJpy: fc.integer({ min: 8_000, max: 25_000 }).map((cents) => cents / 100),
})

test('in every unit, the size in whole lots never exceeds the input', () => {
  const field = fc.constantFrom('shares', 'jpynotional', 'usdnotional' as const)
  fc.assert(
    fc.property(field, fc.integer({ min: 1, max: 1e11 }), rates, (edited, amount, market) => {
      const lotted = roundToLots(sizeFrom(edited, amount, market).shares, 100)
      const after = sizeFrom('shares', lotted.shareQuantity, market)

      expect(lotted.shareQuantity % 100).toBe(0)
      if (lotted.rounded !== 'up') expect(after[edited]).toBeLessThanOrEqual(amount + 1)
    }),
  )
})

test('converting whole lots to either notional and back returns the same shares', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1e6 }), rates, (lots, market) => {
      const shares = lots * 100
      const { jpynotional } = sizeFrom('shares', shares, market)

      expect(Math.round(sizeFrom('jpynotional', jpynotional, market).shares / 100)).toBe(lots)
    }),
  )
})

// spec: 5.editor.2, 5.number.1
test.each([
  ['40000', 40_000],
  ['40,000', 40_000],
  ['10k', 10_000],
  ['10K', 10_000],
  ['1.5m', 1_500_000],
  ['1.1m', 1_100_000],
  ['.5m', 500_000],
  ['2b', 2_000_000_000],
  ['1,234.5 ', 1_234.5],
  ['１２，３００', 12_300],
  ['１０ｋ', 10_000],
  ['１．５ｍ', 1_500_000],
  ['3万', 30_000],
  ['1.2億', 120_000_000],
  ['12 300', 12_300],
  ['　500', 500],
  // A digit typed into "40,000" is one more digit, not a mistake.
  ['40,0000', 400_000],
])('%s is %d', (typed, amount) => {
  expect(parseAmount(typed)).toBe(amount)
})

// spec: 5.editor.1
test.each([
  '',
  '0',
  '-5',
  'abc',
  '1.2.3',
  '1,5',
  '12,34',
  '1e5',
  '0x10',
  '10kk',
  'k',
  '.',
  'Infinity',
  '9999999999999999999',
])('%j is not a quantity', (typed) => {
  expect(parseAmount(typed)).toBeNull()
})

// spec: 5.number.2
test('a notation whose two separators are equal is an error; any other reads its own numbers', () => {
  expect(() => createAmountParser({ decimal: ',', thousands: ',', decimals: 2 })).toThrow(
    /both set apart by ","/,
  )
  expect(createAmountParser({ decimal: ',', thousands: '.', decimals: 2 })('1.234,56')).toBe(1_234.56)
  const plain = createAmountParser({ decimal: '.', thousands: null, decimals: 1 })
  expect(['1234.5', '.5', '1,234', '.'].map(plain)).toEqual([1_234.5, 0.5, null, null])
})

// spec: 5.editor.2
test('more decimals than a field has are not accepted, and zeros are none', () => {
  expect(['1,234.56', '1,234.567', '1.2345k'].map(parseAmount)).toEqual([1_234.56, null, 1_234.5])
  expect(['100000.55', '100000.5', '100000.00', '1.5m', '1.1m', '1.2345678m'].map(parseNotional)).toEqual([
    ...[null, null, 100_000, 1_500_000, 1_100_000, null],
  ])
})

// spec: 5.editor.3
test.each([
  [1_234, 100, 1_200, 'down'],
  [1_200, 100, 1_200, null],
  [99, 100, 100, 'up'],
  [1_000.5, 1, 1_000, 'down'],
  [0.4, 1, 1, 'up'],
] as const)('%d shares in lots of %d are %d', (shares, lotSize, shareQuantity, rounded) => {
  expect(roundToLots(shares, lotSize)).toEqual({ shareQuantity, rounded })
})
