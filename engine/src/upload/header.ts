import { cleanCell, normalizeText } from './cell-text.ts'
import { advertColumns, maxCellCharacters, type RowFields, requiredColumns } from './cells.ts'
import { abbreviated, type RowError, rowError } from './row-result.ts'

/** Beside the fields of a row: its security, and the name of saved conditions that stand for the preferences. */
export type UploadColumn = 'ric' | 'conditions' | keyof RowFields

/** The columns of a bulk file, in the order of docs/rules.md §18. */
export const uploadColumns: readonly UploadColumn[] = ['ric', ...advertColumns, 'conditions']

const columnNamed: ReadonlyMap<string, UploadColumn> = new Map(
  uploadColumns.map((column) => [column.toLowerCase(), column]),
)

/** The columns that every bulk file must have. */
export const requiredUploadColumns = ['ric', ...requiredColumns] as const satisfies readonly UploadColumn[]

/** The index of each column of a file, and what is wrong with the header. */
export interface UploadHeader {
  readonly width: number
  readonly columnIndexes: ReadonlyMap<UploadColumn, number>
  /** The indexes of columns without a name. Spreadsheets export such columns if they are empty. */
  readonly nameless: readonly number[]
  readonly fault: RowError | null
}

/**
 * Parses a header: columns in any order and case (docs/rules.md §18). An unknown, duplicate or missing column
 * is error ERR-001 of every row. If a misspelt "knockoutTriggerActivated" were ignored, adverts would be sent
 * without the knockout that their trader relies on.
 */
export function parseHeader(names: readonly string[]): UploadHeader {
  const columnIndexes = new Map<UploadColumn, number>()
  const nameless: number[] = []
  let wrong: string | null = null
  names.forEach((name, index) => {
    const normalized = name.length > maxCellCharacters ? name : normalizeText(name)
    const column = columnNamed.get(normalized)
    if (normalized === '') nameless.push(index)
    else if (column === undefined || columnIndexes.has(column))
      wrong ??= column ?? cleanCell(name.slice(0, maxCellCharacters))
    else columnIndexes.set(column, index)
  })
  const missing = requiredUploadColumns.find((column) => !columnIndexes.has(column))
  const header = missing ?? wrong
  const headerFault = header === null ? null : rowError('ERR-001', { header: abbreviated(header), value: '' })
  return { width: names.length, columnIndexes, nameless, fault: headerFault }
}
