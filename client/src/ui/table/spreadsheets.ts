import { copiedCell, csvOf, exportedCell, tsvOf } from './as-text.ts'
import { headerOf, type TableColumn, type TableReader } from './columns.ts'

/** Rows as they are pasted into a spreadsheet: the columns in sight, in their order (quality U19). */
export const copiedText = <Row, By extends TableReader>(
  rows: readonly Row[],
  shown: readonly TableColumn<Row, By>[],
  reader: By,
  withHeaders: boolean,
): string =>
  tsvOf([
    ...(withHeaders ? [shown.map((column) => headerOf(column, reader))] : []),
    ...rows.map((row) => shown.map((column) => copiedCell(row, column, reader))),
  ])

/** The same as a file (quality U20). */
export const exportedText = <Row, By extends TableReader>(
  rows: readonly Row[],
  shown: readonly TableColumn<Row, By>[],
  reader: By,
): string =>
  csvOf([
    shown.map(({ header }) => reader.text(header)),
    ...rows.map((row) => shown.map((column) => exportedCell(row, column, reader))),
  ])
