import { cleanCell, isBlankRow, normalizeText } from '@aitai/engine/upload/cell-text.ts'
import { findLayout, rowsBeforeHeader } from '@aitai/engine/upload/file-layout.ts'
import { requiredUploadColumns } from '@aitai/engine/upload/header.ts'
import { securityFinder } from '@aitai/engine/upload/security-codes.ts'
import { fileBytes } from '../routes/route.ts'
import { parseCsv } from './csv.ts'
import type { CsvRow } from './csv-format.ts'
import { formatCsv } from './csv-text.ts'

/** A file as it is sent, and the security names of its rows, by line. */
export interface BulkFile {
  readonly text: string
  readonly ricAt: ReadonlyMap<number, string>
}

/** What is wrong with a whole file: the key of its text, and the values of that. */
export interface BulkFileFailure {
  readonly errorCode: 'FILE_EMPTY' | 'FILE_QUOTE' | 'upload.noColumns' | 'upload.tooLarge'
  readonly variables?: Readonly<Record<string, string | number>>
}

/** Replaces a ric that is unknown. */
const unknownRic = 'invalid'

/**
 * Converts the text of a bulk file for the call: headers in lower case, the ric column as equity ids, 'invalid' for
 * unknown ones, empty if empty; values with a comma in quotes. Everything else stays as typed, with every row in its
 * line, because the server answers by line. What is wrong with the whole file is a failure of its own, by the
 * server's codes where it has one.
 */
export function prepareFile(
  text: string,
  equities: readonly { readonly ric: string; readonly equityId: string }[],
): BulkFile | BulkFileFailure {
  const layout = findLayout(requiredUploadColumns, (delimiter) => {
    const first = parseCsv(text, delimiter, rowsBeforeHeader)
    return 'rows' in first ? first.rows.map(({ cells }) => cells) : []
  })
  const done = parseCsv(text, layout?.delimiter ?? ',')
  if ('unclosedAt' in done) return { errorCode: 'FILE_QUOTE', variables: { line: done.unclosedAt } }
  if (done.rows.every(({ cells }) => isBlankRow(cells))) return { errorCode: 'FILE_EMPTY' }
  if (!layout)
    return { errorCode: 'upload.noColumns', variables: { columns: requiredUploadColumns.join(', ') } }
  const [header, ...rows] = done.rows.slice(layout.headerIndex)
  if (!header) return { errorCode: 'FILE_EMPTY' }
  const posted = convertRows(header, rows, new Map(equities.map(({ ric, equityId }) => [ric, equityId])))
  const tooLarge = new TextEncoder().encode(posted.text).length > fileBytes
  return tooLarge ? { errorCode: 'upload.tooLarge', variables: { max: fileBytes / 1_024 ** 2 } } : posted
}

function convertRows(
  header: CsvRow,
  rows: readonly CsvRow[],
  idOfRic: ReadonlyMap<string, string>,
): BulkFile {
  const idOf = securityFinder(idOfRic)
  const names = header.cells.map(normalizeText)
  const index = names.indexOf('ric')
  const asId = (cell: string): string => (cleanCell(cell) === '' ? '' : (idOf(cell) ?? unknownRic))
  const converted = rows.map(({ cells }) => cells.map((cell, at) => (at === index ? asId(cell) : cell)))
  return {
    // The lines before the header stay as blank ones, so that the rows keep their lines.
    text: '\n'.repeat(header.line - 1) + formatCsv([names, ...converted], '\n'),
    ricAt: new Map(rows.map(({ line, cells }) => [line, cleanCell(cells[index] ?? '')])),
  }
}
