import type { Exposure } from '@aitai/contract/schemas/cost-analysis.ts'
import { Side } from '../../ui/labels/Side.tsx'
import { columnHeader, type TableColumn } from '../../ui/table/table-columns.ts'
import { type ExposureTextContext, totalColumns } from './exposure-columns.ts'
import './exposure.css'

interface Props<Row> {
  label: string
  rows: readonly Row[]
  columns: readonly TableColumn<Row, ExposureTextContext>[]
  keyOf: (row: Row) => string
  total: Exposure
  context: ExposureTextContext
}

/** What was revealed and its results, by IOI or by day, with the total in values. */
export function ExposureTable<Row extends Exposure>(props: Props<Row>) {
  const { label, rows, columns, keyOf, total, context } = props
  const [name, ...figures] = columns
  const totals = new Map(totalColumns.map((column) => [column.id, column]))
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, which must work without a mouse
    <section tabIndex={0} className="exposure-table" aria-label={label}>
      <table aria-label={label}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.id} scope="col" data-kind={column.kind}>
                {columnHeader(column, context)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)}>
              <th scope="row" title={name?.shown(row, context)}>
                {name?.shown(row, context)}
              </th>
              {figures.map((column) => (
                <td key={column.id} data-kind={column.kind}>
                  <ExposureCell {...{ column, row, context }} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{context.text('exposure.total')}</th>
            {figures.map(({ id, kind }) => (
              <td key={id} data-kind={kind}>
                {totals.get(id)?.shown(total, context)}
              </td>
            ))}
          </tr>
        </tfoot>
      </table>
    </section>
  )
}

interface CellProps<Row> {
  column: TableColumn<Row, ExposureTextContext>
  row: Row
  context: ExposureTextContext
}

function ExposureCell<Row extends Exposure>({ column, row, context }: CellProps<Row>) {
  const direction = (row as { direction?: unknown }).direction
  if (column.id === 'direction' && (direction === 'BUY' || direction === 'SELL'))
    return <Side direction={direction} />
  return column.shown(row, context)
}
