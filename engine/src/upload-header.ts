import { columns, mostCharacters, neededColumns, plain, type Said } from './upload-cells.ts'
import { type Fault, fault, quoted } from './verdict.ts'

export type Column = 'ric' | keyof Said

/** The columns of a bulk file, in the order of rules 18. */
export const uploadColumns: readonly Column[] = ['ric', ...columns]

const columnNamed: ReadonlyMap<string, Column> = new Map(
  uploadColumns.map((column) => [column.toLowerCase(), column]),
)

/** Where each column of a file stands, and what is wrong with the header as a whole. */
export interface Header {
  readonly width: number
  readonly places: ReadonlyMap<Column, number>
  /** A spreadsheet writes columns that hold nothing and have no name. */
  readonly nameless: readonly number[]
  readonly fault: Fault | null
}

/**
 * Reads a header: any order, any case (rules 18). A name that the platform does not know, one there twice,
 * or a needed one that is missing is the fault of every row, ERR-001: a misspelt "knockoutTriggerActivated"
 * that was passed over would send adverts without the knockout their trader believes in.
 */
export function readHeader(names: readonly string[]): Header {
  const places = new Map<Column, number>()
  const nameless: number[] = []
  let wrong: string | null = null
  names.forEach((name, place) => {
    const said = name.length > mostCharacters ? name : plain(name)
    const column = columnNamed.get(said)
    if (said === '') nameless.push(place)
    else if (column === undefined || places.has(column)) wrong ??= column ?? name.trim()
    else places.set(column, place)
  })
  const missing = (['ric', ...neededColumns] as const).find((column) => !places.has(column))
  const header = missing ?? wrong
  const headerFault = header === null ? null : fault('ERR-001', { header: quoted(header), value: '' })
  return { width: names.length, places, nameless, fault: headerFault }
}
