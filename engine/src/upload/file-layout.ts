import { normalizeText } from './cell-text.ts'

/** What may stand between two cells, the likeliest first. Text that a spreadsheet copies has tabs. */
export const delimiters = [',', ';', '\t'] as const
export type Delimiter = (typeof delimiters)[number]

/** A header is among so many rows: before it a file may have a title, or the line `sep=;` of a spreadsheet. */
export const rowsBeforeHeader = 10

/** How the cells of a file are divided, and which of its rows is the header. */
export interface FileLayout {
  readonly delimiter: Delimiter
  /** The number of rows before the header. */
  readonly headerIndex: number
}

/**
 * How a file is laid out, by its header alone: the first row that names all these columns, in any order, case and
 * width. Null if there is none, or if it is not certain. `rowsWith` returns the first rows of the file, divided by a
 * delimiter.
 */
export function findLayout(
  required: readonly string[],
  rowsWith: (delimiter: Delimiter) => readonly (readonly string[])[],
): FileLayout | null {
  const found = delimiters.flatMap((delimiter) => {
    const headerIndex = rowsWith(delimiter).findIndex((cells) => namesAll(cells, required))
    return headerIndex < 0 ? [] : [{ delimiter, headerIndex }]
  })
  return found.length === 1 ? (found[0] ?? null) : null
}

function namesAll(cells: readonly string[], required: readonly string[]): boolean {
  const names = new Set(cells.map((cell) => normalizeText(cell.slice(0, maxName))))
  return required.every((name) => names.has(name.toLowerCase()))
}

/** No name of a column is longer. */
const maxName = 100
