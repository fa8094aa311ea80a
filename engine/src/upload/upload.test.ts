import { expect, test } from 'vitest'
import { buys, perform, placeOrder, sells } from '../../test/book.ts'
import {
  bulkContextAt,
  fileOf,
  type RowCells,
  rowResultsFor,
  savedPreferences,
  validRow,
} from '../../test/bulk-file.ts'
import { calendarOf, moment, world } from '../../test/world.ts'
import { editorDefaults } from '../adverts/preferences.ts'
import { yen } from '../model/price.ts'
import type { RowResult } from './row-result.ts'
import { validateUpload } from './upload.ts'

const context = bulkContextAt()
const codesOf = (results: readonly RowResult[]) => results.map(({ errorCode }) => errorCode)
const codesOn = (...rows: readonly RowCells[]) => codesOf(rowResultsFor(context, ...rows))

// spec: 5.bulk.8
test.each(['', 'invalid', 'nowhere', '7203.T', 'TOYOTA'])('ERR-002: the ric %j is unknown', (ric) => {
  expect(rowResultsFor(context, { ric })).toEqual([
    {
      line: 2,
      status: 'ERROR',
      securityId: null,
      ric,
      terms: null,
      offsets: null,
      errorCode: 'ERR-002',
      errorMap: {},
    },
  ])
})

// spec: 5.bulk.18
test.each([
  [2, 'toyota.T', ['toyota', 'BUY']],
  [4, 'toyota.T', ['toyota', 'BUY', '10', '000']],
  [1, '', ['']],
])('ERR-013: a row of %i fields under three headers is not read', (fields, ric, cells) => {
  const [result] = validateUpload(context, ['ric', 'direction', 'shareQuantity'], [cells])

  expect(result).toMatchObject({ errorCode: 'ERR-013', errorMap: { fields, headers: 3 }, ric })
  expect(result).toMatchObject({ securityId: null, terms: null })
})

// spec: 5.bulk.19
test('ERR-014: on a day on which the exchange is closed every row is refused', () => {
  const closed = world({ calendar: { ...calendarOf(), holidays: ['2026-11-20'] } })

  expect(rowResultsFor(bulkContextAt(closed), {})).toMatchObject([
    { errorCode: 'ERR-014', errorMap: { exchange: 'XTKS' }, terms: { shareQuantity: 10_000 } },
  ])
  // Midnight in Tokyo is 15:00 UTC.
  expect(codesOf(rowResultsFor(bulkContextAt(closed, {}, '14:59'), {}))).toEqual(['ERR-014'])
  expect(codesOf(rowResultsFor(bulkContextAt(closed, {}, '15:00'), {}))).toEqual([null])
})

// spec: 5.bulk.17
test.each([
  ['00:59', 'ERR-012'],
  ['01:00', null],
  ['01:59', null],
  ['02:00', 'ERR-012'],
])('ERR-012: at %s, of hours from 01:00 to 02:00, the answer is %s', (clock, errorCode) => {
  const state = world({ calendar: calendarOf([{ from: 60, to: 120 }]) })
  const [result] = rowResultsFor(bulkContextAt(state, {}, clock), {})

  const errorMap = errorCode ? { exchange: 'XTKS', hours: '01:00 to 02:00' } : {}
  expect(result).toMatchObject({ errorCode, errorMap })
})

// spec: 5.bulk.9
test('ERR-004: the user or a colleague has an advert in the security already', () => {
  const state = world({ traders: [{ traderId: 'clerk', firmId: 'alder' }] })
  placeOrder(state, buys('alder', 10_000))
  placeOrder(state, sells('clerk', 10_000, { securityId: 'sony' }))
  const codes = () => codesOf(rowResultsFor(bulkContextAt(state), {}, { ric: 'sony' }))
  expect(codes()).toEqual(['ERR-004', 'ERR-004'])

  perform(state, { type: 'cancelAdvert', at: moment('00:04'), traderId: 'alder', advertId: 'alder-1' })
  expect(codes()).toEqual([null, 'ERR-004'])
})

// spec: 5.bulk.10
// rule: 18.8
test('ERR-005: of several rows in one security all are invalid, and each names another', () => {
  const rows = [{ direction: 'BUY' }, { ric: 'sony' }, { direction: 'SELL' }, {}]

  expect(rowResultsFor(context, ...rows)).toMatchObject([
    { line: 2, errorCode: 'ERR-005', errorMap: { otherLine: 4 }, terms: { direction: 'BUY' } },
    { line: 3, errorCode: null },
    { line: 4, errorCode: 'ERR-005', errorMap: { otherLine: 2 }, terms: { direction: 'SELL' } },
    { line: 5, errorCode: 'ERR-005', errorMap: { otherLine: 2 } },
  ])
})

test('ERR-005: a row counts once its security is known, whatever else is wrong with it', () => {
  expect(codesOn({}, { direction: 'up' })).toEqual(['ERR-005', 'ERR-001'])
  expect(codesOn({}, { ric: 'invalid' }, { ric: '' })).toEqual([null, 'ERR-002', 'ERR-002'])

  const cut = ['toyota', 'BUY', '10', '000']
  expect(
    codesOf(validateUpload(context, fileOf([validRow]).header, [['toyota', 'BUY', '10000'], cut])),
  ).toEqual([null, 'ERR-013'])
})

const everything: RowCells = {
  minimumQuantity: '30',
  quantityDecay: 'yes',
  orderReference: ' PT-12 トヨタ ',
  parentQuantity: '50万株',
  doneElsewhere: '０',
  autoRenewals: '５',
  autoResumes: '1',
  limitPrice: '¥2,000',
  duration: 'end of day',
  credibilityHurdle: '41',
  advertisingTriggerActivated: 'yes',
  advertisingTriggerOffset: '1',
  knockoutTriggerActivated: 'yes',
  knockoutTriggerOffset: '2.5',
  indexRelativeKOTriggerActivated: 'yes',
  indexRelativeKOTriggerOffset: '4',
  transactionType: 'swap only',
  transactionTypePreference: 'cash swap',
  brokers: 'MIZ;NOM',
  ranked: 'yes',
}

test('a row with every value is sent as it is', () => {
  const [result] = rowResultsFor(context, everything)

  expect(result).toEqual({
    line: 2,
    status: 'OK',
    securityId: 'toyota',
    ric: 'toyota.T',
    errorCode: null,
    errorMap: {},
    offsets: { advertising: 100, knockout: 250 },
    terms: {
      direction: 'BUY',
      shareQuantity: 10_000,
      minimumQuantity: 30,
      duration: 'END_OF_DAY',
      credibilityHurdle: 41,
      transactionType: 'SWAP_ONLY',
      transactionTypePreference: 'CASH_SWAP',
      brokerIds: ['MIZ', 'NOM'],
      ranked: true,
      quantityDecay: true,
      orderReference: 'PT-12 トヨタ',
      parentQuantity: 500_000,
      doneElsewhere: 0,
      autoRenewals: 5,
      autoResumes: 1,
      limitPrice: 2_000 * yen,
      advertisingTriggerActivated: true,
      advertisingTrigger: 1_980 * yen,
      knockoutTriggerActivated: true,
      knockoutTrigger: 2_050 * yen,
      indexRelativeKOTriggerActivated: true,
      indexRelativeKOTrigger: 400,
    },
  })
})

test('a seller has its levels on the other side of the close', () => {
  expect(rowResultsFor(context, { ...everything, direction: 'SELL' })).toMatchObject([
    { terms: { advertisingTrigger: 2_020 * yen, knockoutTrigger: 1_950 * yen } },
  ])
})

// rule: 18.3
test('missing columns and empty cells are taken from the preferences', () => {
  const preferring = bulkContextAt(world(), { preferences: savedPreferences })
  const fromPreferences = {
    direction: 'BUY',
    shareQuantity: 10_000,
    minimumQuantity: 20,
    duration: '60',
    credibilityHurdle: 61,
    transactionType: 'CASH_SWAP',
    transactionTypePreference: 'SWAP_ONLY',
    brokerIds: ['SMB', 'DAI'],
    ranked: true,
    quantityDecay: true,
    orderReference: null,
    parentQuantity: null,
    doneElsewhere: 0,
    autoRenewals: 0,
    autoResumes: 0,
    limitPrice: null,
    advertisingTriggerActivated: true,
    advertisingTrigger: 1_970 * yen,
    knockoutTriggerActivated: true,
    knockoutTrigger: 2_080 * yen,
    indexRelativeKOTriggerActivated: true,
    indexRelativeKOTrigger: 600,
  }
  const blank = Object.fromEntries(Object.keys(everything).map((column) => [column, ' ']))

  expect(rowResultsFor(preferring, {})[0]?.terms).toEqual(fromPreferences)
  expect(rowResultsFor(preferring, blank)[0]?.terms).toEqual(fromPreferences)
  expect(rowResultsFor(preferring, everything)).toEqual(rowResultsFor(context, everything))
})

test('the saved conditions that a row names take the place of the preferences, and its own cells that of both', () => {
  const quick = {
    ...savedPreferences,
    advertPreferences: { ...savedPreferences.advertPreferences, minQuantity: 30, quantityDecay: false },
  }
  const facts = {
    preferences: savedPreferences,
    savedConditions: [{ name: '小型株 Quick', conditions: quick }],
  }
  const naming = bulkContextAt(world(), facts)
  const terms = (cells: RowCells) => rowResultsFor(naming, cells)[0]?.terms

  expect(terms({ conditions: ' 小型株　ＱＵＩＣＫ' })).toMatchObject({
    minimumQuantity: 30,
    quantityDecay: false,
  })
  expect(terms({ conditions: '小型株 quick', minimumQuantity: '45' })).toMatchObject({
    minimumQuantity: 45,
    quantityDecay: false,
  })
  expect(terms({ conditions: ' ' })).toMatchObject({ minimumQuantity: 20, quantityDecay: true })
  expect(rowResultsFor(naming, { conditions: '小型株' })).toMatchObject([
    { status: 'ERROR', errorCode: 'ERR-001', errorMap: { header: 'conditions', value: '小型株' } },
  ])
})

test('without saved preferences a row has the default values of the editor', () => {
  const { minQuantity, duration } = editorDefaults.advertPreferences

  expect(rowResultsFor(context, {})).toMatchObject([
    { terms: { minimumQuantity: minQuantity, duration, credibilityHurdle: 10, ranked: false } },
  ])
  expect([minQuantity, duration]).toEqual([50, '150'])
})

test('a knockout that is switched on without an offset has that of the preferences', () => {
  expect(rowResultsFor(context, { knockoutTriggerActivated: 'yes' })).toMatchObject([
    { status: 'OK', terms: { knockoutTrigger: 2_100 * yen }, offsets: { knockout: 500 } },
  ])
  expect(rowResultsFor(context, { indexRelativeKOTriggerActivated: 'yes' })).toMatchObject([
    { status: 'OK', terms: { indexRelativeKOTrigger: 300 } },
  ])
})

test('a row is identified by the line on which it begins, also in the error of a duplicate', () => {
  const { header, rows } = fileOf([validRow, { ...validRow, direction: 'up' }, validRow])
  const begins = [4, 5, 9]

  expect(validateUpload(context, header, rows, (index) => begins[index] ?? 0)).toMatchObject([
    { line: 4, errorCode: 'ERR-005', errorMap: { otherLine: 5 } },
    { line: 5, errorCode: 'ERR-001' },
    { line: 9, errorCode: 'ERR-005', errorMap: { otherLine: 4 } },
  ])
})
