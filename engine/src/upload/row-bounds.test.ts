import { expect, test } from 'vitest'
import { bulkContextAt, type RowCells, rowResultsFor } from '../../test/bulk-file.ts'
import { securityNamed, world } from '../../test/world.ts'
import { yen } from '../model/price.ts'
import type { UploadColumn } from './header.ts'
import type { ErrorMap, RowResult } from './row-result.ts'

const context = bulkContextAt()
const codesOf = (results: readonly RowResult[]) => results.map(({ errorCode }) => errorCode)

const advertisingOn = { advertisingTriggerActivated: 'yes' }
const knockoutOn = { knockoutTriggerActivated: 'yes' }
const indexRelativeOn = { indexRelativeKOTriggerActivated: 'yes' }

/** Each bound of a column: a value just inside, one just outside, what the error says of it, and what else is on. */
const bounds: readonly [string, UploadColumn, string, string, ErrorMap, RowCells?][] = [
  // The platform minimum of 10,000,000 yen.
  ['ERR-006', 'shareQuantity', '5000', '4999', { minimumShareQuantity: 5_000 }],
  ['ERR-007', 'minimumQuantity', '10', '9', { min: 10, max: 75 }],
  ['ERR-007', 'minimumQuantity', '75', '76', { min: 10, max: 75 }],
  ['ERR-008', 'credibilityHurdle', '10', '9', { min: 10, max: 100 }],
  ['ERR-008', 'credibilityHurdle', '100', '101', { min: 10, max: 100 }],
  ['ERR-009', 'advertisingTriggerOffset', '0', '-0.01', { min: 0, max: 10 }, advertisingOn],
  ['ERR-009', 'advertisingTriggerOffset', '10', '10.01', { min: 0, max: 10 }, advertisingOn],
  ['ERR-010', 'knockoutTriggerOffset', '0', '-0.01', { min: 0, max: 10 }, knockoutOn],
  ['ERR-010', 'knockoutTriggerOffset', '10', '10.01', { min: 0, max: 10 }, knockoutOn],
  ['ERR-011', 'indexRelativeKOTriggerOffset', '3', '2.99', { min: 3, max: 7 }, indexRelativeOn],
  ['ERR-011', 'indexRelativeKOTriggerOffset', '7', '7.01', { min: 3, max: 7 }, indexRelativeOn],
]

// spec: 5.bulk.11, 5.bulk.12, 5.bulk.13, 5.bulk.14, 5.bulk.15, 5.bulk.16, 5.bulk.23, 9.18, 9.19, 9.28
// rule: 18.6
test.each(bounds)('%s: %s may be %s and not %s', (errorCode, column, inside, outside, range, on = {}) => {
  const taken = rowResultsFor(context, { ...on, [column]: inside })
  const refused = rowResultsFor(context, { ...on, [column]: outside })

  expect(taken).toMatchObject([{ status: 'OK', errorCode: null, errorMap: {} }])
  expect(refused).toMatchObject([{ status: 'ERROR', line: 2, securityId: 'toyota', ric: 'toyota.T' }])
  expect(refused).toMatchObject([{ errorCode, terms: { direction: 'BUY' } }])
  expect(refused[0]?.errorMap).toEqual({ [column]: Number(outside), ...range })
})

test('a quantity is rounded down to the lot and then validated', () => {
  const terms = (shareQuantity: string) => rowResultsFor(context, { shareQuantity })[0]?.terms?.shareQuantity

  expect(terms('5099')).toBe(5_000)
  expect(terms('12345')).toBe(12_300)
  expect(codesOf(rowResultsFor(context, { shareQuantity: '5099' }))).toEqual([null])
})

test('less than a lot is never rounded up to one', () => {
  const dear = securityNamed('dear', { closePrice: 200_000 * yen, minPrice: yen, maxPrice: 400_000 * yen })
  const lots = bulkContextAt(world({ securities: [dear] }))
  const on = (shareQuantity: string) => rowResultsFor(lots, { ric: 'dear', shareQuantity })

  expect(on('99')).toMatchObject([
    { errorCode: 'ERR-006', errorMap: { shareQuantity: 99, minimumShareQuantity: 100 } },
  ])
  expect(on('0')).toMatchObject([{ errorCode: 'ERR-006', errorMap: { shareQuantity: 0 } }])
  expect(on('-100')).toMatchObject([{ errorCode: 'ERR-006', errorMap: { shareQuantity: -100 } }])
  // Shown as typed, in the message and in the row.
  expect(on('-5')).toMatchObject([
    { errorCode: 'ERR-006', errorMap: { shareQuantity: -5 }, terms: { shareQuantity: -5 } },
  ])
  expect(on('100')).toMatchObject([{ status: 'OK' }])
})

test('a platform without a minimum accepts one lot', () => {
  const state = world({ limits: { platformMinimumNotional: 0 } })
  const on = (shareQuantity: string) => rowResultsFor(bulkContextAt(state), { shareQuantity })

  expect(on('100')).toMatchObject([{ status: 'OK' }])
  expect(on('99')).toMatchObject([{ errorCode: 'ERR-006', errorMap: { minimumShareQuantity: 100 } }])
})

// rule: 18.5
test('the platform minimum uses the last mid, and the message names a sufficient quantity', () => {
  const at1999 = bulkContextAt(world(), { priceOf: () => 1_999 * yen })

  expect(rowResultsFor(at1999, { shareQuantity: '5000' })).toMatchObject([
    { errorCode: 'ERR-006', errorMap: { minimumShareQuantity: 5_100 } },
  ])
  expect(codesOf(rowResultsFor(at1999, { shareQuantity: '5100' }))).toEqual([null])
})

// rule: 19.3
// spec: 5.bulk.14, 5.bulk.15, 5.bulk.16
test('the offsets of triggers that are off must be in range, as in the preferences; the index-relative one need not', () => {
  expect(codesOf(rowResultsFor(context, { advertisingTriggerOffset: '11' }))).toEqual(['ERR-009'])
  expect(codesOf(rowResultsFor(context, { knockoutTriggerOffset: '-0.01' }))).toEqual(['ERR-010'])
  expect(rowResultsFor(context, { indexRelativeKOTriggerOffset: '1' })).toMatchObject([
    { status: 'OK', terms: { indexRelativeKOTrigger: null } },
  ])
  expect(rowResultsFor(context, { indexRelativeKOTriggerOffset: '7' })).toMatchObject([
    { status: 'OK', terms: { indexRelativeKOTrigger: 700 } },
  ])
})

test('for a level outside the daily limits the offset is reported, with the largest possible one', () => {
  const narrow = securityNamed('narrow', { minPrice: 1_950 * yen, maxPrice: 2_040 * yen })
  const within = bulkContextAt(world({ securities: [narrow] }))
  const on = (cells: RowCells) => rowResultsFor(within, { ric: 'narrow', ...cells })
  const knockout = (direction: string, knockoutTriggerOffset: string) =>
    on({ direction, knockoutTriggerActivated: 'yes', knockoutTriggerOffset })

  expect(knockout('BUY', '2.02')).toMatchObject([{ status: 'OK', terms: { knockoutTrigger: 2_040 * yen } }])
  expect(knockout('BUY', '2.03')).toMatchObject([
    { errorCode: 'ERR-010', errorMap: { knockoutTriggerOffset: 2.03, min: 0, max: 2.02 } },
  ])
  expect(knockout('SELL', '2.5')).toMatchObject([{ status: 'OK', terms: { knockoutTrigger: 1_950 * yen } }])
  expect(knockout('SELL', '2.51')).toMatchObject([{ errorCode: 'ERR-010', errorMap: { max: 2.5 } }])
  // No level is made of an offset that is off.
  expect(codesOf(on({ direction: 'BUY', knockoutTriggerOffset: '2.03' }))).toEqual([null])
  const advertising = { advertisingTriggerActivated: 'yes', advertisingTriggerOffset: '2.51' }
  expect(on(advertising)).toMatchObject([
    { errorCode: 'ERR-009', errorMap: { advertisingTriggerOffset: 2.51, min: 0, max: 2.5 } },
  ])
})
