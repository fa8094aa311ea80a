import type { Remark } from '@aitai/contract/routes/console/remarks.ts'
import { cleanCell, isBlankRow, normalizeText, trimInvisible } from '@aitai/engine/upload/cell-text.ts'
import { type Delimiter, delimiters, findLayout, rowsBeforeHeader } from '@aitai/engine/upload/file-layout.ts'
import { CsvError, parse } from 'csv-parse'
import { parseInSlices } from '../csv-slices.ts'
import { InvalidFile } from './imported-file.ts'
import { remark } from './remarks.ts'
import { inSlices } from './slices.ts'

/** The most lines of a file. All listed equities are about 4,500. */
export const maxLines = 20_000
/** The most cells of a row and the most characters of a row's cells: several times what any file needs. */
export const maxCells = 100
export const maxRowLength = 8_192

export interface CsvRow<C extends string> {
  /** Line number in the file, from 1. */
  readonly line: number
  readonly cells: Readonly<Record<C, string>>
}

interface ParsedRow {
  readonly line: number
  readonly cells: readonly string[]
}

/** All rows, or the first `limit`. */
async function parseRows(
  bytes: Uint8Array,
  delimiter: Delimiter,
  limit = Number.POSITIVE_INFINITY,
): Promise<readonly ParsedRow[]> {
  const rows: ParsedRow[] = []
  const parser = parse({
    bom: true,
    delimiter,
    relaxColumnCount: true,
    skipEmptyLines: true,
    trim: true,
    maxRecordSize: maxRowLength,
    cast: (cell, { index, lines: line }) => {
      if (index >= maxCells) throw new InvalidFile([{ line, ...remark('ROW_CELLS', { max: maxCells }) }])
      return cell
    },
    onRecord: (cells: string[], { lines: line }) => {
      rows.push({ line, cells })
      return null
    },
  })
  try {
    await parseInSlices(bytes, parser, () => rows.length >= limit)
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    // What follows the limit may end within a quotation.
    if (rows.length < limit) throw new InvalidFile([faultOf(error, rows)])
  }
  return rows.slice(0, limit)
}

function faultOf(error: CsvError & { readonly lines?: number }, before: readonly ParsedRow[]): Remark {
  // The parser names the line that it had reached, which is far below a quotation mark that is never closed.
  if (error.code === 'CSV_MAX_RECORD_SIZE')
    return { line: (before.at(-1)?.line ?? 0) + 1, ...remark('ROW_LENGTH', { max: maxRowLength }) }
  return { ...remark('QUOTATION_MARKS'), ...(typeof error.lines === 'number' ? { line: error.lines } : {}) }
}

/** The first rows of a file, divided by each delimiter; none where that is not possible. */
async function firstRows(bytes: Uint8Array): Promise<ReadonlyMap<Delimiter, readonly (readonly string[])[]>> {
  const found = new Map<Delimiter, readonly (readonly string[])[]>()
  for (const delimiter of delimiters)
    try {
      const rows = await parseRows(bytes, delimiter, rowsBeforeHeader)
      found.set(
        delimiter,
        rows.map(({ cells }) => cells),
      )
    } catch (error) {
      if (!(error instanceof InvalidFile)) throw error
    }
  return found
}

function hasTooManyLines(text: string): boolean {
  let lines = 1
  for (const _ of text.matchAll(/\r\n?|\n/g)) {
    lines += 1
    // The last line may end with a line break.
    if (lines > maxLines + 1) return true
  }
  return false
}

/**
 * Parses a CSV text by its header: these columns, and any of the optional ones, in any order and case, with commas,
 * semicolons or tabs between them. Blank rows are left out. Cells of absent columns are empty, and no cell begins or
 * ends with a character that cannot be seen. Throws InvalidFile for another column, a ragged row, an unclosed quote,
 * and for more than `maxLines` lines before any is parsed. Other work of the process continues between slices.
 */
export async function csvRowsOf<C extends string>(
  text: string,
  columns: readonly C[],
  optional: readonly C[],
): Promise<readonly CsvRow<C>[]> {
  if (hasTooManyLines(text)) throw new InvalidFile([remark('TOO_MANY_LINES', { max: maxLines })])
  const bytes = Buffer.from(text)
  const first = await firstRows(bytes)
  const layout = findLayout(columns, (delimiter) => first.get(delimiter) ?? [])
  const rows: ParsedRow[] = []
  for await (const row of inSlices(await parseRows(bytes, layout?.delimiter ?? ',')))
    if (!isBlankRow(row.cells)) rows.push(row)
  if (rows.length === 0) return []
  if (!layout)
    throw new InvalidFile([
      { line: 1, ...remark('COLUMNS', { columns: columns.join(), optional: optional.join() }) },
    ])
  const header = rows.findIndex(({ cells }) => namesAll(cells, columns))
  const found = columnsOf(rows[header], [...columns, ...optional])
  const empty = [...columns, ...optional].map((column) => [column, ''] as const)
  const problems: Remark[] = []
  const parsed: CsvRow<C>[] = []
  for await (const { line, cells } of inSlices(rows.slice(header + 1))) {
    if (cells.length !== found.length)
      problems.push({ line, ...remark('CELLS', { cells: cells.length, columns: found.length }) })
    const given = found.flatMap((column, at) =>
      column === null ? [] : [[column, trimInvisible(cells[at] ?? '')] as const],
    )
    parsed.push({ line, cells: Object.fromEntries([...empty, ...given]) as Record<C, string> })
  }
  if (problems.length > 0) throw new InvalidFile(problems)
  return parsed
}

/** The columns of a header. Those without a name are empty, as spreadsheets export them. */
function columnsOf<C extends string>(row: ParsedRow | undefined, known: readonly C[]): readonly (C | null)[] {
  const { line, cells } = row ?? { line: 1, cells: [] }
  const found = cells.map((cell) => known.find((column) => column.toLowerCase() === normalizeText(cell)))
  const problems = cells.flatMap((cell, at) => {
    const [name, column] = [cleanCell(cell), found[at]]
    if (name === '') return []
    if (column === undefined) return [{ line, ...remark('COLUMN_UNKNOWN', { column: name }) }]
    return found.indexOf(column) < at ? [{ line, ...remark('COLUMN_TWICE', { column }) }] : []
  })
  if (problems.length > 0) throw new InvalidFile(problems)
  return found.map((column) => column ?? null)
}

function namesAll(cells: readonly string[], columns: readonly string[]): boolean {
  const names = cells.map(normalizeText)
  return columns.every((column) => names.includes(column.toLowerCase()))
}
