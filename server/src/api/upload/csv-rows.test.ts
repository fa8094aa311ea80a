import { expect, test } from 'vitest'
import { FailedCall } from '../../http/failures.ts'
import { parseCsvRows } from './csv-rows.ts'

const megabyte = 1_024 * 1_024

/** How often other work of the process could continue while a file was parsed, and the result of the file. */
async function turnsDuring(text: string): Promise<{ readonly turns: number; readonly result: unknown }> {
  let turns = 0
  let isParsing = true
  const count = (): void => {
    turns += 1
    if (isParsing) setImmediate(count)
  }
  setImmediate(count)
  const result = await parseCsvRows(text, 1_000).catch((error: unknown) =>
    error instanceof FailedCall ? error.failure.errorCode : error,
  )
  isParsing = false
  return { turns, result }
}

test.each([
  ['quotes', '"'.repeat(megabyte), { rows: [] }],
  ['quoted commas', `"${','.repeat(megabyte)}"`, { rows: [] }],
  ['full rows', `RIC,BUY,1000,${'x'.repeat(980)}\n`.repeat(1_001), { rows: { length: 1_000 } }],
])('other work continues at least 200 times while a megabyte of %s is parsed', async (_, text, expected) => {
  const { turns, result } = await turnsDuring(text)

  expect(result).toMatchObject(expected)
  expect(turns).toBeGreaterThan(200)
})

test.each([
  ['rows', 'a,\n'.repeat(megabyte / 3), 'TOO_MANY_ROWS'],
  ['rows with a quote that is never closed after the limit', `${'a\n'.repeat(2_000)}"`, 'TOO_MANY_ROWS'],
  ['columns', ','.repeat(megabyte), 'TOO_MANY_COLUMNS'],
])('too many %s are refused after a slice or two, whatever follows', async (_, text, code) => {
  const { turns, result } = await turnsDuring(text)

  expect(result).toBe(code)
  expect(turns).toBeLessThan(10)
})

test('a row that is divided between slices is read as a whole', async () => {
  const cells = Array.from({ length: 39 }, (_, n) => `${'🀄"\n'.repeat(n)}${n}`)
  const quoted = cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',')
  const { header, rows } = await parseCsvRows(`${`${quoted}\r\n`.repeat(100)}`, 1_000)

  expect([header, ...rows.map((row) => row.cells)]).toEqual(Array(100).fill(cells))
  const lines = 1 + (38 * 39) / 2
  expect(rows.map((row) => row.line)).toEqual(rows.map((_, n) => 1 + (n + 1) * lines))
})
