import { expect, test } from 'vitest'
import { buys, placeOrder, setRating } from '../../test/book.ts'
import { bulkContextAt, savedPreferences } from '../../test/bulk-file.ts'
import { perform } from '../../test/command-execution.ts'
import { calendarOf, moment, securityNamed, world } from '../../test/world.ts'
import { tradingDay } from '../calendar/trading-days.ts'
import { yen } from '../model/price.ts'
import { type PreviousAdvert, validateRestore } from './restore.ts'
import type { ErrorMap } from './row-result.ts'

/** An advert of yesterday that is valid today. */
const kept: PreviousAdvert = {
  securityId: 'toyota',
  direction: 'BUY',
  shareQuantity: 10_000,
  minimumQuantity: 20,
  duration: '150',
  credibilityHurdle: 41,
  quantityDecay: true,
  orderReference: 'PT-12',
  parentQuantity: 500_000,
  doneElsewhere: 20_000,
  limitPrice: null,
  advertisingTriggerActivated: true,
  advertisingTriggerOffset: 1,
  knockoutTriggerActivated: true,
  knockoutTriggerOffset: 2.5,
  indexRelativeKOTriggerActivated: true,
  indexRelativeKOTrigger: 4.5,
  brokerIds: ['MIZ', 'NOM'],
  ranked: true,
  transactionType: 'CASH_SWAP',
  transactionTypePreference: 'SWAP_ONLY',
  submitTime: 1_000,
}

const previous = (changed: Partial<PreviousAdvert> = {}): PreviousAdvert => ({ ...kept, ...changed })
const context = bulkContextAt()
const restored = (changed: Partial<PreviousAdvert>, of = context) =>
  validateRestore(of, [previous(changed)])[0]

// rule: 13.16
test('an own expiry is restored for today as long as that time is to come', () => {
  expect(restored({ duration: '23:59' })).toMatchObject({ status: 'OK', terms: { duration: '23:59' } })
  expect(restored({ duration: '00:00' })).toMatchObject({ status: 'ERROR', errorCode: 'ADVERT-DURATION' })
})

// rule: 18.10
test("an advert of yesterday is restored as it was, its levels at the same offsets from today's close", () => {
  const [result] = validateRestore(context, [previous()])

  expect(result).toEqual({
    line: 1,
    status: 'OK',
    securityId: 'toyota',
    ric: 'toyota.T',
    errorCode: null,
    errorMap: {},
    offsets: { advertising: 100, knockout: 250 },
    terms: {
      direction: 'BUY',
      shareQuantity: 10_000,
      minimumQuantity: 20,
      duration: '150',
      credibilityHurdle: 41,
      quantityDecay: true,
      orderReference: 'PT-12',
      parentQuantity: 500_000,
      doneElsewhere: 20_000,
      autoRenewals: 0,
      autoResumes: 0,
      limitPrice: null,
      advertisingTriggerActivated: true,
      advertisingTrigger: 1_980 * yen,
      knockoutTriggerActivated: true,
      knockoutTrigger: 2_050 * yen,
      indexRelativeKOTriggerActivated: true,
      indexRelativeKOTrigger: 450,
      brokerIds: ['MIZ', 'NOM'],
      ranked: true,
      transactionType: 'CASH_SWAP',
      transactionTypePreference: 'SWAP_ONLY',
    },
  })
})

// rule: 28.10
test('what was automatic on another day is not restored', () => {
  const yesterday = { ...previous(), autoRenewals: 2, autoResumes: 3 }

  expect(validateRestore(context, [yesterday])[0]?.terms).toMatchObject({ autoRenewals: 0, autoResumes: 0 })
})

test('unknown fields of a stored advert do not enter its terms', () => {
  const whole = { ...previous(), id: 'yesterday-1', knockoutTrigger: 1, advertisementStatus: 'DEAD' }

  expect(validateRestore(context, [whole])).toEqual(validateRestore(context, [previous()]))
})

test('preferences do not affect restored adverts', () => {
  const preferences = savedPreferences

  expect(validateRestore(bulkContextAt(world(), { preferences }), [previous()])).toEqual(
    validateRestore(context, [previous()]),
  )
})

// spec: 8.hours.1
test('RESTORE-ERR-01: fewer shares than the platform minimum', () => {
  expect(restored({ shareQuantity: 5_000 })).toMatchObject({ status: 'OK' })
  expect(restored({ shareQuantity: 4_999 })).toMatchObject({
    status: 'ERROR',
    errorCode: 'RESTORE-ERR-01',
    errorMap: { shareQuantity: 4_999, minimumShareQuantity: 5_000 },
    terms: { direction: 'BUY' },
  })
})

test('the quantity is rounded down to a lot that has changed since', () => {
  const lots = bulkContextAt(world({ securities: [securityNamed('toyota', { lotSize: 1_000 })] }))

  expect(restored({ shareQuantity: 10_900 }, lots)).toMatchObject({ terms: { shareQuantity: 10_000 } })
})

// spec: 8.hours.1
test('RESTORE-ERR-02: the firm has an advert in the security already', () => {
  const state = world()
  expect(restored({}, bulkContextAt(state))).toMatchObject({ status: 'OK' })

  placeOrder(state, buys('alder', 10_000))
  expect(restored({}, bulkContextAt(state))).toMatchObject({ errorCode: 'RESTORE-ERR-02' })
})

test('RESTORE-ERR-02: of several in one security the one that was sent last is valid', () => {
  const codes = (...times: readonly (number | null)[]) =>
    validateRestore(context, [
      ...times.map((submitTime) => previous({ submitTime })),
      previous({ securityId: 'sony' }),
    ]).map(({ errorCode, errorMap }) => errorMap.otherLine ?? errorCode)

  expect(codes(1, 3, 2)).toEqual([2, null, 2, null])
  expect(codes(3, 1)).toEqual([null, 1, null])
  expect(codes(null, 5)).toEqual([2, null, null])
  expect(codes(7, 7)).toEqual([null, 1, null])
  expect(codes(null, null)).toEqual([null, 1, null])
  expect(validateRestore(context, [previous(), previous()])[1]).toMatchObject({
    line: 2,
    errorCode: 'RESTORE-ERR-02',
  })
})

// spec: 8.hours.1, 8.hours.2
test.each([
  ['00:59', 'RESTORE-ERR-03'],
  ['01:00', null],
  ['01:59', null],
  ['02:00', 'RESTORE-ERR-03'],
])('RESTORE-ERR-03: at %s, of hours from 01:00 to 02:00, the answer is %s', (clock, errorCode) => {
  const state = world({ calendar: calendarOf([{ from: 60, to: 120 }]) })
  const errorMap: ErrorMap = errorCode ? { exchange: 'XTKS', hours: '01:00 to 02:00' } : {}

  expect(restored({}, bulkContextAt(state, {}, clock))).toMatchObject({ errorCode, errorMap })
})

// spec: 8.hours.1
test('RESTORE-ERR-04: the security no longer exists', () => {
  expect(restored({ securityId: 'delisted' })).toEqual({
    line: 1,
    status: 'ERROR',
    securityId: null,
    ric: 'delisted',
    terms: null,
    offsets: null,
    errorCode: 'RESTORE-ERR-04',
    errorMap: {},
  })
})

// spec: 8.hours.1
test('RESTORE-ERR-05: the exchange is closed today', () => {
  const closed = world({ calendar: { ...calendarOf(), holidays: ['2026-11-20'] } })

  expect(restored({}, bulkContextAt(closed))).toMatchObject({
    errorCode: 'RESTORE-ERR-05',
    errorMap: { exchange: 'XTKS' },
  })
})

// rule: 18.9
test.each<[string, keyof PreviousAdvert, number | null, number | null, ErrorMap]>([
  ['ERR-007', 'minimumQuantity', 10, 9, { minimumQuantity: 9, min: 10, max: 75 }],
  ['ERR-007', 'minimumQuantity', 75, 76, { minimumQuantity: 76, min: 10, max: 75 }],
  ['ERR-008', 'credibilityHurdle', 100, 101, { credibilityHurdle: 101, min: 10, max: 100 }],
  ['ERR-009', 'advertisingTriggerOffset', 10, 10.01, { advertisingTriggerOffset: 10.01, min: 0, max: 10 }],
  ['ERR-009', 'advertisingTriggerOffset', 0, -0.01, { advertisingTriggerOffset: -0.01, min: 0, max: 10 }],
  ['ERR-009', 'advertisingTriggerOffset', 1, null, { advertisingTriggerOffset: '', min: 0, max: 10 }],
  ['ERR-010', 'knockoutTriggerOffset', 10, 10.01, { knockoutTriggerOffset: 10.01, min: 0, max: 10 }],
  ['ERR-010', 'knockoutTriggerOffset', 2.5, null, { knockoutTriggerOffset: '', min: 0, max: 10 }],
  ['ERR-011', 'indexRelativeKOTrigger', 3, 2.99, { indexRelativeKOTriggerOffset: 2.99, min: 3, max: 7 }],
  ['ERR-011', 'indexRelativeKOTrigger', 7, 7.01, { indexRelativeKOTriggerOffset: 7.01, min: 3, max: 7 }],
  ['ERR-011', 'indexRelativeKOTrigger', 4.5, null, { indexRelativeKOTriggerOffset: '', min: 3, max: 7 }],
])(
  '%s: the checks of a file that have no name of their own keep theirs: %s may be %s and not %s',
  (errorCode, term, inside, outside, errorMap) => {
    expect(restored({ [term]: inside })).toMatchObject({ status: 'OK' })
    const refused = restored({ [term]: outside })
    expect(refused).toMatchObject({ status: 'ERROR', errorCode })
    expect(refused?.errorMap).toEqual(errorMap)
  },
)

test('a trigger that is off needs no offset', () => {
  const off = {
    advertisingTriggerActivated: false,
    advertisingTriggerOffset: null,
    knockoutTriggerActivated: false,
    knockoutTriggerOffset: null,
    indexRelativeKOTriggerActivated: false,
    indexRelativeKOTrigger: null,
  }

  expect(restored(off)).toMatchObject({
    status: 'OK',
    terms: { advertisingTrigger: null, knockoutTrigger: null, indexRelativeKOTrigger: null },
    offsets: { advertising: 0, knockout: 0 },
  })
})

test('a hurdle below 10, which has always counted as 10, is restored as 10', () => {
  expect(restored({ credibilityHurdle: 3 })).toMatchObject({ status: 'OK', terms: { credibilityHurdle: 10 } })
})

test('brokers that the firm may no longer use are dropped; if none is left, the trader has to choose one', () => {
  const state = world({ enabled: { alder: ['DAI', 'NOM', 'SMB', 'GS'] } })
  perform(state, {
    type: 'changeReference',
    at: state.at,
    reference: { brokers: [{ brokerId: 'GS', active: false, swapEnabled: true }] },
  })
  const restoredWith = (...brokerIds: string[]) => restored({ brokerIds }, bulkContextAt(state))

  expect(restoredWith('MIZ', 'NOM', 'GS', 'DAI')).toMatchObject({
    status: 'OK',
    terms: { brokerIds: ['NOM', 'DAI'] },
  })
  expect(restoredWith('NOM', 'DAI', 'NOM')).toMatchObject({
    status: 'OK',
    terms: { brokerIds: ['NOM', 'DAI'] },
  })
  expect(restoredWith('MIZ', 'GS')).toMatchObject({ errorCode: 'ADVERT-ERROR-011', terms: { brokerIds: [] } })
})

test('brokers beyond the maximum of an advert are dropped, the last ones first', () => {
  const state = world({ limits: { brokersPerAdvert: 2 } })

  expect(restored({ brokerIds: ['GS', 'NOM', 'DAI'] }, bulkContextAt(state))).toMatchObject({
    terms: { brokerIds: ['GS', 'NOM'] },
  })
})

test('TRIGGER-RATING: an advertising trigger is not armed again below 41', () => {
  const state = world()
  setRating(state, 'alder', 40)

  expect(restored({}, bulkContextAt(state))).toMatchObject({
    errorCode: 'TRIGGER-RATING',
    errorMap: { rating: 41 },
  })
  expect(restored({ advertisingTriggerActivated: false }, bulkContextAt(state))).toMatchObject({
    status: 'OK',
  })
})

test('each advert has one result, in order, and there are no more than fit into one file', () => {
  const adverts = (count: number) => Array.from({ length: count }, () => previous({ securityId: 'delisted' }))

  expect(validateRestore(context, adverts(1_000)).map(({ line }) => line)).toEqual(
    Array.from({ length: 1_000 }, (_, index) => index + 1),
  )
  expect(() => validateRestore(context, adverts(1_001))).toThrow(
    '1001 adverts are too many to restore at once',
  )
  expect(validateRestore(context, [])).toEqual([])
})

const yesterday = moment('01:00', '2026-11-19')
const today = tradingDay(moment('00:05'))

// rule: 26.2
test('an advert from before a split is restored in new shares and says so', () => {
  const ratios = [{ day: today, newShares: 5, oldShares: 1 }]
  const split = bulkContextAt(world(), { ratiosOf: () => ratios })
  const sent = { shareQuantity: 2_000, submitTime: yesterday, closePrice: 10_000 * yen }

  expect(restored(sent, split)).toMatchObject({
    status: 'OK',
    terms: { shareQuantity: 10_000, knockoutTrigger: 2_050 * yen },
    adjusted: { newShares: 5, oldShares: 1, shareQuantity: 2_000 },
  })
  expect(restored({ ...sent, submitTime: moment('00:01') }, split)).not.toHaveProperty('adjusted')
})

// rule: 25.12
test('a limit is restored as the price that it was, in new shares after a split', () => {
  const ratiosOf = () => [{ day: today, newShares: 5, oldShares: 1 }]
  const split = bulkContextAt(world(), { ratiosOf })
  const sent = { submitTime: yesterday, limitPrice: 10_050 * yen }

  expect(restored({ ...sent, closePrice: 10_000 * yen }, split)).toMatchObject({
    status: 'OK',
    terms: { limitPrice: 2_010 * yen },
  })
  expect(restored({ ...sent, limitPrice: 2_010 * yen })).toMatchObject({ terms: { limitPrice: 2_010 * yen } })
  expect(restored(sent)).toMatchObject({ status: 'ERROR', errorCode: 'LIMIT-LEVEL' })
})

test('a consolidation rounds down to the lot', () => {
  const ratiosOf = () => [{ day: today, newShares: 1, oldShares: 10 }]
  const sent = { shareQuantity: 105_500, submitTime: yesterday, closePrice: 200 * yen }

  expect(restored(sent, bulkContextAt(world(), { ratiosOf }))).toMatchObject({
    status: 'OK',
    terms: { shareQuantity: 10_500 },
  })
})

// rule: 26.5
test.each([
  // The daily limit of 1,600 is 400, of 1,599 too: today's close is 2,000.
  [1_600, 'OK'],
  [1_599, 'ERROR'],
  [2_500, 'OK'],
  [2_501, 'ERROR'],
  [10_000, 'ERROR'],
])(
  'an advert of a day with a close of %i yen is %s without a ratio, and the row names both closes',
  (close, status) => {
    const row = restored({ submitTime: yesterday, closePrice: close * yen })

    expect(row).toMatchObject({ status })
    if (status === 'ERROR')
      expect(row).toMatchObject({
        errorCode: 'RESTORE-ERR-06',
        errorMap: { closeThen: close, closeNow: 2_000 },
        terms: { shareQuantity: 10_000 },
      })
  },
)

test('a ratio that does not explain the close is not enough', () => {
  const ratiosOf = () => [{ day: today, newShares: 2, oldShares: 1 }]
  const sent = { shareQuantity: 2_000, submitTime: yesterday, closePrice: 10_000 * yen }

  expect(restored(sent, bulkContextAt(world(), { ratiosOf }))).toMatchObject({
    errorCode: 'RESTORE-ERR-06',
    errorMap: { closeThen: 5_000, closeNow: 2_000 },
  })
})

// rule: 26.5
test.each([
  ['the holiday', 'RESTORE-ERR-05', world({ calendar: { ...calendarOf(), holidays: ['2026-11-20'] } })],
  ['the hours', 'RESTORE-ERR-03', world({ calendar: calendarOf([{ from: 300, to: 360 }]) })],
  ['the advert that is open', 'RESTORE-ERR-02', openToyota()],
])('what today refuses anyway names %s, not a close that has left its limits', (_, errorCode, state) => {
  const leapt = { submitTime: yesterday, closePrice: 10_000 * yen }

  expect(restored(leapt, bulkContextAt(state, {}, '00:05'))).toMatchObject({ status: 'ERROR', errorCode })
})

// rule: 26.5
test('of two adverts in one security the older names the other, not a close that has left its limits', () => {
  const leapt = { submitTime: yesterday, closePrice: 10_000 * yen }
  const rows = validateRestore(context, [previous({ ...leapt, submitTime: yesterday - 1 }), previous(leapt)])

  expect(rows.map(({ errorCode }) => errorCode)).toEqual(['RESTORE-ERR-02', 'RESTORE-ERR-06'])
})

function openToyota() {
  const state = world()
  placeOrder(state, buys('alder', 10_000))
  return state
}
