import { expect, test } from 'vitest'
import { bulkContextAt, type RowCells, rowResultsFor } from '../../test/bulk-file.ts'
import type { UploadColumn } from './header.ts'
import { validateUpload } from './upload.ts'

const context = bulkContextAt()

const only = (cells: RowCells) => {
  const [result] = rowResultsFor(context, cells)
  if (!result) throw new Error('one row has one result')
  return result
}

const triggersOn: RowCells = {
  advertisingTriggerActivated: 'true',
  knockoutTriggerActivated: 'true',
  indexRelativeKOTriggerActivated: 'true',
}

test.each([
  ['BUY', 'BUY'],
  [' buy ', 'BUY'],
  ['Ｂｕｙ', 'BUY'],
  ['B', 'BUY'],
  ['s', 'SELL'],
  ['BUY\u200b', 'BUY'],
  ['\u200eSell', 'SELL'],
  ['売付け', 'SELL'],
  ['買', 'BUY'],
  ['買い', 'BUY'],
  ['買付', 'BUY'],
  ['SELL', 'SELL'],
  ['sell', 'SELL'],
  ['売', 'SELL'],
  ['売り', 'SELL'],
  ['売付', 'SELL'],
  ['買い付け', 'BUY'],
  ['売り付け', 'SELL'],
])('the direction %j is read as %s', (direction, read) => {
  expect(only({ direction })).toMatchObject({ status: 'OK', terms: { direction: read } })
})

// rule: 18.4
test.each([
  ['12300', 12_300],
  ['12,300', 12_300],
  ['1,234,500', 1_234_500],
  ['１２，３００', 12_300],
  ['　12300　', 12_300],
  ['+12300', 12_300],
  ['012300', 12_300],
  ['12300.00', 12_300],
  ['12300.', 12_300],
  ['1,000,000,000', 1_000_000_000],
  ['３万', 30_000],
  ['3.5万', 35_000],
  ['40千', 40_000],
  ['1億', 100_000_000],
  ['40k', 40_000],
  ['1.1M', 1_100_000],
  ['10万株', 100_000],
  ['１２，３００株', 12_300],
  ['12,300 shares', 12_300],
  ['40k shs', 40_000],
])('the quantity %j is read as %i shares', (shareQuantity, shares) => {
  expect(only({ shareQuantity })).toMatchObject({ status: 'OK', terms: { shareQuantity: shares } })
})

test.each([
  ['TRUE', true],
  ['yes', true],
  ['Y', true],
  ['１', true],
  ['はい', true],
  ['False', false],
  ['no', false],
  ['n', false],
  ['0', false],
  ['いいえ', false],
])('the switch %j is read as %s', (quantityDecay, read) => {
  expect(only({ quantityDecay, ranked: quantityDecay })).toMatchObject({
    status: 'OK',
    terms: { quantityDecay: read, ranked: read },
  })
})

test.each([
  ['60', '60'],
  ['１５０', '150'],
  ['end_of_day', 'END_OF_DAY'],
  ['End of Day', 'END_OF_DAY'],
  ['END-OF-DAY', 'END_OF_DAY'],
  ['15:10', '15:10'],
  ['１５：１０', '15:10'],
  ['15時10分', '15:10'],
])('the duration %j is read as %s', (duration, read) => {
  expect(only({ duration })).toMatchObject({ status: 'OK', terms: { duration: read } })
})

test.each([
  ['CASH_ONLY', 'CASH_ONLY'],
  ['cash only', 'CASH_ONLY'],
  ['Cash  Swap', 'CASH_SWAP'],
  ['ｓｗａｐ＿ｏｎｌｙ', 'SWAP_ONLY'],
])('the transaction type %j is read as %s', (transactionType, read) => {
  const wanted = { transactionType, transactionTypePreference: transactionType }

  expect(only(wanted)).toMatchObject({
    status: 'OK',
    terms: { transactionType: read, transactionTypePreference: read },
  })
})

test.each([
  ['25', 25],
  ['25%', 25],
  ['２５％', 25],
  ['25.0', 25],
])('the minimum quantity %j is read as %i percent', (minimumQuantity, read) => {
  expect(only({ minimumQuantity })).toMatchObject({ status: 'OK', terms: { minimumQuantity: read } })
})

test.each([
  ['5', 500],
  ['5 %', 500],
  ['2.5', 250],
  ['2.25', 225],
  ['2.250', 225],
  ['0.01', 1],
  ['４．０５％', 405],
])('the offset %j is read as %i basis points', (offset, read) => {
  const cells = { ...triggersOn, advertisingTriggerOffset: offset, knockoutTriggerOffset: offset }

  expect(only(cells)).toMatchObject({ status: 'OK', offsets: { advertising: read, knockout: read } })
})

test.each([
  ['3', 300],
  ['4.5%', 450],
  ['７', 700],
])('the index-relative offset %j is read as %i basis points', (indexRelativeKOTriggerOffset, read) => {
  expect(only({ ...triggersOn, indexRelativeKOTriggerOffset })).toMatchObject({
    status: 'OK',
    terms: { indexRelativeKOTrigger: read },
  })
})

test.each([
  ['NOM', ['NOM']],
  ['dai;NOM', ['DAI', 'NOM']],
  [' ＧＳ ；　miz ; ', ['GS', 'MIZ']],
  ['GS;SMB;MIZ;DAI', ['GS', 'SMB', 'MIZ', 'DAI']],
])('the brokers %j are read in their order', (brokers, brokerIds) => {
  expect(only({ brokers, ranked: 'true' })).toMatchObject({
    status: 'OK',
    terms: { brokerIds, ranked: true },
  })
})

const unreadable: readonly (readonly [UploadColumn, readonly string[]])[] = [
  ['direction', ['', 'both', '1', '売買']],
  [
    'shareQuantity',
    ['', 'many', '10,0', '1,2345', '12300.5', '1e4', '１２．５', '1,000,000,001', 'NaN', '(100)'],
  ],
  ['minimumQuantity', ['a', '12.5', '25%%', '-']],
  ['orderReference', ['123456789012345678901234567890123']],
  ['parentQuantity', ['0', '-1', 'all', '1,000,000,001']],
  ['doneElsewhere', ['-1', 'some', '1.5']],
  ['autoRenewals', ['-1', '6', 'yes', '1.5']],
  ['autoResumes', ['-1', '4', 'yes', '1.5']],
  ['quantityDecay', ['maybe', '2', 'on']],
  ['duration', ['30', '60 min', 'day', '060', '1510', '24:00', '15:60']],
  ['credibilityHurdle', ['high', '40.5', '★']],
  ['advertisingTriggerActivated', ['-', '公開']],
  ['advertisingTriggerOffset', ['2.255', 'close', '1,000', '.5', '5.', '1234567890']],
  ['knockoutTriggerActivated', ['x']],
  ['knockoutTriggerOffset', ['2.255', '--1', '５円']],
  ['indexRelativeKOTriggerActivated', ['y es']],
  ['indexRelativeKOTriggerOffset', ['3.001', '三']],
  ['transactionType', ['CASH', 'CASH_AND_SWAP']],
  ['transactionTypePreference', ['ANY', 'SWAP']],
  ['brokers', ['nobody', 'NOM;nobody', 'NOM;NOM', 'nom;NOM', ';', 'NOM,DAI', 'NOM;DAI;MIZ;SMB;GS']],
  ['ranked', ['first']],
]

// spec: 5.bulk.7
test.each(unreadable.flatMap(([header, values]) => values.map((value) => [header, value] as const)))(
  'in the column %s the value %j is invalid',
  (header, value) => {
    expect(only({ [header]: value })).toMatchObject({
      status: 'ERROR',
      securityId: 'toyota',
      ric: 'toyota.T',
      terms: null,
      errorCode: 'ERR-001',
      errorMap: { header, value },
    })
  },
)

test('of several invalid values the first column in the order of the rules is named', () => {
  const result = only({ ranked: 'x', brokers: 'x', duration: 'x', shareQuantity: 'x' })

  expect(result).toMatchObject({ errorMap: { header: 'shareQuantity' } })
})

test('a message quotes only the beginning of a value', () => {
  expect(only({ duration: '株'.repeat(60) }).errorMap.value).toBe('株'.repeat(60))
  expect(only({ duration: '株'.repeat(100_000) }).errorMap.value).toBe(`${'株'.repeat(60)}…`)
  // Characters of two code units each are counted as one.
  expect(only({ duration: '𠮷'.repeat(100_000) }).errorMap.value).toBe(`${'𠮷'.repeat(60)}…`)
  expect(only({ duration: '𠮷'.repeat(60) }).errorMap.value).toBe('𠮷'.repeat(60))
})

test('a cell of more than a thousand characters is invalid, whatever they are', () => {
  expect(only({ duration: `60${' '.repeat(998)}` }).status).toBe('OK')
  expect(only({ duration: `60${' '.repeat(999)}` })).toMatchObject({
    errorCode: 'ERR-001',
    errorMap: { header: 'duration' },
  })
  const names = ['ric', 'direction', 'shareQuantity']
  const wide = (spaces: number) => [...names, `duration${' '.repeat(spaces)}`]
  const row = ['toyota', 'BUY', '10000', '60']
  expect(validateUpload(context, wide(992), [row])).toMatchObject([{ status: 'OK' }])
  expect(validateUpload(context, wide(993), [row])).toMatchObject([
    { errorCode: 'ERR-001', errorMap: { header: 'duration' } },
  ])
})

test('minus zero is zero', () => {
  const result = only({ ...triggersOn, advertisingTriggerOffset: '-0', knockoutTriggerOffset: '1' })

  expect(result.status).toBe('OK')
  expect(Object.is(result.offsets?.advertising, 0)).toBe(true)
  expect(Object.is(only({ minimumQuantity: '-0' }).errorMap.minimumQuantity, 0)).toBe(true)
})

test("a broker's name is accepted only if the firm may use that broker", () => {
  const brokers = [{ brokerId: 'id-1', shortName: '野村' }]

  const [result] = rowResultsFor({ ...context, brokers }, { brokers: '野村' })
  const [unusable] = rowResultsFor({ ...context, brokers }, { brokers: 'DAI' })
  expect(result).toMatchObject({ status: 'OK', terms: { brokerIds: ['id-1'] } })
  expect(unusable).toMatchObject({ errorCode: 'ERR-001', errorMap: { header: 'brokers', value: 'DAI' } })
})
