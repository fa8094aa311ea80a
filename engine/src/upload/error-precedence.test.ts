import { expect, test } from 'vitest'
import { buys, haltOf, locatedPair, ownerCommand, placeOrder, sells, setRating } from '../../test/book.ts'
import {
  bulkContextAt,
  type RowCells,
  rowResultsFor,
  savedPreferences,
  validRow,
} from '../../test/bulk-file.ts'
import { perform } from '../../test/command-execution.ts'
import { calendarOf, moment, type WorldOptions, world } from '../../test/world.ts'
import { defaultLimits } from '../model/limits.ts'
import { yen } from '../model/price.ts'
import type { HaltTarget, State } from '../model/state.ts'
import { uploadColumns } from './header.ts'
import { fitsOneFile, validateUpload } from './upload.ts'

/** Everything that can be wrong with a row and its time, in order of precedence. */
const corrections: readonly (readonly [string, RowCells])[] = [
  ['ERR-002', { ric: 'toyota' }],
  ['ERR-001', { direction: 'BUY' }],
  ['ERR-005', {}],
  ['ERR-006', { shareQuantity: '10000' }],
  ['ERR-007', { minimumQuantity: '10' }],
  ['ERR-008', { credibilityHurdle: '10' }],
  ['ERR-009', { advertisingTriggerOffset: '0' }],
  ['ERR-010', { knockoutTriggerOffset: '0' }],
  ['ERR-011', { indexRelativeKOTriggerOffset: '3' }],
  ['TRIGGER-ORDER', { knockoutTriggerOffset: '1' }],
  ['TRIGGER-RATING', { advertisingTriggerActivated: 'no' }],
]

const allWrong: RowCells = {
  ric: 'invalid',
  direction: 'up',
  shareQuantity: '1',
  minimumQuantity: '1',
  credibilityHurdle: '1',
  advertisingTriggerActivated: 'yes',
  advertisingTriggerOffset: '11',
  knockoutTriggerActivated: 'yes',
  knockoutTriggerOffset: '11',
  indexRelativeKOTriggerActivated: 'yes',
  indexRelativeKOTriggerOffset: '11',
}

test('of several errors of a row the first in order is reported, and after its correction the next', () => {
  const state = world()
  setRating(state, 'alder', 40)
  const context = bulkContextAt(state)
  const codes: unknown[] = []
  let row = allWrong
  let twin: readonly RowCells[] = [validRow]
  for (const [errorCode, correction] of corrections) {
    codes.push(rowResultsFor(context, row, ...twin)[0]?.errorCode)
    row = { ...row, ...correction }
    if (errorCode === 'ERR-005') twin = []
  }

  expect(codes).toEqual(corrections.map(([errorCode]) => errorCode))
  expect(rowResultsFor(context, row)).toMatchObject([{ status: 'OK' }])
})

test('the closed day precedes the hours, the hours another advert of the firm, and that a duplicate in the file', () => {
  const first = (of: WorldOptions, clock: string) => {
    const state = world({ ...of, opens: '01:00' })
    placeOrder(state, buys('alder', 10_000))
    return (context: Partial<WorldOptions>) => {
      if (context.calendar)
        perform(state, { type: 'changeReference', at: state.at, reference: { calendar: context.calendar } })
      return rowResultsFor(bulkContextAt(state, {}, clock), { shareQuantity: '1' }, {})[0]?.errorCode
    }
  }
  const hours = calendarOf([{ from: 60, to: 120 }])
  const closed = { ...hours, holidays: ['2026-11-20'] }

  expect(first({ calendar: hours }, '02:00')({ calendar: closed })).toBe('ERR-014')
  expect(first({ calendar: hours }, '02:00')({})).toBe('ERR-012')
  expect(first({ calendar: hours }, '01:30')({})).toBe('ERR-004')
})

test('the number of fields precedes every other error', () => {
  const [result] = validateUpload(bulkContextAt(), ['no such column'], [['a', 'b']])

  expect(result).toMatchObject({ errorCode: 'ERR-013', errorMap: { fields: 2, headers: 1 } })
})

const halts: readonly (readonly [string, HaltTarget])[] = [
  ['PLATFORM-CLOSED', { kind: 'PLATFORM' }],
  ['FIRM-HALTED', { kind: 'FIRM', firmId: 'alder' }],
  ['SECURITY-HALTED', { kind: 'SECURITY', securityId: 'toyota' }],
]

test.each(halts)('%s: what the operator halted is refused', (errorCode, target) => {
  const state = world()
  const code = () => rowResultsFor(bulkContextAt(state), {})[0]?.errorCode
  perform(state, haltOf(target, state.at))
  expect(code()).toBe(errorCode)

  perform(state, haltOf(target, state.at, false))
  expect(code()).toBeNull()
})

test.each([
  ['BUY', '0', '0', 'TRIGGER-ORDER'],
  ['BUY', '0', '0.02', 'TRIGGER-ORDER'],
  ['BUY', '0', '0.03', null],
  ['BUY', '0.01', '0', null],
  ['SELL', '0', '0', 'TRIGGER-ORDER'],
  ['SELL', '0.02', '0', 'TRIGGER-ORDER'],
  ['SELL', '0', '0.01', null],
  ['SELL', '0.03', '0', null],
])(
  'TRIGGER-ORDER: a %s that goes live %s %% and dies %s %% from the close is answered %s',
  (direction, advertisingTriggerOffset, knockoutTriggerOffset, errorCode) => {
    const both = { advertisingTriggerActivated: 'yes', knockoutTriggerActivated: 'yes' }
    const cells = { direction, ...both, advertisingTriggerOffset, knockoutTriggerOffset }

    expect(rowResultsFor(bulkContextAt(), cells)[0]?.errorCode).toBe(errorCode)
  },
)

const rated = (rating: number): State => {
  const state = world()
  setRating(state, 'alder', rating)
  return state
}

test('TRIGGER-RATING: an advertising trigger needs a rating of 41, which the message names', () => {
  const armed = { advertisingTriggerActivated: 'yes' }

  expect(rowResultsFor(bulkContextAt(rated(41)), armed)).toMatchObject([{ status: 'OK' }])
  expect(rowResultsFor(bulkContextAt(rated(40)), armed)).toMatchObject([
    { errorCode: 'TRIGGER-RATING', errorMap: { rating: 41 } },
  ])
  expect(rowResultsFor(bulkContextAt(rated(40)), { advertisingTriggerActivated: 'no' })).toMatchObject([
    { status: 'OK' },
  ])
})

test('TRIGGER-RATING: a trigger from the preferences is never switched off silently', () => {
  const preferences = savedPreferences

  expect(rowResultsFor(bulkContextAt(rated(40), { preferences }), {})[0]?.errorCode).toBe('TRIGGER-RATING')
  expect(rowResultsFor(bulkContextAt(rated(41), { preferences }), {})).toMatchObject([
    { status: 'OK', terms: { advertisingTriggerActivated: true } },
  ])
})

test('ADVERT-ERROR-011: if the preferences have no usable broker, the row must name one', () => {
  const state = world({ enabled: { alder: [] } })

  expect(rowResultsFor(bulkContextAt(state), {})[0]?.errorCode).toBe('ADVERT-ERROR-011')
})

test('ADVERT-DIRECTION: a platform that refuses the opposite direction after a locate refuses it in a file too', () => {
  const limits = { ...defaultLimits, directionFlipMs: 30 * 60_000 }
  const state = locatedPair(buys('alder', 10_000), sells('birch', 10_000))
  perform(state, { type: 'changeReference', at: state.at, reference: { limits } })
  perform(state, sweepPastTheDeadline)
  perform(state, ownerCommand('cancelAdvert', 'alder-1', '00:07'))
  const code = (direction: string, clock: string) =>
    rowResultsFor(bulkContextAt(state, {}, clock), { direction })[0]?.errorCode

  expect(code('SELL', '00:34')).toBe('ADVERT-DIRECTION')
  expect(code('BUY', '00:34')).toBeNull()
  expect(code('SELL', '00:34:59.999')).toBe('ADVERT-DIRECTION')
  expect(code('SELL', '00:35')).toBeNull()
})

const sweepPastTheDeadline = {
  type: 'sweep',
  at: moment('00:06'),
  seed: 'later',
  sightings: [],
  usdJpy: 150 * yen,
} as const

// spec: 5.bulk.3
// rule: 18.1
test('a header may have any case, any order and empty columns', () => {
  const names = ['', '　SHAREQUANTITY ', 'Ｄｉｒｅｃｔｉｏｎ', '\uFEFFRic', ' ']

  expect(validateUpload(bulkContextAt(), names, [['', '10000', 'BUY', 'toyota', ' ']])).toMatchObject([
    { status: 'OK', terms: { direction: 'BUY', shareQuantity: 10_000 } },
  ])
})

test('a value in a column without a name is invalid', () => {
  const [result] = validateUpload(
    bulkContextAt(),
    ['ric', 'direction', 'shareQuantity', ''],
    [['toyota', 'BUY', '10000', 'x']],
  )

  expect(result).toMatchObject({ errorCode: 'ERR-001', errorMap: { header: '', value: 'x' } })
})

test.each([
  ['ric', ['direction', 'shareQuantity']],
  ['direction', ['ric', 'shareQuantity']],
  ['shareQuantity', ['ric', 'direction']],
  ['knockoutTrigerActivated', ['ric', 'direction', 'shareQuantity', 'knockoutTrigerActivated ']],
  ['duration', ['ric', 'direction', 'shareQuantity', 'duration', 'Duration']],
  ['ric', ['']],
])('ERR-001: a wrong column %s is the fault of every row', (header, names) => {
  const row = names.map((name) => (name === 'ric' ? 'toyota' : ''))

  expect(validateUpload(bulkContextAt(), names, [row, row])).toMatchObject([
    { line: 2, errorCode: 'ERR-001', errorMap: { header, value: '' }, terms: null },
    { line: 3, errorCode: 'ERR-001', errorMap: { header, value: '' }, terms: null },
  ])
})

// rule: 18.2
test('the columns are those of the rules, in their order', () => {
  expect(uploadColumns.join(', ')).toBe(
    'ric, direction, shareQuantity, minimumQuantity, quantityDecay, orderReference, parentQuantity, doneElsewhere, autoRenewals, autoResumes, limitPrice, duration, credibilityHurdle, advertisingTriggerActivated, advertisingTriggerOffset, knockoutTriggerActivated, knockoutTriggerOffset, indexRelativeKOTriggerActivated, indexRelativeKOTriggerOffset, transactionType, transactionTypePreference, brokers, ranked, conditions',
  )
})

// rule: 18.7
test('a file of 1,000 rows fits, and one of 1,001 is refused as a whole', () => {
  const rows = (count: number) => Array.from({ length: count }, () => ['invalid', 'BUY', '1'])
  const names = ['ric', 'direction', 'shareQuantity']

  expect([1_000, 1_001].map((count) => fitsOneFile(count, defaultLimits))).toEqual([true, false])
  expect(validateUpload(bulkContextAt(), names, rows(1_000))).toHaveLength(1_000)
  expect(() => validateUpload(bulkContextAt(), names, rows(1_001))).toThrow(
    '1001 rows are too many for one file',
  )
})

test('a file without rows has no results', () => {
  expect(validateUpload(bulkContextAt(), ['ric'], [])).toEqual([])
})
