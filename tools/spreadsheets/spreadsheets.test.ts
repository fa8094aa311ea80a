import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { HistoryColumnId } from '@aitai/client/history/grid/column-presets.ts'
import type { HistoryColumn } from '@aitai/client/history/grid/history-columns.ts'
import { languages } from '@aitai/messages/texts.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { LibreOfficeReading, ReadCell } from './opendocument-cells.ts'
import { formulaLikeNames, samplesIn } from './sample-day.ts'

const fixtures = join(import.meta.dirname, 'fixtures')
const reading = (file: string): LibreOfficeReading =>
  JSON.parse(readFileSync(join(fixtures, `${file}.json`), 'utf8'))

// Times in exports are local, so the export runs in a process with Tokyo's time zone.
let today: string
beforeAll(() => {
  today = mkdtempSync(join(tmpdir(), 'aitai-spreadsheets-'))
  const node = process.execPath
  execFileSync(node, [join(import.meta.dirname, 'write-exports.main.ts'), today], {
    env: { ...process.env, TZ: 'Asia/Tokyo' },
  })
})
afterAll(() => rmSync(today, { recursive: true }))

const given = languages.flatMap((language) =>
  samplesIn(language).map((each) => ({ ...each, language, isFile: each.file.endsWith('.csv') })),
)
const samples = given.map((each) => [each.file, each] as const)

/** The column's cells under its heading, as LibreOffice holds them. */
const cellsOf = ({ rows }: LibreOfficeReading, position: number): (ReadCell | undefined)[] =>
  rows.slice(1).map((row) => row[position])

test.each(samples)('%s is, byte for byte, the file that LibreOffice read', (file) => {
  const bytes = readFileSync(join(today, file))

  expect(bytes.equals(readFileSync(join(fixtures, file)))).toBe(true)
  expect(reading(file).sha256).toBe(createHash('sha256').update(bytes).digest('hex'))
  expect(reading(file).by).toMatch(/^LibreOffice \d/)
})

test.each(samples)('every number of %s arrives as a number', (file, { columns }) => {
  const read = reading(file)
  const numbers = columns.flatMap(({ kind }, position) => (kind === 'number' ? cellsOf(read, position) : []))

  expect(numbers.filter((cell) => cell?.type === 'float').length).toBeGreaterThan(80)
  expect(numbers.filter((cell) => cell?.type !== 'float' && cell?.type !== 'empty')).toEqual([])
})

const positionOf = (columns: readonly HistoryColumn[], id: HistoryColumnId): number =>
  columns.findIndex((column) => column.id === id)

test.each(samples)(
  'numbers in %s are whole, however large, and a notional is not in millions',
  (file, { columns }) => {
    const first = reading(file).rows[1] ?? []

    expect(first[positionOf(columns, 'jpynotional')]?.text).toBe('3586839750')
    expect(first[positionOf(columns, 'shareQuantity')]?.text).toBe('1234500')
    expect(first[positionOf(columns, 'advertisingTrigger')]?.text).toBe('2900.5')
  },
)

test.each(samples)('Japanese in %s is not garbled', (file, { columns, language }) => {
  const securities = cellsOf(reading(file), positionOf(columns, 'security')).map((cell) => cell?.text)

  expect(securities.slice(0, 2)).toEqual(
    language === 'Jp'
      ? ['7203.T トヨタ自動車', '130A.T 「はい」、髙島屋~1(株)']
      : ['7203.T Toyota Motor', '130A.T Says "Yes", Inc.'],
  )
})

test.each(samples)('no cell of %s is a formula: =cmd() and the like stay text', (file, { columns }) => {
  const read = reading(file)
  const brokers = cellsOf(read, positionOf(columns, 'brokers')).slice(-formulaLikeNames.length)

  expect(read.rows.flat().filter(({ formula }) => formula !== undefined)).toEqual([])
  expect(brokers.map((cell) => [cell?.type, cell?.text])).toEqual(
    formulaLikeNames.map((name) => ['string', `'${name}`]),
  )
})

test('unescaped text becomes a formula or a number, and a fixture shows it', () => {
  const [cells = []] = reading('unguarded.csv').rows

  expect(cells[0]).toEqual({ type: 'float', text: '2', formula: 'of:=1+1' })
  expect(cells.at(-1)?.type).toBe('float')
})

test.each(samples)(
  'times in %s arrive complete: a file has day and zone, a paste has times',
  (file, sort) => {
    const read = reading(file)
    const [first] = cellsOf(read, positionOf(sort.columns, 'submitTime'))

    expect([first?.type, first?.text]).toEqual(
      sort.isFile ? ['string', '2026-11-20T15:04:05+09:00'] : ['time', '15:04:05'],
    )
  },
)

/** Excel cannot run here, so its documented rules are checked instead. */
test.each(samples)('%s is written in the form that Excel reads', (file, { isFile }) => {
  const bytes = readFileSync(join(today, file))
  const text = bytes.toString('utf8')

  // Excel in Japan reads Shift_JIS unless there is a byte order mark; a paste must not have one.
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
