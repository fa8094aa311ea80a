import { clipboardCell, csvFileCell, toCsv, toTsv } from './delimited-text.ts'
import { columnHeader, columnName, type TableColumn, type TableTextContext } from './table-columns.ts'

/** Rows for pasting into a spreadsheet: the visible columns in their order. */
export const clipboardText = <Row, By extends TableTextContext>(
  rows: readonly Row[],
  shown: readonly TableColumn<Row, By>[],
  reader: By,
  withHeaders: boolean,
): string =>
  toTsv([
    ...(withHeaders ? [shown.map((column) => columnHeader(column, reader))] : []),
    ...rows.map((row) => shown.map((column) => clipboardCell(row, column, reader))),
  ])

/** The same as a file. */
export const csvFileText = <Row, By extends TableTextContext>(
  rows: readonly Row[],
  shown: readonly TableColumn<Row, By>[],
  reader: By,
): string =>
  toCsv([
    shown.map((column) => columnName(column, reader)),
    ...rows.map((row) => shown.map((column) => csvFileCell(row, column, reader))),
  ])
