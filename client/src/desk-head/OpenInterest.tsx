import type { Sector } from '@aitai/contract/codes.ts'
import type { DeskOpenInterest, OpenInterestRow } from '@aitai/contract/schemas/adverts.ts'
import { directions } from '@aitai/engine/model/advert.ts'
import { useState } from 'react'
import { StaleListWarning } from '../adverts/list/StaleListWarning.tsx'
import { useDeskOpenInterestQuery } from '../shared/api/desk-api.ts'
import { intervals } from '../shared/intervals.ts'
import { Button } from '../ui/controls/Button.tsx'
import { brokerNameIn } from '../ui/format/broker-name.ts'
import { Side } from '../ui/labels/Side.tsx'
import { inStableOrder } from '../ui/table/use-stable-order.ts'
import { useLanguage, useText } from '../ui/text/use-text.ts'
import {
  type Figures,
  figures,
  firstSort,
  formatFigure,
  type Grouping,
  rowsBy,
  type Sort,
  sortAfter,
  sortRows,
  totalOf,
} from './open-interest-table.ts'
import './open-interest.css'

const useOpenInterest = () => useDeskOpenInterestQuery(undefined, { pollingInterval: intervals.deskPoll })

/** Shows the age of the open interest once its poll has failed or hangs. */
export const StaleOpenInterestWarning = () => <StaleListWarning list={useOpenInterest()} />

/** The institution's open IOIs and today's agreements by side, sector or broker, polled while they are shown. */
export function OpenInterest({ by }: { by: Grouping }) {
  const text = useText()
  const { data, isError, refetch } = useOpenInterest()
  if (!data)
    return isError ? (
      <div className="side-page-message" role="alert">
        <h2>{text('openInterest.loadFailed')}</h2>
        <Button onClick={() => void refetch()}>{text('common.retry')}</Button>
      </div>
    ) : (
      <div className="side-page-message" aria-busy />
    )
  return <OpenInterestTable by={by} openInterest={data} />
}

function OpenInterestTable({ by, openInterest }: { by: Grouping; openInterest: DeskOpenInterest }) {
  const text = useText()
  const [sort, setSort] = useState(firstSort)
  /** The order while the pointer is on a row: a refresh changes its figures and does not move it. */
  const [held, setHeld] = useState<readonly string[] | null>(null)
  const sorted = sortRows(openInterest[rowsBy[by]], sort)
  const rows = held ? inStableOrder(sorted, held, ({ key }) => key) : sorted
  if (rows.length === 0)
    return (
      <div className="side-page-message">
        <h2>{text('openInterest.empty')}</h2>
      </div>
    )
  return (
    <>
      <table className="desk-table open-interest" aria-label={text(`openInterest.by.${by}`)}>
        <thead>
          <tr>
            <Heading column="key" label={text(`openInterest.key.${by}`)} sort={sort} onSort={setSort} />
            {figures.map((figure) => (
              <Heading
                key={figure}
                column={figure}
                label={text(`openInterest.column.${figure}`)}
                sort={sort}
                onSort={setSort}
              />
            ))}
          </tr>
        </thead>
        <tbody
          onPointerEnter={() => setHeld(rows.map(({ key }) => key))}
          onPointerLeave={() => setHeld(null)}
        >
          {rows.map((row) => (
            <tr key={row.key}>
              <th scope="row">
                <RowName by={by} row={row} />
              </th>
              <FigureCells values={row} />
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{text('openInterest.total')}</th>
            <FigureCells values={totalOf(openInterest)} />
          </tr>
        </tfoot>
      </table>
      <p className="open-interest-note">{text('openInterest.note')}</p>
      {by === 'broker' && <p className="open-interest-note">{text('openInterest.note.broker')}</p>}
    </>
  )
}

function RowName({ by, row: { key } }: { by: Grouping; row: OpenInterestRow }) {
  const text = useText()
  const language = useLanguage()
  switch (by) {
    case 'side': {
      const direction = directions.find((each) => each === key)
      return direction && <Side direction={direction} />
    }
    case 'sector':
      return key === '' ? text('openInterest.noSector') : text(`sector.${key as Sector}`)
    case 'broker':
      return brokerNameIn(language, key)
  }
}

function FigureCells({ values }: { values: Figures }) {
  const language = useLanguage()
  return figures.map((figure) => (
    <td key={figure} data-kind="number">
      {formatFigure(figure, values[figure], language)}
    </td>
  ))
}

interface HeadingProps {
  column: Sort['column']
  label: string
  sort: Sort
  onSort: (sort: Sort) => void
}

/** A heading whose button sorts by its column. The arrow beside the label takes no space, so that nothing moves. */
function Heading({ column, label, sort, onSort }: HeadingProps) {
  const isSorted = sort.column === column
  const order = sort.isDescending ? 'descending' : 'ascending'
  return (
    <th scope="col" data-kind={column === 'key' ? 'text' : 'number'} aria-sort={isSorted ? order : undefined}>
      <button type="button" className="open-interest-sort" onClick={() => onSort(sortAfter(sort, column))}>
        {label}
        {isSorted && (
          <span className="open-interest-arrow" aria-hidden>
            {sort.isDescending ? '↓' : '↑'}
          </span>
        )}
      </button>
    </th>
  )
}
