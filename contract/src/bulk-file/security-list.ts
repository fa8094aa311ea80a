import { cleanCell, isBlankCell } from '@aitai/engine/upload/cell-text.ts'
import { ricsOf } from '@aitai/engine/upload/security-codes.ts'
import type { CsvRow } from './csv-format.ts'
import { codeIn, divisions, maxLine, rowsToRecognise } from './pasted-table.ts'
import { type CodeColumn, findCodeColumn, type SecurityLookup } from './table-columns.ts'
import { headingRank } from './table-headings.ts'

/** What a pasted list names: securities, each once, in the order of the list, and the words that name no security. */
export interface SecurityList<T> {
  readonly securities: readonly T[]
  readonly unknown: readonly string[]
}

/**
 * Reads the securities of a text: codes in any form between lines, commas, tabs or spaces, or a table of which one
 * column holds them. Nothing that was written where a code belongs is dropped: what is not listed is unknown.
 */
export function readSecurityList<T extends object>(
  text: string,
  securityOf: (code: string) => T | null,
): SecurityList<T> {
  const securities = new Set<T>()
  const unknown = new Set<string>()
  for (const cell of codeCells(text, (each) => securityOf(codeIn(each)))) {
    const security = securityOf(codeIn(cell))
    if (security) securities.add(security)
    else if (!isBlankCell(cell)) unknown.add(cleanCell(cell))
  }
  return { securities: [...securities], unknown: [...unknown] }
}

function codeCells(text: string, securityOf: SecurityLookup): readonly string[] {
  const isLong = text.split('\n').some((line) => line.length > maxLine)
  for (const divide of isLong ? [] : divisions) {
    const column = findCodeColumn(divide(text, rowsToRecognise), securityOf)
    if (column) return cellsOf(divide(text), column)
  }
  return text
    .normalize('NFKC')
    .split(/[\r\n\t,;、|/・]/)
    .map((part) => cleanCell(part.replaceAll('"', '')))
    .filter((part) => headingRank('ric', part) === null)
    .flatMap(codesBetweenSpaces)
}

const cellsOf = (rows: readonly CsvRow[], { position, headingLine }: CodeColumn): readonly string[] =>
  rows.filter(({ line }) => line > headingLine).map(({ cells }) => cells[position] ?? '')

/** `7203 6758` is two codes, `7203 JT` and `7203 Toyota Motor` are one. */
function codesBetweenSpaces(part: string): readonly string[] {
  if (ricsOf(codeIn(part)).length > 0) return [part]
  const words = part.split(/\s+(?!(?:J[PTNFS]|Equity)\b)/i)
  const codes = words.filter((word) => ricsOf(word).length > 0)
  if (codes.length === 0) return [part]
  return codes.length === 1 && codes[0] === words[0] ? codes : words
}
