import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { FixField, FixMessage } from '../wire/fix-message.ts'
import { formatUtcTimestamp } from '../wire/utc-timestamp.ts'
import { messageTags as tag } from './message-tags.ts'
import { indicationTags, type OrderTerms, orderTags, readTerms, termFields } from './order-terms.ts'
import { isRefusal } from './refusal.ts'

const at = Date.UTC(2026, 10, 26, 1, 30)

/** An order with these fields, sent at half past ten in Tokyo. */
const order = (...fields: FixField[]): FixMessage => ({
  type: 'D',
  fields: [...fields, [tag.transactTime, formatUtcTimestamp(at)]],
})

const optional = <T>(values: fc.Arbitrary<T>) => fc.option(values, { nil: undefined })
const level = fc.option(
  fc.integer({ min: 1, max: 1_000_000 }).map((tenths) => tenths / 10),
  { nil: null },
)
const minimum = fc.oneof(
  fc.record({ minimumPercent: fc.integer({ min: 10, max: 75 }) }),
  fc.record({ minimumShares: fc.integer({ min: 1, max: 1_000_000 }) }),
  fc.constant({}),
)
const types = fc.constantFrom('CASH_ONLY', 'SWAP_ONLY', 'CASH_SWAP')

const terms: fc.Arbitrary<OrderTerms> = fc
  .record({
    direction: fc.constantFrom('BUY', 'SELL'),
    shareQuantity: fc.integer({ min: 1, max: 999_999_999 }),
    duration: optional(fc.constantFrom('60', '150', 'END_OF_DAY')),
    brokers: optional(
      fc.uniqueArray(fc.constantFrom('HINOKI', 'KAEDE', 'TSUBAKI', 'MOMIJI'), { minLength: 1, maxLength: 4 }),
    ),
    isRanked: optional(fc.boolean()),
    stars: optional(fc.integer({ min: 1, max: 5 })),
    ownType: optional(types),
    acceptedType: optional(types),
    isDecaying: optional(fc.boolean()),
    advertisingTrigger: optional(level),
    knockoutTrigger: optional(level),
    indexRelativeKnockout: optional(level),
  })
  .chain((given) => minimum.map((least) => ({ ...given, ...least })))
  .map(
    (given) => Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as never,
  )

test('the terms of an order are what was written into it', () => {
  fc.assert(
    fc.property(terms, (given) => {
      expect(readTerms(order(...termFields(given, orderTags, at)), orderTags)).toEqual(given)
    }),
  )
})

test('so are those of an indication, which says no more of its day than that it has no other end', () => {
  fc.assert(
    fc.property(terms, (given) => {
      const { duration, ...others } = given
      const read = readTerms(
        { ...order(...termFields(given, indicationTags, at)), type: '6' },
        indicationTags,
      )
      expect(read).toEqual(duration === 'END_OF_DAY' ? others : given)
    }),
  )
})

test.each<[string, FixField[], string]>([
  ['no quantity', [], 'FIX-SHARES'],
  ['a part of a share', [[tag.orderQty, '100.5']], 'FIX-SHARES'],
  [
    'a minimum in shares and in percent',
    [
      [tag.orderQty, '100'],
      [tag.minQty, '100'],
      [tag.minQtyPercent, '25'],
    ],
    'FIX-MINIMUM',
  ],
  [
    'an end after two hours',
    [
      [tag.orderQty, '100'],
      [tag.timeInForce, '6'],
      [tag.expireTime, formatUtcTimestamp(at + 120 * 60_000)],
    ],
    'FIX-EXPIRE-TIME',
  ],
  [
    'good till cancelled',
    [
      [tag.orderQty, '100'],
      [tag.timeInForce, '1'],
    ],
    'FIX-EXPIRE-TIME',
  ],
])('an order with %s is refused', (_, fields, code) => {
  expect(readTerms(order(...fields), orderTags)).toMatchObject({ code })
})

test('a size in letters is no number of shares', () => {
  const read = readTerms(order([tag.ioiQty, 'L']), indicationTags)
  expect(isRefusal(read) && read.text).toBe(
    'IOIQty (27) must be a number of shares; S, M and L are not accepted.',
  )
})

test('a quantity with a decimal point and zeros, and zero for a trigger that is off, are understood', () => {
  const read = readTerms(order([tag.orderQty, '1000.00'], [tag.knockoutTrigger, '0']), orderTags)
  expect(read).toEqual({ direction: 'BUY', shareQuantity: 1_000, knockoutTrigger: null })
})
