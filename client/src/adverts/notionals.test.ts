import fc from 'fast-check'
import { expect, test } from 'vitest'
import { roundToLots } from './editor/lot-rounding.ts'
import { sizeFrom } from './notionals.ts'

const toyota = { lastPrice: 2_905.5, usdJpy: 150 }

// spec: 5.editor.2, 5.editor.5
test('shares give both notionals, in whole yen and dollars', () => {
  expect(sizeFrom('shares', 40_000, toyota)).toEqual({
    shares: 40_000,
    jpynotional: 116_220_000,
    usdnotional: 774_800,
  })
})

test('yen give shares and dollars, dollars give shares and yen', () => {
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

test('whichever face is edited, the size in lots never exceeds what was asked for', () => {
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

test('a size given in shares comes back as the same shares through either notional, to the lot', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1e6 }), rates, (lots, market) => {
      const shares = lots * 100
      const { jpynotional } = sizeFrom('shares', shares, market)

      expect(Math.round(sizeFrom('jpynotional', jpynotional, market).shares / 100)).toBe(lots)
    }),
  )
})
