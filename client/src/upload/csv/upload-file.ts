import { fileBytes } from '@aitai/contract/routes/route.ts'
import type { Equity } from '@aitai/contract/schemas/reference.ts'
import { cleanCell, isBlankRow, normalizeText } from '@aitai/engine/upload/cell-text.ts'
import { findLayout, rowsBeforeHeader } from '@aitai/engine/upload/file-layout.ts'
import { requiredUploadColumns } from '@aitai/engine/upload/header.ts'
import { securityFinder } from '@aitai/engine/upload/security-codes.ts'
import { formatCsv } from '../../ui/table/delimited-text.ts'
import type { FailureDescription } from '../../ui/text/use-text.ts'
import { type CsvRow, parseCsv } from './csv.ts'

/**
 * The types of a CSV file: the two of docs/specification.md §5, and those that browsers give a name that ends in .csv
 * on machines without Excel (docs/decisions/0098-files-of-other-people.md).
 */
const csvTypes: readonly string[] = [
  'text/csv',
  'application/vnd.ms-excel',
  '',
  'application/csv',
  'application/octet-stream',
  'application/x-csv',
  'text/comma-separated-values',
  'text/plain',
  'text/tab-separated-values',
  'text/x-csv',
]

/** Whether a file may be read, by its name and type. */
export const isCsvFile = ({ name, type }: Pick<File, 'name' | 'type'>): boolean =>
  name.toLowerCase().endsWith('.csv') && csvTypes.includes(type.split(';')[0]?.trim().toLowerCase() ?? '')

/**
 * The text of a file's bytes: UTF-16 with its mark (what Excel calls Unicode text), UTF-8, else Shift_JIS as Excel in
 * Japan writes it. Null for anything else.
 */
export function decodeText(bytes: Uint8Array): string | null {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return decodeWith('utf-16le', bytes)
  if (first === 0xfe && second === 0xff) return decodeWith('utf-16be', bytes)
  if (bytes.includes(0)) return null
  return decodeWith('utf-8', bytes) ?? decodeWith('shift_jis', bytes)
}

function decodeWith(encoding: string, bytes: Uint8Array): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}

/** A file as it is sent, and the security names of its rows, by line. */
interface PreparedFile {
  readonly text: string
  readonly ricAt: ReadonlyMap<number, string>
}

/** Replaces a ric that is unknown. */
const unknownRic = 'invalid'

/**
 * Converts a file for sending: headers in lower case, the ric column as equity ids, 'invalid' for unknown
 * ones, empty if empty; values with a comma in quotes. Everything else stays as typed, with every row in its
 * line, because the server answers by line. What is wrong with the whole file is a failure of its own, by the
 * server's codes where it has one.
 */
export function prepareFile(text: string, equities: readonly Equity[]): PreparedFile | FailureDescription {
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
  const posted = convertRows(header, rows, equities)
  const tooLarge = new Blob([posted.text]).size > fileBytes
  return tooLarge ? { errorCode: 'upload.tooLarge', variables: { max: fileBytes / 1_024 ** 2 } } : posted
}

function convertRows(header: CsvRow, rows: readonly CsvRow[], equities: readonly Equity[]): PreparedFile {
  const idOf = securityFinder(new Map(equities.map(({ ric, equityId }) => [ric, equityId])))
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
