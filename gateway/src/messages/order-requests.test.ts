import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readDictionary } from '../dictionary/own-dictionaries.ts'
import { validate } from '../dictionary/validation.ts'
import type { FixField, FixMessage } from '../wire/fix-message.ts'
import { fromFix42, toFix42 } from './fix42.ts'
import { readLocateAnswer, writeLocateAnswer } from './locate-messages.ts'
import { type OrderRequest, readOrderRequest, writeOrderRequest } from './order-requests.ts'
import type { OrderTerms } from './order-terms.ts'
import { type FixRefusal, isRefusal } from './refusal.ts'

// No whole minute, from which 60 minutes would be an own expiry.
const at = Date.UTC(2026, 10, 26, 1, 30, 20, 500)
const ric = '7203.T'
const dictionaries = { 4: readDictionary('FIX.4.4'), 2: readDictionary('FIX.4.2') } as const
const header: FixField[] = [
  [49, 'ALDER-OMS'],
  [56, 'AITAI'],
  [34, '2'],
  [52, '20261126-01:30:00.000'],
]

const id = fc.stringMatching(/^[A-Za-z0-9-]{1,20}$/)
const terms = fc
  .record(
    {
      direction: fc.constantFrom('BUY', 'SELL'),
      shareQuantity: fc.integer({ min: 1, max: 999_999_999 }),
      minimumPercent: fc.integer({ min: 10, max: 75 }),
      duration: fc.constantFrom('60', '150', 'END_OF_DAY', '15:10'),
      brokers: fc.uniqueArray(fc.constantFrom('HIN', 'KAE', 'TSU', 'MOM'), { minLength: 1, maxLength: 4 }),
      isRanked: fc.boolean(),
      stars: fc.integer({ min: 1, max: 5 }),
      ownType: fc.constantFrom('CASH_ONLY', 'SWAP_ONLY', 'CASH_SWAP'),
      isDecaying: fc.boolean(),
      limitPrice: fc.constantFrom(null, 2_910.5),
      knockoutTrigger: fc.constantFrom(null, 2_950.5),
    },
    { requiredKeys: ['direction', 'shareQuantity'] },
  )
  .map((given) => given as OrderTerms)

const requests: fc.Arbitrary<OrderRequest> = fc.oneof(
  fc.record({
    type: fc.constant('new' as const),
    ric: fc.constant(ric),
    terms,
    clOrdId: id,
    isIndication: fc.boolean(),
  }),
  fc.record({
    type: fc.constant('replace' as const),
    origClOrdId: id,
    terms,
    suspension: fc.constantFrom(null, 'SUSPEND' as const, 'RELEASE' as const),
    clOrdId: id,
    isIndication: fc.constant(false),
  }),
  fc.record({
    type: fc.constant('replace' as const),
    origClOrdId: id,
    terms,
    suspension: fc.constant(null),
    clOrdId: id,
    isIndication: fc.constant(true),
  }),
  fc.record({
    type: fc.constant('cancel' as const),
    origClOrdId: id,
    clOrdId: id,
    isIndication: fc.boolean(),
  }),
  fc.record({ type: fc.constant('status' as const), clOrdId: id, isIndication: fc.constant(false) }),
)

/** A request without the end as it was given, which is not written apart. */
function withoutEnd(read: OrderRequest | FixRefusal): object {
  if (!('terms' in read)) return read
  const { endsAt, ...terms } = read.terms
  return { ...read, terms }
}

const framed = ({ type, fields }: FixMessage): FixMessage => ({ type, fields: [...header, ...fields] })

test('what a request asks for is what was written into it, and the dictionary admits it', () => {
  fc.assert(
    fc.property(requests, (request) => {
      const message = framed(writeOrderRequest(request, ric, at))
      expect(validate(dictionaries[4], message)).toBeNull()
      expect(withoutEnd(readOrderRequest(message))).toEqual(request)
    }),
  )
})

test('in FIX 4.2 it asks for the same, in messages that its dictionary admits', () => {
  fc.assert(
    fc.property(requests, (request) => {
      const message = toFix42(framed(writeOrderRequest(request, ric, at)))
      expect(validate(dictionaries[2], message)).toBeNull()
      expect(withoutEnd(readOrderRequest(fromFix42(message)))).toEqual(request)
    }),
  )
})

test('an answer to a locate is read back, in both versions', () => {
  fc.assert(
    fc.property(
      id,
      id,
      fc.constantFrom('ACCEPT' as const, 'DECLINE' as const),
      (locateId, responseId, answer) => {
        const message = framed(writeLocateAnswer({ locateId, answer }, responseId))
        expect(validate(dictionaries[4], message)).toBeNull()
        expect(validate(dictionaries[2], toFix42(message))).toBeNull()
        expect(readLocateAnswer(fromFix42(toFix42(message)))).toEqual({ locateId, answer })
      },
    ),
  )
})

test('whatever fields a message has, reading it neither throws nor asks for more than one thing', () => {
  const tags = fc.constantFrom(
    11,
    18,
    22,
    23,
    26,
    27,
    28,
    38,
    41,
    48,
    54,
    55,
    59,
    60,
    62,
    110,
    126,
    448,
    452,
    5001,
    5002,
    5006,
  )
  const value = fc.oneof(
    fc.string(),
    fc.constantFrom('', '1', '-1', 'NaN', '1e9', 'M S', '20261126-01:30:00', '0'),
  )
  const types = fc.constantFrom('D', 'F', 'G', 'H', '6')
  fc.assert(
    fc.property(types, fc.array(fc.tuple(tags, value)), (type, fields) => {
      const read = readOrderRequest({ type, fields })
      expect(isRefusal(read) || 'clOrdId' in read).toBe(true)
    }),
    { numRuns: 2_000 },
  )
})
