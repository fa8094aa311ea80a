import type { PastedTable } from '@aitai/contract/bulk-file/pasted-table.ts'
import type { ResultRow } from '@aitai/contract/schemas/upload.ts'
import { downloadFile } from '../../ui/browser/download.ts'
import { toCsv } from '../../ui/table/delimited-text.ts'
import { useText } from '../../ui/text/use-text.ts'
import type { UploadState } from '../upload-state.ts'
import { usePastedColumns } from './pasted-columns.tsx'
import { useRowErrorText } from './row-text.ts'

interface Props {
  flow: Extract<UploadState, { phase: 'summary' }>
}

type CsvRows = Parameters<typeof toCsv>[0]

/** The rejected rows with their reasons as a file, to be corrected where they came from. */
export function RejectedDownload({ flow: { rows, origin } }: Props) {
  const text = useText()
  const rowText = useRowErrorText()
  const { nameOf } = usePastedColumns()
  const reasonOf = (row: ResultRow): string => rowText(row, origin)
  const line = text('upload.result.line')
  const reason = text('upload.result.reason')
  const download = (): void => {
    const rejected = rows.filter(({ status }) => status !== 'OK')
    const table = origin.kind === 'pasted' ? origin.table : null
    const lines = table
      ? [[line, ...table.columns.map(nameOf), reason], ...rowsAsPasted(rejected, table, reasonOf)]
      : [[line, 'ric', 'direction', 'shareQuantity', reason], ...rowsAsRead(rejected, reasonOf)]
    downloadFile(text('upload.rejected.file'), toCsv(lines))
  }
  return (
    <button type="button" className="upload-download" onClick={download}>
      {text('upload.rejected.download')}
    </button>
  )
}

const rowsAsRead = (rows: readonly ResultRow[], reasonOf: (row: ResultRow) => string): CsvRows =>
  rows.map((row) => {
    const { line, ric, advertisement } = row
    return [line, ric, advertisement?.direction ?? '', advertisement?.shareQuantity ?? '', reasonOf(row)]
  })

/** All cells of a row, those that were not read included. */
const rowsAsPasted = (
  rows: readonly ResultRow[],
  { columns, cellsAt }: PastedTable,
  reasonOf: (row: ResultRow) => string,
): CsvRows =>
  rows.map((row) => {
    const cells = cellsAt.get(row.line) ?? []
    return [row.line, ...columns.map(({ number }) => cells[number - 1] ?? ''), reasonOf(row)]
  })
