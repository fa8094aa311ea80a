import { expect, test } from 'vitest'
import { handWorkedExamples } from './hand-worked.ts'
import { type ExpectedCosts, expectedCosts, expectedSummary } from './oracle.ts'

/** Figures without the error of binary fractions. */
const rounded = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value), (_, each: unknown) =>
    typeof each === 'number' ? Math.round(each * 1e6) / 1e6 : each,
  )

test.each(handWorkedExamples)('the oracle works out $name', ({ seen, quotes, expected }) => {
  const { fills, ...known } = seen
  expect(rounded(expectedCosts(seen, quotes))).toEqual(rounded({ ...known, ...expected }))
})

test('the oracle averages basis points by value, over the agreements that have them', () => {
  const [first, , third] = handWorkedExamples.map(({ seen, quotes }) => expectedCosts(seen, quotes))

  // 12,015,000 yen at 7.5 bp, 16,000,000 yen at 5 bp; only the first has an arrival mid.
  expect(rounded(expectedSummary('', [first, third] as ExpectedCosts[]))).toMatchObject({
    agreements: 2,
    executed: 1,
    shares: 10_000,
    value: 28_015_000,
    halfSpreadSaved: 17_000,
    halfSpread: 6.072193,
    againstArrival: -12.5,
    timeToLocate: 1_005_000,
  })
})
