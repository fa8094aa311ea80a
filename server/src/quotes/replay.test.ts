import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { yen } from '@aitai/engine/model/price.ts'
import { expect, onTestFinished, test } from 'vitest'
import { parseEquities } from '../reference/equities.ts'
import { checkReplay } from './replay.ts'
import { BadReplay, type ReplayRow, replayRows } from './replay-file.ts'

const data = (name: string): string => fileURLToPath(new URL(`../../data/${name}`, import.meta.url))
const header = 'time,ric,bid,ask,last,officialClose'

function fileOf(text: string | Buffer): string {
  const folder = mkdtempSync(join(tmpdir(), 'aitai-replay-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const file = join(folder, 'quotes.csv')
  writeFileSync(file, text)
  return file
}

async function rowsOf(text: string | Buffer): Promise<readonly ReplayRow[]> {
  const rows: ReplayRow[] = []
  for await (const row of replayRows(fileOf(text))) rows.push(row)
  return rows
}

test('columns of statistics may follow in any order; an empty cell is unchanged or unknown', async () => {
  const rows = await rowsOf(`${header},volume,bidSize,high\n1,7203.T,,,,,5000,300,2911.5\n2,7203.T,,,,,,,\n`)

  expect(rows).toMatchObject([
    { condition: 'CONTINUOUS', reported: { volume: 5_000, bidSize: 300, high: 29_115_000, open: undefined } },
    { reported: { volume: undefined, bidSize: undefined } },
  ])
})

test('a row is an update of a security; an empty cell leaves its value unchanged', async () => {
  const rows = await rowsOf(`${header}\n100,7203.T,2905,2905.5,,2910\n101.25,7203.T,,,2905.5,\n`)

  expect(rows).toEqual([
    {
      of: 'security',
      line: 2,
      offsetMs: 0,
      ric: '7203.T',
      condition: 'CONTINUOUS',
      bid: 2_905 * yen,
      ask: 29_055_000,
      last: undefined,
      officialClose: 2_910 * yen,
    },
    {
      of: 'security',
      line: 3,
      offsetMs: 1_250,
      ric: '7203.T',
      condition: 'CONTINUOUS',
      bid: null,
      ask: null,
      last: 29_055_000,
      officialClose: undefined,
    },
  ])
})

test('times may differ in their zones; the index keeps its previous close', async () => {
  const rows = await rowsOf(
    [
      header,
      '2026-11-18T09:00:00+09:00,.TOPX,,,2813.25,2800',
      '2026-11-18T00:00:00.500Z,USDJPY,,,150.125,',
      '2026-11-17T19:00:01-05:00,.TOPX,,,2786,',
    ].join('\r\n'),
  )

  expect(rows).toEqual([
    { of: 'index', line: 2, offsetMs: 0, last: 28_132_500, close: 28_000_000 },
    { of: 'dollar', line: 3, offsetMs: 500, rate: 1_501_250 },
    { of: 'index', line: 4, offsetMs: 1_000, last: 27_860_000, close: 28_000_000 },
  ])
})

test('a byte order mark, empty lines and a condition are accepted', async () => {
  const rows = await rowsOf(`\ufeff${header},condition\n\n0,7203.T,,,,,HALTED\n\n0,7203.T,,,,,\n`)

  expect(rows.map((row) => [row.line, 'condition' in row && row.condition])).toEqual([
    [3, 'HALTED'],
    [5, 'CONTINUOUS'],
  ])
})

const good = '2026-11-18T09:00:00+09:00,7203.T,2905,2905.5,2905,'
test.each<[string, string | Buffer, string]>([
  ['nothing', '', `line 1: the columns must be ${header}`],
  ['another header', 'ric,time,bid,ask,last,officialClose\n', 'line 1: the columns must be'],
  ['a header that goes on', `${header},price\n`, 'line 1: the columns must be'],
  ['a column twice', `${header},volume,volume\n`, 'line 1: the columns must be'],
  ['half a share', `${header},bidSize\n1,7203.T,,,,,1.5\n`, "line 2: bidSize '1.5' is not a whole number"],
  ['a header alone', `${header}\n`, 'line 1: no quote follows the header'],
  ['a time without its zone', `${header}\n${good}\n2026-11-18T09:00:01,7203.T,,,,\n`, 'line 3: '],
  ['a time that is none', `${header}\nnoon,7203.T,,,,\n`, "line 2: 'noon' is not a time with its zone"],
  ['two kinds of time', `${header}\n1,7203.T,,,,\n${good}\n`, 'is not a number of seconds'],
  [
    'a time that goes back',
    `${header}\n5,7203.T,,,,\n4.999,6758.T,,,,\n`,
    'line 3: the time 4.999 is before',
  ],
  ['a number that is none', `${header}\n1,7203.T,2905,abc,,\n`, "line 2: ask 'abc' is not a number"],
  ['a price below zero', `${header}\n1,7203.T,-1,,,\n`, "line 2: bid '-1' is not a number"],
  ['five decimals', `${header}\n1,7203.T,,,2905.00001,\n`, "line 2: last '2905.00001' is not a number"],
  ['another condition', `${header},condition\n1,7203.T,,,,,OPEN\n`, "line 2: 'OPEN' is none of"],
  ['a missing cell', `${header}\n1,7203.T,1,2\n`, 'line 2: has 4 columns where the header has 6'],
  ['a cell too many', `${header}\n1,7203.T,1,2,1,,,\n`, 'line 2: has 8 columns'],
  ['no ric', `${header}\n1,,1,2,1,\n`, 'line 2: has no ric'],
  ['an index without its close', `${header}\n1,.TOPX,,,2800,\n`, 'line 2: the first .TOPX needs'],
  ['an index without a last', `${header}\n1,.TOPX,,,,2800\n`, 'line 2: last must be a number above 0'],
  ['a dollar for nothing', `${header}\n1,USDJPY,,,0,\n`, 'line 2: last must be a number above 0'],
  ['an open quote', `${header}\n1,"7203.T,1,2,1,\n`, 'cannot be read as CSV'],
  ['no text at all', Buffer.alloc(100_000, 'x'), 'cannot be read as CSV'],
])('%s is refused with its line', async (_, text, message) => {
  const refused = await checkReplay(fileOf(text)).catch((error: unknown) => error)

  expect(refused).toBeInstanceOf(BadReplay)
  expect((refused as BadReplay).message).toContain(message)
  expect((refused as BadReplay).message).toMatch(/^line [1-9]\d*: [^\n]+$/)
})

test('the shipped example can be replayed, and contains listed securities only', async () => {
  const { rows, lengthMs, rowsOf: found } = await checkReplay(data('replay-example.csv'))
  const shipped = await parseEquities(readFileSync(data('equities.csv'), 'utf8'))
  const listed = new Set(shipped.map(({ security }) => security.ric))

  expect([...found.keys()].filter((ric) => !listed.has(ric))).toEqual([])
  expect(rows).toBeGreaterThan(100)
  expect(lengthMs).toBeGreaterThanOrEqual(120_000)
})
