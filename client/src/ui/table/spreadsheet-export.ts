import { clipboardCell, csvFileCell, toCsv, toTsv } from './delimited-text.ts'
import { columnHeader, type TableColumn, type TableTextContext } from './table-columns.ts'

/** Rows for pasting into a spreadsheet: the visible columns in their order. */
export const clipboardText = <Row, Context extends TableTextContext>(
  rows: readonly Row[],
  shown: readonly TableColumn<Row, Context>[],
  context: Context,
  withHeaders: boolean,
): string =>
  toTsv([
    ...(withHeaders ? [shown.map((column) => columnHeader(column, context))] : []),
    ...rows.map((row) => shown.map((column) => clipboardCell(row, column, context))),
  ])

/** The same as a file. */
export const csvFileText = <Row, Context extends TableTextContext>(
  rows: readonly Row[],
  shown: readonly TableColumn<Row, Context>[],
  context: Context,
): string =>
  toCsv([
    shown.map((column) => context.text(column.header)),
    ...rows.map((row) => shown.map((column) => csvFileCell(row, column, context))),
  ])
