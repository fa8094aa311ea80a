import { ownExpiryAt } from '@aitai/engine/adverts/duration/duration.ts'
import { mostRenewals, mostResumes } from '@aitai/engine/model/advert.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { FixField, FixMessage } from '../wire/fix-message.ts'
import { formatUtcTimestamp } from '../wire/utc-timestamp.ts'
import { messageTags as tag } from './message-tags.ts'
import {
  indicationTags,
  type OrderTerms,
  orderTags,
  readTerms,
  type TermTags,
  termFields,
} from './order-terms.ts'
import { type FixRefusal, isRefusal } from './refusal.ts'

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
    duration: optional(fc.constantFrom('60', '150', 'END_OF_DAY', '00:00', '10:31', '15:10', '23:59')),
    brokers: optional(
      fc.uniqueArray(fc.constantFrom('HINOKI', 'KAEDE', 'TSUBAKI', 'MOMIJI'), { minLength: 1, maxLength: 4 }),
    ),
    isRanked: optional(fc.boolean()),
    stars: optional(fc.integer({ min: 1, max: 5 })),
    ownType: optional(types),
    acceptedType: optional(types),
    isDecaying: optional(fc.boolean()),
    orderReference: optional(fc.stringMatching(/^[A-Za-z0-9/-]{1,32}$/)),
    parentQuantity: optional(fc.option(fc.integer({ min: 1, max: 1_000_000_000 }))),
    doneElsewhere: optional(fc.nat(1_000_000_000)),
    autoResumes: optional(fc.nat(mostResumes)),
    autoRenewals: optional(fc.nat(mostRenewals)),
    limitPrice: optional(level),
    advertisingTrigger: optional(level),
    knockoutTrigger: optional(level),
    indexRelativeKnockout: optional(level),
  })
  .chain((given) => minimum.map((least) => ({ ...given, ...least })))
  .map(
    (given) => Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as never,
  )

/** The terms without the end as it was given, which is not written apart. */
function readBack(message: FixMessage, tags: TermTags): OrderTerms | FixRefusal {
  const read = readTerms(message, tags)
  if (isRefusal(read)) return read
  const { endsAt, ...others } = read
  return others
}

/** Any moment of a day in Tokyo that is no whole minute, from which 60 minutes would be an own expiry. */
const sentAt = fc
  .integer({ min: 0, max: 24 * 60 * 60_000 - 1 })
  .map((ms) => Date.UTC(2026, 10, 25, 15) + ms)
  .filter((ms) => ms % 60_000 !== 0)

test.each([
  ['an order', 'D', orderTags],
  ['an indication', '6', indicationTags],
] as const)('the terms of %s are what was written into it, whenever it is sent', (_, type, tags) => {
  fc.assert(
    fc.property(terms, sentAt, (given, sent) => {
      const transactTime: FixField = [tag.transactTime, formatUtcTimestamp(sent)]
      const message = { type, fields: [...termFields(given, tags, sent), transactTime] }
      expect(readBack(message, tags)).toEqual(given)
    }),
  )
})

test('a whole minute of today is an own expiry, however far away; 60 minutes from a whole minute are one', () => {
  fc.assert(
    fc.property(sentAt, fc.integer({ min: 0, max: 24 * 60 - 1 }), (sent, minute) => {
      const duration = ownExpiryAt(minute)
      const fields = termFields({ direction: 'BUY', shareQuantity: 100, duration }, orderTags, sent)
      const message = {
        type: 'D',
        fields: [...fields, [tag.transactTime, formatUtcTimestamp(sent)] as const],
      }
      expect(readTerms(message, orderTags)).toMatchObject({ duration })
    }),
  )
  const atHalfPastTen = termFields({ direction: 'BUY', shareQuantity: 100, duration: '60' }, orderTags, at)
  expect(readTerms(order(...atHalfPastTen), orderTags)).toMatchObject({ duration: '11:30' })
})

test.each([
  ['between two minutes', at + 120 * 60_000 + 1_000],
  ['tomorrow', at + 24 * 3_600_000],
])('an end %s is no duration, only a time that a replacement may repeat', (_, endsAt) => {
  const fields: FixField[] = [
    [tag.orderQty, '100'],
    [tag.timeInForce, '6'],
    [tag.expireTime, formatUtcTimestamp(endsAt)],
  ]
  expect(readTerms(order(...fields), orderTags)).toEqual({ direction: 'BUY', shareQuantity: 100, endsAt })
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
    'good till cancelled',
    [
      [tag.orderQty, '100'],
      [tag.timeInForce, '1'],
    ],
    'FIX-EXPIRE-TIME',
  ],
  [
    'a reference of 33 characters',
    [
      [tag.orderQty, '100'],
      [tag.orderReference, 'x'.repeat(33)],
    ],
    'FIX-REFERENCE',
  ],
  [
    'an order behind it of half a share',
    [
      [tag.orderQty, '100'],
      [tag.parentQuantity, '0.5'],
    ],
    'FIX-SHARES',
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
