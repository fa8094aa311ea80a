import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { prepareFile } from './bulk-file.ts'
import { decodeText } from './text-encoding.ts'

const names = 'ric,direction,shareQuantity,duration'
const equities = [
  { ric: '7203.T', equityId: 'toyota' },
  { ric: '130A.T', equityId: 'veritas' },
]

const posted = (text: string): string => {
  const file = prepareFile(text, equities)
  if ('errorCode' in file) throw new Error(file.errorCode)
  return file.text
}

// spec: 5.bulk.4, 5.bulk.5
test('a ric becomes the id of its security, however it is written; an unknown one is invalid', () => {
  const rics = ['7203.T', '７２０３．Ｔ', '7203', '7203 JT', '72030', '7203.T\u200b', '130a.t ', '9999.X', '']
  const ids = ['toyota', 'toyota', 'toyota', 'toyota', 'toyota', 'toyota', 'veritas', 'invalid', '']
  const file = `RIC,Direction,ShareQuantity\n${rics.map((ric) => `${ric},BUY,100\n`).join('')}`

  expect(posted(file)).toBe(`ric,direction,sharequantity\n${ids.map((id) => `${id},BUY,100\n`).join('')}`)
})

test('rows pasted from a spreadsheet become a file, and a number with separators keeps them', () => {
  const pasted = 'ric\tdirection\tshareQuantity\r\n7203.T\tBUY\t40,000\r\n'

  expect(posted(pasted)).toBe('ric,direction,sharequantity\ntoyota,BUY,"40,000"\n')
})

/** Files as spreadsheets, chats and other people's programs write them. */
const fixture = (name: string): string | null =>
  decodeText(readFileSync(join(import.meta.dirname, 'fixtures', name)))

test.each([
  ['semicolon.csv', 'ric,direction,sharequantity\ntoyota,BUY,40000\n'],
  ['sep-line.csv', '\nric,direction,sharequantity\ntoyota,BUY,40000\n'],
  ['title.csv', '\n\nric,direction,sharequantity\ntoyota,BUY,40000\n'],
  ['utf16-tabs.csv', 'ric,direction,sharequantity\ntoyota,BUY,40000\n'],
  ['blank-rows.csv', 'ric,direction,sharequantity\ntoyota,BUY,40000\n,,\n,,\n,,\n'],
  [
    'zero-width.csv',
    'ric,direction,sharequantity\ntoyota,BUY\u200b,40000\u200b\nveritas,BUY,40000\ninvalid,BUY,40000\n',
  ],
])('%s is read by its header, each row in its line', (name, text) => {
  expect(posted(fixture(name) ?? '')).toBe(text)
})

test.each(['Toyota,BUY,40000\n', 'ric|direction|shareQuantity\n7203|BUY|100\n', 'ric,direction\n7203,BUY\n'])(
  'of a file without the header %j one sentence is said about the whole',
  (text) => {
    expect(prepareFile(text, equities)).toEqual({
      errorCode: 'upload.noColumns',
      variables: { columns: 'ric, direction, shareQuantity' },
    })
  },
)

test('a file above the limit of the server is named, with the limit in MB', () => {
  const file = (bytes: number) => prepareFile(`${names}\n7203,BUY,100,${'x'.repeat(bytes)}\n`, equities)
  const other = posted(`${names}\n7203,BUY,100,\n`).length

  expect(file(1_024 * 1_024 - other)).toMatchObject({ text: expect.any(String) })
  expect(file(1_024 * 1_024 - other + 1)).toEqual({ errorCode: 'upload.tooLarge', variables: { max: 1 } })
})

test('the security name of a row is stored under the line on which the row begins', () => {
  const file = prepareFile(`${names}\n"72\n03",BUY,1,\n\n9999.X,SELL,1,\n`, equities)

  expect('ricAt' in file && [...file.ricAt]).toEqual([
    [2, '72\n03'],
    [4, ''],
    [5, '9999.X'],
  ])
})

test('a file with an unclosed quotation mark is refused with the line number', () => {
  expect(prepareFile(`${names}\n7203.T,BUY,1,\n"7203.T,BUY,1,\n`, equities)).toEqual({
    errorCode: 'FILE_QUOTE',
    variables: { line: 3 },
  })
})

test.each(['', '\ufeff', ' \r\n,,\n', '\u200b,\u2060\n'])('a file without values is empty: %j', (text) => {
  expect(prepareFile(text, equities)).toEqual({ errorCode: 'FILE_EMPTY' })
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
      const head = [
        'ric',
        'direction',
        'shareQuantity',
        ...Array.from({ length: width }, (_, index) => `Column${index}`),
      ]
      const lines = rows.map((cells) => ['7203.T', 'BUY', '100', ...cells])
      const text = [head, ...lines].map((cells) => cells.map(given).join(',') + end).join('')
      const wanted = [
        head.map((name) => name.toLowerCase()),
        ...rows.map((cells) => [
          'toyota',
          'BUY',
          '100',
          ...cells.map((cell) => (/[",\n]/.test(cell) ? inQuotes(cell) : cell)),
        ]),
      ]

      expect(posted(text)).toBe(wanted.map((cells) => `${cells.join(',')}\n`).join(''))
    }),
  )
})

test('text is read as UTF-8 with or without its mark, as UTF-16 with it, or as Shift_JIS', () => {
  const utf8 = new TextEncoder()
  expect(decodeText(utf8.encode('買い'))).toBe('買い')
  expect(decodeText(utf8.encode('\ufeff買い'))).toBe('買い')
  expect(decodeText(Uint8Array.of(0x94, 0x83, 0x82, 0xa2))).toBe('買い')
  expect(decodeText(Uint8Array.of(0xff, 0xfe, 0x72, 0x00))).toBe('r')
  expect(decodeText(Uint8Array.of(0xfe, 0xff, 0x00, 0x72))).toBe('r')
  expect(decodeText(Uint8Array.of(0x72, 0x00))).toBeNull()
  expect(decodeText(Uint8Array.of(0xff, 0xff, 0x82))).toBeNull()
  // With the mark of UTF-8 it is nothing else.
  expect(decodeText(Uint8Array.of(0xef, 0xbb, 0xbf, 0x94, 0x83))).toBeNull()
})
