import type { Remark } from '@aitai/contract/routes/console/remarks.ts'
import { cleanCell, isBlankRow, normalizeText } from '@aitai/engine/upload/cell-text.ts'
import { type Delimiter, findLayout, rowsBeforeHeader } from '@aitai/engine/upload/file-layout.ts'
import { CsvError, parse } from 'csv-parse/sync'
import { InvalidFile } from './imported-file.ts'
import { remark } from './remarks.ts'

export interface CsvRow<C extends string> {
  /** Line number in the file, from 1. */
  readonly line: number
  readonly cells: Readonly<Record<C, string>>
}

interface ParsedRow {
  readonly line: number
  readonly cells: readonly string[]
}

function parseRows(text: string, delimiter: Delimiter, limit?: number): readonly ParsedRow[] {
  try {
    const options = { bom: true, info: true, relax_column_count: true, skip_empty_lines: true, trim: true }
    const parsed = parse<{ info: { lines: number }; record: string[] }>(text, {
      ...options,
      delimiter,
      ...(limit === undefined ? {} : { to: limit }),
    } as never) as unknown as readonly { info: { lines: number }; record: string[] }[]
    return parsed.map(({ info, record }) => ({ line: info.lines, cells: record }))
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    const { lines } = error as CsvError & { readonly lines?: number }
    throw new InvalidFile([
      { ...remark('QUOTATION_MARKS'), ...(typeof lines === 'number' ? { line: lines } : {}) },
    ])
  }
}

/**
 * Parses a CSV text by its header: these columns, and any of the optional ones, in any order and case, with commas,
 * semicolons or tabs between them. Blank rows are left out. Cells of absent columns are empty, and no cell begins or
 * ends with a character that cannot be seen. Throws InvalidFile for another column, a ragged row or an unclosed quote.
 */
export function csvRowsOf<C extends string>(
  text: string,
  columns: readonly C[],
  optional: readonly C[],
): readonly CsvRow<C>[] {
  const layout = findLayout(columns, (delimiter) => {
    try {
      return parseRows(text, delimiter, rowsBeforeHeader).map(({ cells }) => cells)
    } catch (error) {
      if (error instanceof InvalidFile) return []
      throw error
    }
  })
  const rows = parseRows(text, layout?.delimiter ?? ',').filter(({ cells }) => !isBlankRow(cells))
  if (rows.length === 0) return []
  if (!layout)
    throw new InvalidFile([
      { line: 1, ...remark('COLUMNS', { columns: columns.join(), optional: optional.join() }) },
    ])
  const header = rows.findIndex(({ cells }) => namesAll(cells, columns))
  const found = columnsOf(rows[header], [...columns, ...optional])
  const problems: Remark[] = []
  const parsed = rows.slice(header + 1).map(({ line, cells }) => {
    if (cells.length !== found.length)
      problems.push({ line, ...remark('CELLS', { cells: cells.length, columns: found.length }) })
    const empty = [...columns, ...optional].map((column) => [column, ''] as const)
    const given = found.flatMap((column, at) =>
      column === null ? [] : [[column, cleanEnds(cells[at] ?? '')] as const],
    )
    return { line, cells: Object.fromEntries([...empty, ...given]) as Record<C, string> }
  })
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

/** Names keep their width; only what cannot be seen at their ends goes. */
const cleanEnds = (cell: string): string => cell.replace(/^[\s\p{Cf}]+/u, '').replace(/[\s\p{Cf}]+$/u, '')
