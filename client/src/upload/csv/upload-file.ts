import type { Equity } from '@aitai/contract/schemas/reference.ts'
import { formatCsv } from '../../ui/table/delimited-text.ts'
import { parseCsv } from './csv.ts'

const csvTypes: readonly string[] = ['text/csv', 'application/vnd.ms-excel']

/** Whether a file may be read, by its name and type. */
export const isCsvFile = ({ name, type }: Pick<File, 'name' | 'type'>): boolean =>
  name.toLowerCase().endsWith('.csv') && csvTypes.includes(type)

/** Why a file cannot be read, by the server's codes: reported here, before anything is sent. */
interface UnreadableFile {
  readonly errorCode: 'FILE_UNREADABLE' | 'FILE_EMPTY' | 'FILE_QUOTE'
  readonly variables?: Readonly<Record<string, number>>
}

/**
 * The text of a file's bytes: UTF-8, else Shift_JIS as Excel in Japan writes it. Null for anything else,
 * including UTF-16, whose bytes contain NULs.
 */
export function decodeText(bytes: Uint8Array): string | null {
  if (bytes.includes(0)) return null
  for (const encoding of ['utf-8', 'shift_jis']) {
    try {
      return new TextDecoder(encoding, { fatal: true }).decode(bytes)
    } catch {
      // Not this encoding: try the next.
    }
  }
  return null
}

/** A file as it is sent, and the security names of its rows, by line. */
interface PreparedFile {
  readonly text: string
  readonly ricAt: ReadonlyMap<number, string>
}

/** Normalization of text: half width, trimmed, one case. */
const plain = (typed: string): string => typed.normalize('NFKC').trim().toLowerCase()

/** Replaces a ric that is unknown. */
const unknownRic = 'invalid'

/**
 * Converts a file for sending: headers in lower case, the ric column as equity ids, 'invalid' for unknown
 * ones, empty if empty; values with a comma in quotes. Everything else stays as typed, with every row in its
 * line, because the server answers by line.
 */
export function prepareFile(
  text: string,
  equities: readonly Equity[],
  delimiter: ',' | '\t',
): PreparedFile | UnreadableFile {
  const done = parseCsv(text, delimiter)
  if ('unclosedAt' in done) return { errorCode: 'FILE_QUOTE', variables: { line: done.unclosedAt } }
  const [header, ...rows] = done.rows
  if (!header || done.rows.every(({ cells }) => cells.every((cell) => cell.trim() === '')))
    return { errorCode: 'FILE_EMPTY' }
  const idOf = new Map(equities.map(({ ric, equityId }) => [plain(ric), equityId]))
  const names = header.cells.map(plain)
  const index = names.indexOf('ric')
  const asId = (cell: string): string => (plain(cell) === '' ? '' : (idOf.get(plain(cell)) ?? unknownRic))
  const converted = rows.map(({ cells }) => cells.map((cell, at) => (at === index ? asId(cell) : cell)))
  return {
    text: formatCsv([names, ...converted], '\n'),
    ricAt: new Map(rows.map(({ line, cells }) => [line, cells[index]?.normalize('NFKC').trim() ?? ''])),
  }
}

/** Pasted text: a spreadsheet's rows have tabs between their cells, anything else is the text of a file. */
export const detectDelimiter = (pasted: string): ',' | '\t' =>
  pasted.split('\n', 1)[0]?.includes('\t') ? '\t' : ','
