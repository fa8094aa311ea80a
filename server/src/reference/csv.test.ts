import type { Remark } from '@aitai/contract/routes/console/remarks.ts'
import { fill } from '@aitai/messages/fill-text.ts'
import { expect, test } from 'vitest'
import { turnsDuring } from '../../test/support/console/turns-during.ts'
import { maxCells, maxLines, maxRowLength } from './csv.ts'
import { parseEquityFile } from './equities.ts'
import { parseHolidays } from './holidays.ts'
import { InvalidFile, maxProblems } from './imported-file.ts'
import { sliceItems } from './slices.ts'

const megabytes = 2 * 1_024 * 1_024
const header = 'ric,name,localName,kana,shortNames,topix500,lotSize,closePrice,delisted\n'
const parsers = {
  equities: (lines: string) => parseEquityFile(header + lines),
  holidays: (lines: string) => parseHolidays(`date,name\n${lines}`),
} as const
const kinds = ['equities', 'holidays'] as const

/** What is wrong with a file. */
const problemsOf = (work: Promise<unknown>): Promise<readonly Remark[]> =>
  work.then(
    () => expect.unreachable('the file was read'),
    (error: unknown) => (error instanceof InvalidFile ? error.problems : Promise.reject(error)),
  )
const codesOf = async (work: Promise<unknown>) => (await problemsOf(work)).map(({ code }) => code)

test.each(kinds)(
  '%s: a file of more lines than any list has is refused before one is parsed',
  async (kind) => {
    const { turns, result } = await turnsDuring(() => problemsOf(parsers[kind]('x\n'.repeat(megabytes / 2))))

    expect(result).toEqual([{ code: 'TOO_MANY_LINES', variables: { max: maxLines } }])
    expect(turns).toBeLessThan(10)
  },
)

test.each(['\n', '\r\n', '\r'])('the lines are counted whatever ends them: %j', async (end) => {
  const lines = (count: number) => parseHolidays(`date,name${end}${`x,y${end}`.repeat(count - 1)}`)

  expect(await codesOf(lines(maxLines))).toContain('DATE')
  expect(await codesOf(lines(maxLines + 1))).toEqual(['TOO_MANY_LINES'])
})

test.each(kinds)('%s: the first problems are named, and how many more there are', async (kind) => {
  const problems = await problemsOf(
    parsers[kind](`x${kind === 'equities' ? ',,,,,,,,' : ',y'}\n`.repeat(300)),
  )

  expect(problems).toHaveLength(maxProblems + 1)
  expect(problems.slice(0, -1).map(({ line }) => line)).toEqual(
    Array.from({ length: maxProblems }, (_, at) => at + 2),
  )
  expect(problems.at(-1)).toEqual({ code: 'MORE_PROBLEMS', variables: { more: 300 - maxProblems } })
})

test('as many problems as are named have no rest', () => {
  const problem = { code: 'NO_ROWS', variables: {} } as const

  expect(new InvalidFile(Array(maxProblems).fill(problem)).problems).toHaveLength(maxProblems)
  expect(new InvalidFile(Array(maxProblems + 1).fill(problem)).message).toMatch(/\nand 1 more$/)
})

test.each([
  ['commas', ','.repeat(megabytes), 'ROW_CELLS', { max: maxCells }],
  ['one cell', 'x'.repeat(megabytes), 'ROW_LENGTH', { max: maxRowLength }],
  ['a quotation that never ends', `"${'x\n'.repeat(10_000)}`, 'ROW_LENGTH', { max: maxRowLength }],
])('a row of %s is refused after a few slices, with its line', async (_, row, code, variables) => {
  const { turns, result } = await turnsDuring(() => problemsOf(parsers.equities(`${row}\n`)))

  expect(result).toEqual([{ line: 2, code, variables }])
  expect(turns).toBeLessThan(30)
})

test.each([
  ['equities that are wrong', 'equities', 'A,,,,,,,,\n'],
  ['equities that are no longer listed', 'equities', 'A,,,,,,,,y\n'],
  ['holidays', 'holidays', 'x,y\n'],
] as const)('others get a turn after each slice of %s', async (_, kind, line) => {
  const lines = maxLines - 1
  const { turns } = await turnsDuring(() => codesOf(parsers[kind](line.repeat(lines))))

  // The rows are gone through three times: for blank ones, for their cells, and for what they mean.
  expect(turns).toBeGreaterThanOrEqual(Math.floor(lines / sliceItems) * 3)
})

test('others get a turn while a long row of what cannot be seen is parsed', async () => {
  const { turns } = await turnsDuring(() => codesOf(parsers.equities(' '.repeat(megabytes))))

  expect(turns).toBeGreaterThan(400)
})

test.each([
  ['en', () => import('@aitai/messages/en/console/remarks.ts')],
  ['jp', () => import('@aitai/messages/jp/console/remarks.ts')],
] as const)('what is too much has a text: %s', async (_, load) => {
  const { remarks } = await load()

  for (const code of ['TOO_MANY_LINES', 'ROW_CELLS', 'ROW_LENGTH'] as const)
    expect(fill(remarks[`operations.remark.${code}`], { max: 7 })).toContain('7')
  expect(fill(remarks['operations.remark.MORE_PROBLEMS'], { more: 7 })).toContain('7')
})
