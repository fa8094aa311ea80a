import type { ResultRow } from '@aitai/contract/schemas/upload.ts'
import { toCsv } from '../../ui/table/delimited-text.ts'
import type { RowOutcome } from '../sending/send-rows.ts'

/** The words of a result: heads of its columns, what became of a row, and why. */
export interface ResultTexts {
  readonly heads: readonly string[]
  readonly resultOf: (outcome: RowOutcome | undefined, row: ResultRow) => string
  readonly reasonOf: (outcome: RowOutcome | undefined, row: ResultRow) => string
}

/** What became of every row of the file, for Excel: also of those that were not chosen. */
export function resultFile(
  rows: readonly ResultRow[],
  outcomes: readonly RowOutcome[],
  { heads, resultOf, reasonOf }: ResultTexts,
): string {
  const outcomeOf = new Map(outcomes.map((outcome) => [outcome.line, outcome]))
  const lines = rows.map((row) => {
    const { advertisement, line, ric } = row
    const outcome = outcomeOf.get(line)
    const advert = [advertisement?.direction ?? '', advertisement?.shareQuantity ?? '']
    return [line, ric, ...advert, resultOf(outcome, row), reasonOf(outcome, row)]
  })
  return toCsv([heads, ...lines])
}
