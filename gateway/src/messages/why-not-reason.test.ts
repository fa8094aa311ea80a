import { whyNotCodes } from '@aitai/engine/explain/why-not-reason.ts'
import { expect, test } from 'vitest'
import { whyNotReasons } from './why-not-reason.ts'

const values = {
  time: Date.UTC(2026, 10, 27, 2, 5, 9),
  price: 2_850.5,
  shares: 12_300,
  rating: 7,
  count: 10,
  code: '004',
}

test.each(whyNotCodes)('%s is a sentence with its values, in one line', (code) => {
  const { text } = whyNotReasons([{ code, values }])

  expect(text).toMatch(/^[A-Z][^{}\n]*\.$/)
})

test('several reasons are their codes and sentences one after the other, in Tokyo time', () => {
  expect(
    whyNotReasons([
      { code: 'UNSETTLED', values },
      { code: 'MARKET', values },
    ]),
  ).toEqual({
    code: 'UNSETTLED MARKET',
    text: 'Recently sent, changed or resumed. Matching starts at 11:05:09 JST. Market data cannot be used: trading halted.',
  })
})
