import { yen } from '@aitai/engine/model/price.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { exactPrice, parsePrice } from './prices.ts'
import { parseTimestamp } from './timestamps.ts'

const anyPrice = fc.integer({ min: 0, max: 100_000_000 * yen })
const written = (price: number): string =>
  `${Math.floor(price / yen)}.${String(price % yen).padStart(4, '0')}`

test('a price with up to four decimals is exact, as a number and as a text', () => {
  fc.assert(
    fc.property(anyPrice, (price) => {
      expect(exactPrice(Number(written(price)))).toBe(price)
      expect(parsePrice(written(price))).toBe(price)
    }),
  )
})

test('a price with more decimals is refused, not rounded', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 1_000_000 * yen }),
      fc.integer({ min: 1, max: 9 }),
      (price, fifth) => {
        expect(exactPrice(Number(`${written(price)}${fifth}`))).toBeNull()
        expect(parsePrice(`${written(price)}${fifth}`)).toBeNull()
      },
    ),
  )
})

test.each([-1, -0.0001, 100_000_000.0001, 1e300, Number.NaN, Number.POSITIVE_INFINITY])(
  '%s is not a price',
  (no) => {
    expect(exactPrice(no)).toBeNull()
  },
)

test.each(['', '-1', '+1', '1e3', '0x10', '1.', '.5', ' 1', '1,000', 'NaN', '１２', '1'.repeat(10)])(
  "'%s' is not a price",
  (text) => {
    expect(parsePrice(text)).toBeNull()
  },
)

test.each([
  ['2026-11-18T01:00:00Z', 0],
  ['2026-11-18T10:00:00+09:00', 0],
  ['2026-11-17T20:00:00.250-05:00', 250],
  ['2026-11-18T10:00:00.123456789+09:00', 123],
])('%s is a time', (text, more) => {
  expect(parseTimestamp(text)).toBe(Date.UTC(2026, 10, 18, 1) + more)
})

test.each([
  '2026-11-18T10:00:00',
  '2026-11-18 10:00:00Z',
  '2026-11-18T10:00Z',
  '2026-11-18',
  '2026-02-29T10:00:00Z',
  '2026-02-31T10:00:00+09:00',
  '2026-13-01T10:00:00Z',
  '2026-11-18T25:00:00Z',
  '2026-11-18T10:61:00Z',
  '2026-11-18T10:00:00+0900',
  '1763427600000',
])('%s is not a time that is the same everywhere', (text) => {
  expect(parseTimestamp(text)).toBeNull()
})
