import { CsvError, parse } from 'csv-parse/sync'
import { InvalidFile, normalizeCell } from './imported-file.ts'

export interface CsvRow<C extends string> {
  /** Line number in the file; the header is line 1. */
  readonly line: number
  readonly cells: Readonly<Record<C, string>>
}

/**
 * Parses a CSV text with these columns in this order, optionally followed by groups of others: in their order,
 * and each group complete or absent. Cells of absent columns are empty. Throws InvalidFile for any other
 * header, a ragged row or an unclosed quote.
 */
export function csvRowsOf<C extends string>(
  text: string,
  columns: readonly C[],
  optionalGroups: readonly (readonly C[])[],
): readonly CsvRow<C>[] {
  const all = [...columns, ...optionalGroups.flat()]
  const headerColumns = (header: readonly string[]): string[] => {
    const found = header.map(normalizeCell)
    const present = optionalGroups.filter((group) => group.some((column) => found.includes(column)))
    if (found.join() !== [...columns, ...present.flat()].join())
      throw new InvalidFile([
        `line 1: the columns must be ${columns.join()}, and may go on with ${optionalGroups.flat().join()}`,
      ])
    return found
  }
  try {
    const options = {
      bom: true,
      columns: headerColumns,
      info: true,
      skip_empty_lines: true,
      trim: true,
    } as const
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
