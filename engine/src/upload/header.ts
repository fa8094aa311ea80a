import { advertColumns, maxCellCharacters, normalizeText, type RowFields, requiredColumns } from './cells.ts'
import { abbreviated, type RowError, rowError } from './row-result.ts'

export type UploadColumn = 'ric' | keyof RowFields

/** The columns of a bulk file, in the order of rules 18. */
export const uploadColumns: readonly UploadColumn[] = ['ric', ...advertColumns]

const columnNamed: ReadonlyMap<string, UploadColumn> = new Map(
  uploadColumns.map((column) => [column.toLowerCase(), column]),
)

/** Where each column of a file stands, and what is wrong with the header as a whole. */
export interface UploadHeader {
  readonly width: number
  readonly places: ReadonlyMap<UploadColumn, number>
  /** A spreadsheet writes columns that hold nothing and have no name. */
  readonly nameless: readonly number[]
  readonly fault: RowError | null
}

/**
 * Reads a header: any order, any case (rules 18). A name that the platform does not know, one there twice,
 * or a needed one that is missing is the fault of every row, ERR-001: a misspelt "knockoutTriggerActivated"
 * that was passed over would send adverts without the knockout their trader believes in.
 */
export function parseHeader(names: readonly string[]): UploadHeader {
  const places = new Map<UploadColumn, number>()
  const nameless: number[] = []
  let wrong: string | null = null
  names.forEach((name, place) => {
    const said = name.length > maxCellCharacters ? name : normalizeText(name)
    const column = columnNamed.get(said)
    if (said === '') nameless.push(place)
    else if (column === undefined || places.has(column)) wrong ??= column ?? name.trim()
    else places.set(column, place)
  })
  const missing = (['ric', ...requiredColumns] as const).find((column) => !places.has(column))
  const header = missing ?? wrong
  const headerFault = header === null ? null : rowError('ERR-001', { header: abbreviated(header), value: '' })
  return { width: names.length, places, nameless, fault: headerFault }
}
