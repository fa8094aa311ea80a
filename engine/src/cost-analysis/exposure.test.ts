import fc from 'fast-check'
import { expect, test } from 'vitest'
import { toPrice } from '../model/price.ts'
import { exposureOf, type ShownInLocate } from './exposure.ts'

/*
 * Worked by hand from the text of docs/rules.md §24, before the function was written.
 */

/** A BUY of 100,000 in three locates: declined, missed, and agreed. */
const declined: ShownInLocate = { quantity: 40_000, mid: toPrice(2_000), isAgreed: false, executed: 0 }
const missed: ShownInLocate = { quantity: 25_000, mid: toPrice(2_004), isAgreed: false, executed: 0 }
const agreed: ShownInLocate = { quantity: 30_000, mid: toPrice(2_010), isAgreed: true, executed: 20_000 }

// rule: 24.19, 24.20, 24.21
test('every locate counts as shown, at its own mid, and the ratios are of the value that was shown', () => {
  // 40,000 × 2,000 + 25,000 × 2,004 + 30,000 × 2,010 = 80,000,000 + 50,100,000 + 60,300,000 yen.
  expect(exposureOf([declined, missed, agreed])).toEqual({
    locates: 3,
    shown: 95_000,
    shownValue: 190_400_000,
    agreements: 1,
    agreed: 30_000,
    agreedValue: 60_300_000,
    executed: 20_000,
    executedValue: 40_200_000,
    // 60.3 / 190.4 and 40.2 / 190.4.
    agreedOfShown: expect.closeTo(0.3167, 4),
    executedOfShown: expect.closeTo(0.2111, 4),
  })
})

// rule: 24.20
test('an agreement without a report counts as agreed and not as executed', () => {
  const { agreedOfShown, executedOfShown } = exposureOf([{ ...agreed, executed: 0 }])
  expect([agreedOfShown, executedOfShown]).toEqual([1, 0])
})

// rule: 24.21
test('without a locate nothing was shown and there is no ratio', () => {
  expect(exposureOf([])).toMatchObject({ locates: 0, shown: 0, agreedOfShown: null, executedOfShown: null })
})

test('a total is the sum of its parts, however they are divided', () => {
  const shown = fc.record({
    quantity: fc.integer({ min: 1, max: 1_000_000 }),
    mid: fc.integer({ min: 1_000, max: 500_000_000 }),
    isAgreed: fc.boolean(),
    executed: fc.nat(1_000),
  })
  fc.assert(
    fc.property(fc.array(shown), fc.array(shown), (some, others) => {
      const [a, b, all] = [some, others, [...some, ...others]].map(exposureOf) as [
        ReturnType<typeof exposureOf>,
        ReturnType<typeof exposureOf>,
        ReturnType<typeof exposureOf>,
      ]
      const sums = ['locates', 'shown', 'shownValue', 'agreements', 'agreed', 'agreedValue'] as const
      for (const name of [...sums, 'executed', 'executedValue'] as const)
        expect(all[name]).toBe(a[name] + b[name])
    }),
  )
})
