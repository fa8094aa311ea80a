import { CsvError, parse } from 'csv-parse/sync'
import { InvalidFile, normalizeCell } from './imported-file.ts'

export interface CsvRow<C extends string> {
  /** Of the file, the header being line 1. */
  readonly line: number
  readonly cells: Readonly<Record<C, string>>
}

/**
 * The rows of a CSV text with these columns in this order; those of `more` may follow, all or none. Cells of
 * columns that are left out are empty. Throws BadFile for another header, a ragged row or an open quote.
 */
export function csvRowsOf<C extends string>(
  text: string,
  columns: readonly C[],
  more: readonly C[],
): readonly CsvRow<C>[] {
  const all = [...columns, ...more]
  const named = (header: readonly string[]): string[] => {
    const found = header.map(normalizeCell).join()
    if (found !== columns.join() && found !== all.join())
      throw new InvalidFile([
        `line 1: the columns must be ${columns.join()}, and may go on with ${more.join()}`,
      ])
    return found.split(',')
  }
  try {
    const options = { bom: true, columns: named, info: true, skip_empty_lines: true, trim: true } as const
    const found = parse<{ info: { lines: number }; record: Partial<Record<C, string>> }>(text, options)
    return found.map(({ info, record }) => ({
      line: info.lines,
      cells: Object.fromEntries(all.map((column) => [column, record[column] ?? ''])) as Record<C, string>,
    }))
  } catch (error) {
    if (error instanceof CsvError) throw new InvalidFile([error.message])
    throw error
  }
}
