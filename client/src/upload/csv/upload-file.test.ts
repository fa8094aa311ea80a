import type { Equity } from '@aitai/contract/schemas/reference.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { toyota } from '../../../test/support/fixtures.ts'
import { templateFile } from './template-file.ts'
import { decodeText, detectDelimiter, isCsvFile, prepareFile } from './upload-file.ts'

const equity = (ric: string, equityId: string): Equity => ({
  ...toyota,
  equityId,
  ric,
  name: ric,
  localName: ric,
})
const equities = [equity('7203.T', 'toyota'), equity('130A.T', 'veritas')]

const posted = (text: string, delimiter: ',' | '\t' = ','): string => {
  const file = prepareFile(text, equities, delimiter)
  if ('errorCode' in file) throw new Error(file.errorCode)
  return file.text
}

// spec: 5.bulk.4, 5.bulk.5
test('a ric becomes the id of its security, however it is written; an unknown one is invalid', () => {
  expect(posted('RIC,Direction\n7203.T,BUY\n７２０３．Ｔ,BUY\n130a.t ,SELL\n9999.X,BUY\n,SELL\n')).toBe(
    'ric,direction\ntoyota,BUY\ntoyota,BUY\nveritas,SELL\ninvalid,BUY\n,SELL\n',
  )
})

test('rows pasted from a spreadsheet become a file, and a number with separators keeps them', () => {
  const pasted = 'ric\tdirection\tshareQuantity\r\n7203.T\tBUY\t40,000\r\n'

  expect(detectDelimiter(pasted)).toBe('\t')
  expect(posted(pasted, '\t')).toBe('ric,direction,sharequantity\ntoyota,BUY,"40,000"\n')
})

test('pasted text is the text of a file unless its first line has a tab', () => {
  expect(detectDelimiter('ric,direction\n7203.T,\tBUY\n')).toBe(',')
})

test('the security name of a row is stored under the line on which the row begins', () => {
  const file = prepareFile('ric,direction\n"72\n03",BUY\n\n9999.X,SELL\n', equities, ',')

  expect('ricAt' in file && [...file.ricAt]).toEqual([
    [2, '72\n03'],
    [4, ''],
    [5, '9999.X'],
  ])
})

test('a file with an unclosed quotation mark is refused with the line number', () => {
  expect(prepareFile('ric,direction\n7203.T,BUY\n"7203.T,BUY\n', equities, ',')).toEqual({
    errorCode: 'FILE_QUOTE',
    variables: { line: 3 },
  })
})

test.each(['', '\ufeff', ' \r\n,,\n'])('a file without values is empty: %j', (text) => {
  expect(prepareFile(text, equities, ',')).toEqual({ errorCode: 'FILE_EMPTY' })
})

const free = fc.string({ unit: fc.constantFrom('a', 'Ｂ', '7', ' ', ',', '"', '\n', '買', '=', ';') })
const table = fc
  .integer({ min: 1, max: 5 })
  .chain((width) => fc.array(fc.array(free, { minLength: width, maxLength: width }), { maxLength: 6 }))
const inQuotes = (value: string): string => `"${value.replaceAll('"', '""')}"`

// spec: 5.bulk.6
test('every other cell arrives unchanged, in its column, quoted only if necessary', () => {
  fc.assert(
    fc.property(table, fc.infiniteStream(fc.boolean()), fc.constantFrom('\n', '\r\n'), (rows, coin, end) => {
      const width = rows[0]?.length ?? 1
      const given = (value: string): string =>
        /[",\n]/.test(value) || coin.next().value ? inQuotes(value) : value
      const head = ['ric', ...Array.from({ length: width }, (_, place) => `Column${place}`)]
      const lines = rows.map((cells) => ['7203.T', ...cells])
      const text = [head, ...lines].map((cells) => cells.map(given).join(',') + end).join('')
      const wanted = [
        head.map((name) => name.toLowerCase()),
        ...rows.map((cells) => [
          'toyota',
          ...cells.map((cell) => (/[",\n]/.test(cell) ? inQuotes(cell) : cell)),
        ]),
      ]

      expect(posted(text)).toBe(wanted.map((cells) => `${cells.join(',')}\n`).join(''))
    }),
  )
})

test('text is read as UTF-8 with or without its mark, or as Shift_JIS; UTF-16 is not', () => {
  const utf8 = new TextEncoder()
  expect(decodeText(utf8.encode('買い'))).toBe('買い')
  expect(decodeText(utf8.encode('\ufeff買い'))).toBe('買い')
  expect(decodeText(Uint8Array.of(0x94, 0x83, 0x82, 0xa2))).toBe('買い')
  expect(decodeText(Uint8Array.of(0xff, 0xfe, 0x72, 0x00))).toBeNull()
  expect(decodeText(Uint8Array.of(0xff, 0xff, 0x82))).toBeNull()
})

// spec: 5.bulk.1
test.each([
  ['iois.csv', 'text/csv', true],
  ['IOIS.CSV', 'application/vnd.ms-excel', true],
  ['iois.csv', 'text/plain', false],
  ['iois.xlsx', 'text/csv', false],
  ['iois.csv', '', false],
])('%s of type %j may be read: %s', (name, type, isCsv) => {
  expect(isCsvFile({ name, type })).toBe(isCsv)
})

test('the template names every column of the rules, for Excel, with brokers of the own firm', () => {
  const lines = templateFile([{ shortName: 'KAE' }, { shortName: 'TSU' }, { shortName: 'YAM' }]).split('\r\n')

  expect(lines[0]).toBe(
    '\ufeffric,direction,shareQuantity,minimumQuantity,quantityDecay,duration,credibilityHurdle,advertisingTriggerActivated,advertisingTriggerOffset,knockoutTriggerActivated,knockoutTriggerOffset,indexRelativeKOTriggerActivated,indexRelativeKOTriggerOffset,transactionType,transactionTypePreference,brokers,ranked',
  )
  expect(lines).toHaveLength(4)
  expect(lines[1]).toContain(',KAE,')
  expect(lines[2]).toContain(',KAE;TSU,')
})
