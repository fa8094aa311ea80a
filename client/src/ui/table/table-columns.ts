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
  /** Its name where that depends on what the table shows. */
  readonly headerIn?: (context: Context) => StaticTextKey
  readonly kind: ColumnKind
  /** By what it is sorted, copied and exported: shares, yen, dollars, percent, milliseconds UTC, or words. */
  readonly value: (row: Row, context: Context) => number | string | null
  readonly shown: (row: Row, context: Context) => string
  /** The text of a row's choice, independent of the language. Only for columns of choices. */
  readonly choice?: (row: Row) => StaticTextKey
  /** Other names by which a search finds what is shown. */
  readonly alsoFoundBy?: (row: Row, context: Context) => readonly string[]
}

/** A column's name; a time's says its zone. */
export function columnHeader<Context extends TableTextContext>(
  column: NamedColumn<Context> & Pick<TableColumn<never, Context>, 'kind'>,
  context: Context,
): string {
  const { text, language } = context
  const name = columnName(column, context)
  return column.kind === 'time'
    ? text('table.withZone', { column: name, zone: zoneName(Date.now(), language) })
    : name
}

type NamedColumn<Context> = Pick<TableColumn<never, Context>, 'header' | 'headerIn'>

/** A column's name. */
export const columnName = <Context extends TableTextContext>(
  { header, headerIn }: NamedColumn<Context>,
  context: Context,
): string => context.text(headerIn?.(context) ?? header)
