import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { HistoryColumn, HistoryColumnId } from '@aitai/client/adverts/history/grid/history-columns.ts'
import { languages } from '@aitai/messages/texts.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { LibreOfficeReading, ReadCell } from './opendocument-cells.ts'
import { formulaLikeNames, samplesIn } from './sample-day.ts'

const made = import.meta.dirname
const fixtures = join(made, 'fixtures')
const reading = (file: string): LibreOfficeReading =>
  JSON.parse(readFileSync(join(fixtures, `${file}.json`), 'utf8'))

// Times are local, so what Tokyo gets is made in a process with Tokyo's clock.
let today: string
beforeAll(() => {
  today = mkdtempSync(join(tmpdir(), 'aitai-spreadsheets-'))
  const node = process.execPath
  execFileSync(node, [join(made, 'write.main.ts'), today], { env: { ...process.env, TZ: 'Asia/Tokyo' } })
})
afterAll(() => rmSync(today, { recursive: true }))

const given = languages.flatMap((language) =>
  samplesIn(language).map((each) => ({ ...each, language, isFile: each.file.endsWith('.csv') })),
)
const sorts = given.map((each) => [each.file, each] as const)

/** The column's cells under its heading, as LibreOffice holds them. */
const cellsOf = ({ rows }: LibreOfficeReading, place: number): (ReadCell | undefined)[] =>
  rows.slice(1).map((row) => row[place])

test.each(sorts)('%s is, byte for byte, what LibreOffice was shown', (file) => {
  const bytes = readFileSync(join(today, file))

  expect(bytes.equals(readFileSync(join(fixtures, file)))).toBe(true)
  expect(reading(file).sha256).toBe(createHash('sha256').update(bytes).digest('hex'))
  expect(reading(file).by).toMatch(/^LibreOffice \d/)
})

test.each(sorts)('every number of %s arrives as a number', (file, { columns }) => {
  const read = reading(file)
  const numbers = columns.flatMap(({ kind }, place) => (kind === 'number' ? cellsOf(read, place) : []))

  expect(numbers.filter((cell) => cell?.type === 'float').length).toBeGreaterThan(80)
  expect(numbers.filter((cell) => cell?.type !== 'float' && cell?.type !== 'empty')).toEqual([])
})

const placeOf = (columns: readonly HistoryColumn[], id: HistoryColumnId): number =>
  columns.findIndex((column) => column.id === id)

test.each(sorts)(
  'numbers in %s are whole, however large, and a notional is not in millions',
  (file, { columns }) => {
    const first = reading(file).rows[1] ?? []

    expect(first[placeOf(columns, 'jpynotional')]?.text).toBe('3586839750')
    expect(first[placeOf(columns, 'shareQuantity')]?.text).toBe('1234500')
    expect(first[placeOf(columns, 'advertisingTrigger')]?.text).toBe('2900.5')
  },
)

test.each(sorts)('Japanese in %s is not garbled', (file, { columns, language }) => {
  const securities = cellsOf(reading(file), placeOf(columns, 'security')).map((cell) => cell?.text)

  expect(securities.slice(0, 2)).toEqual(
    language === 'Jp'
      ? ['7203.T トヨタ自動車', '130A.T 「はい」、髙島屋~1(株)']
      : ['7203.T Toyota Motor', '130A.T Says "Yes", Inc.'],
  )
})

test.each(sorts)('nothing in %s is calculated: =cmd() and its like stay text', (file, { columns }) => {
  const read = reading(file)
  const brokers = cellsOf(read, placeOf(columns, 'brokers')).slice(-formulaLikeNames.length)

  expect(read.rows.flat().filter(({ formula }) => formula !== undefined)).toEqual([])
  expect(brokers.map((cell) => [cell?.type, cell?.text])).toEqual(
    formulaLikeNames.map((name) => ['string', `'${name}`]),
  )
})

test('what is not guarded is calculated or turned into a number, and the fixture would show it', () => {
  const [cells = []] = reading('unguarded.csv').rows

  expect(cells[0]).toEqual({ type: 'float', text: '2', formula: 'of:=1+1' })
  expect(cells.at(-1)?.type).toBe('float')
})

test.each(sorts)(
  'times in %s arrive with what they need: a file with day and zone, a paste as times',
  (file, sort) => {
    const read = reading(file)
    const [first] = cellsOf(read, placeOf(sort.columns, 'submitTime'))

    expect([first?.type, first?.text]).toEqual(
      sort.isFile ? ['string', '2026-11-20T15:04:05+09:00'] : ['time', '15:04:05'],
    )
  },
)

/** What Excel asks for beyond that (quality U20): its own rules, as it cannot be run here. */
test.each(sorts)('%s is written as Excel reads it', (file, { isFile }) => {
  const bytes = readFileSync(join(today, file))
  const text = bytes.toString('utf8')

  // Only for the mark does Excel in Japan read UTF-8 and not Shift_JIS; a paste must not have one.
  expect(bytes.subarray(0, 3).equals(Buffer.from([0xef, 0xbb, 0xbf]))).toBe(isFile)
  const lines = text.replace(/\r?\n$/, '').split(isFile ? '\r\n' : '\n')
  expect(lines.length).toBe(reading(file).rows.length)
  // Its list separator is the comma in Japan and in England; a semicolon line would need no quotes.
  expect(lines[0]?.split(isFile ? ',' : '\t').length).toBe(reading(file).rows[0]?.length)
  // SYLK: a file that begins with the letters ID is not opened as CSV.
  expect(text.replace('\ufeff', '').startsWith('ID')).toBe(false)
  // A number that Excel would cut: more than 15 digits.
  expect(text).not.toMatch(/\d{16}/)
})
