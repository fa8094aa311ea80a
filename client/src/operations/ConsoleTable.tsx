import type { ReactNode } from 'react'
import { formatNumber } from '../ui/format/format.ts'
import { useText } from '../ui/text/use-text.ts'

export interface Column<Row> {
  readonly title: string
  readonly cell: (row: Row) => ReactNode
  /** A number is at the right; a time and a number are on one line. */
  readonly kind?: 'number' | 'time'
  /** For a column of buttons, which explain themselves. */
  readonly isTitleHidden?: boolean
  /** What a cell of one line may cut off. */
  readonly full?: (row: Row) => string
  readonly className?: string
}

interface Props<Row> {
  /** The first one names the row. */
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  keyOf: (row: Row) => string
  /** The text that replaces a table without rows. */
  empty: string
  /** How many rows are drawn at most: whoever looks for one row narrows the search. */
  most?: number
  /** The key of the open row. With `onChoose` the name of a row opens it. */
  chosen?: string | null
  onChoose?: (row: Row) => void
  className?: string
}

/** A table of the console: its columns say what each cell shows. */
export function ConsoleTable<Row>(props: Props<Row>) {
  const { columns, rows, keyOf, empty, most = Number.POSITIVE_INFINITY, chosen, onChoose, className } = props
  const text = useText()
  if (rows.length === 0) return <p className="console-empty">{empty}</p>
  return (
    <>
      <table className={`console-table ${className ?? ''}`.trimEnd()}>
        <thead>
          <tr>
            {columns.map(({ title, kind, isTitleHidden }) => (
              <th key={title} scope="col" data-kind={kind}>
                {isTitleHidden ? <span className="visually-hidden">{title}</span> : title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, most).map((row) => (
            <tr key={keyOf(row)} aria-current={keyOf(row) === chosen || undefined}>
              {columns.map(({ title, kind, cell, full, className: cellClass }, rank) => {
                const shared = { className: cellClass, title: full?.(row), 'data-kind': kind }
                if (rank > 0)
                  return (
                    <td key={title} {...shared}>
                      {cell(row)}
                    </td>
                  )
                return (
                  <th key={title} scope="row" {...shared}>
                    {onChoose ? (
                      <button type="button" className="console-open" onClick={() => onChoose(row)}>
                        {cell(row)}
                      </button>
                    ) : (
                      cell(row)
                    )}
                  </th>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
      {rows.length > most && (
        <p className="console-empty">{text('operations.users.more', { shown: formatNumber(most) })}</p>
      )}
    </>
  )
}

interface StateProps {
  /** Which mark is in front of the word. */
  mark?: string
  children: ReactNode
}

/** A state, as a shape and a word. */
export function StateMark({ mark, children }: StateProps) {
  return (
    <span className="console-state" data-state={mark}>
      {children}
    </span>
  )
}
