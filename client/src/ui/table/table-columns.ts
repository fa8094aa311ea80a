import type { Language } from '@aitai/messages/language.ts'
import { zoneName } from '../format/format.ts'
import type { StaticTextKey, TextFunction } from '../text/use-text.ts'

/** What a column's values are: how they are aligned, filtered, copied and exported. */
type ColumnKind = 'text' | 'choice' | 'number' | 'time'

/** What the rows of any table need to be read by a person. */
export interface TableTextContext {
  readonly text: TextFunction
  readonly language: Language
}

/** A column of a table: what its rows hold there, for the screen, a search, a copy and a file. */
export interface TableColumn<Row, Context, Id extends string = string> {
  readonly id: Id
  readonly header: StaticTextKey
  readonly kind: ColumnKind
  /** What its numbers are, if not shares or money: how they are typed into a filter. */
  readonly unit?: 'percent' | 'duration'
  /** By what it is sorted, copied and exported: shares, yen, dollars, percent, seconds, milliseconds UTC, or words. */
  readonly value: (row: Row, context: Context) => number | string | null
  readonly shown: (row: Row, context: Context) => string
  /** The text of a row's choice, independent of the language. Only for columns of choices. */
  readonly choice?: (row: Row) => StaticTextKey
  /** Other names by which a search finds what is shown. */
  readonly alsoFoundBy?: (row: Row, context: Context) => readonly string[]
}

/** A column's name; a time's says its zone. */
export function columnHeader(
  { header, kind }: Pick<TableColumn<never, never>, 'header' | 'kind'>,
  { text, language }: TableTextContext,
): string {
  const name = text(header)
  return kind === 'time'
    ? text('table.withZone', { column: name, zone: zoneName(Date.now(), language) })
    : name
}
