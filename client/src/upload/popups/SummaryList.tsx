import type { ResultRow } from '@aitai/contract/schemas/upload.ts'
import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual'
import {
  type Dispatch,
  type FocusEvent,
  type RefObject,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { useGetEquitiesQuery } from '../../shared/api/desk-api.ts'
import { equityTitleIn } from '../../ui/format/equity-name.ts'
import { useLanguage, useText } from '../../ui/text/use-text.ts'
import { okLines, type UploadAction, type UploadState } from '../upload-state.ts'
import { useRowErrorText } from './row-text.ts'
import { SummaryRow } from './SummaryRow.tsx'

interface Props {
  flow: Extract<UploadState, { phase: 'summary' }>
  dispatchUpload: Dispatch<UploadAction>
  /** The warnings about the size in a line, or null. */
  warningOf: (line: number) => string | null
}

/** Minimum number of rows; missing ones are empty. */
const minRows = 8

/** Height of a row in pixels until it has been rendered and measured; rows with an error are higher. */
const estimatedRowHeight = 30

/** Rows rendered above and below the visible ones, so that Tab finds the next checkbox. */
const overscan = 20

/** The rows of a file or of an earlier day, each with a checkbox, and a select-all checkbox. */
export function SummaryList({ flow, dispatchUpload, warningOf }: Props) {
  const text = useText()
  const { chosen, origin } = flow
  const rows = inOrderOfAttention(flow.rows, warningOf)
  const rowText = useRowErrorText()
  const labelOf = useLabels()
  const list = useRef<HTMLElement>(null)
  const { virtualizer, onFocus, onBlur } = useVisibleRows(list, rows.length)
  const hasLimits = rows.some(({ advertisement }) => hasLimit(advertisement))
  const padded = Array.from({ length: minRows }, (_, index) => -index).slice(rows.length)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled by keyboard (WCAG 2.1.1)
    <section ref={list} className="upload-list" tabIndex={0} aria-label={text('upload.summary.list')}>
      <table
        aria-label={text('upload.summary.list')}
        aria-rowcount={rows.length + 1}
        data-limits={hasLimits || undefined}
      >
        <ListHead {...{ flow, dispatchUpload, hasLimits }} />
        <tbody
          className="upload-rows"
          style={{ height: virtualizer.getTotalSize() }}
          onFocus={onFocus}
          onBlur={onBlur}
        >
          {virtualizer.getVirtualItems().map(({ index, start }) => {
            const row = rows[index]
            return row ? (
              <SummaryRow
                key={row.line}
                ref={virtualizer.measureElement}
                index={index}
                start={start}
                row={row}
                label={labelOf(row)}
                reason={row.status === 'OK' ? null : rowText(row, origin)}
                warning={warningOf(row.line)}
                hasLimits={hasLimits}
                isRestored={origin.kind === 'restored'}
                isChosen={chosen.has(row.line)}
                dispatchUpload={dispatchUpload}
              />
            ) : null
          })}
        </tbody>
        {padded.length > 0 && (
          <tbody>
            {padded.map((index, i) => (
              <tr
                key={index}
                aria-hidden
                className="upload-empty"
                // Each fainter than the one above, as in the list of the desk.
                style={{ opacity: 1 - (i + 1) / (padded.length + 1) }}
              >
                <td colSpan={hasLimits ? 10 : 9} />
              </tr>
            ))}
          </tbody>
        )}
      </table>
    </section>
  )
}

/**
 * What needs a decision comes first, because a long file would hide it below what is in order: refused rows, then those
 * whose sizes have to be typed again, then the others.
 */
function inOrderOfAttention(rows: readonly ResultRow[], warningOf: Props['warningOf']): readonly ResultRow[] {
  const rank = ({ status, line }: ResultRow): number =>
    status !== 'OK' ? 0 : warningOf(line) === null ? 2 : 1
  return rows.toSorted((a, b) => rank(a) - rank(b))
}

/**
 * The rows to render: the visible ones and some around them, because a file may have 1,000. The row that has the
 * focus is always rendered, so that scrolling does not lose it.
 */
function useVisibleRows(list: RefObject<HTMLElement | null>, count: number) {
  const [focused, setFocused] = useState<number | null>(null)
  const rangeExtractor = useCallback(
    (range: Range) => {
      const indexes = new Set(defaultRangeExtractor(range))
      if (focused !== null && focused < range.count) indexes.add(focused)
      return [...indexes].sort((a, b) => a - b)
    },
    [focused],
  )
  const virtualizer = useVirtualizer({
    count,
    getScrollElement: () => list.current,
    estimateSize: () => estimatedRowHeight,
    overscan,
    rangeExtractor,
  })
  return {
    virtualizer,
    onFocus: ({ target }: FocusEvent) => setFocused(Number(target.closest('tr')?.dataset.index)),
    onBlur: () => setFocused(null),
  }
}

/** Only rows with a limit price need its column, so that names have its width otherwise. */
const hasLimit = (advert: ResultRow['advertisement']): boolean =>
  advert?.limitPrice !== null && advert?.limitPrice !== undefined

function ListHead({ flow, dispatchUpload, hasLimits }: Omit<Props, 'warningOf'> & { hasLimits: boolean }) {
  const text = useText()
  return (
    <thead>
      <tr aria-rowindex={1}>
        <th scope="col">
          <AllBox flow={flow} dispatchUpload={dispatchUpload} />
        </th>
        <th scope="col">{text('upload.column.security')}</th>
        <th scope="col">{text('upload.column.side')}</th>
        <th scope="col" className="upload-number">
          {text('upload.column.quantity')}
        </th>
        {hasLimits && (
          <th scope="col" className="upload-number">
            {text('upload.column.limit')}
          </th>
        )}
        <th scope="col" className="upload-number">
          JPY
        </th>
        <th scope="col" className="upload-number upload-dollars">
          USD
        </th>
        <th scope="col">{text('upload.column.type')}</th>
        <th scope="col">{text('upload.column.duration')}</th>
        <th scope="col" className="upload-number">
          {text('upload.column.minimum')}
        </th>
      </tr>
    </thead>
  )
}

/** Chooses all valid rows or none; indeterminate while only some are chosen. */
function AllBox({ flow: { rows, chosen }, dispatchUpload }: Pick<Props, 'flow' | 'dispatchUpload'>) {
  const text = useText()
  const box = useRef<HTMLInputElement>(null)
  const ok = okLines(rows).length
  const isSome = chosen.size > 0 && chosen.size < ok
  useEffect(() => {
    if (box.current) box.current.indeterminate = isSome
  }, [isSome])
  return (
    <input
      ref={box}
      type="checkbox"
      aria-label={text('upload.summary.all')}
      title={text('upload.summary.all')}
      disabled={ok === 0}
      checked={ok > 0 && chosen.size === ok}
      onChange={() => dispatchUpload({ type: 'allToggled' })}
    />
  )
}

/** 'ric - name' in the language of the screen; the typed ric if the security is unknown. */
function useLabels(): (row: ResultRow) => string {
  const language = useLanguage()
  const { data } = useGetEquitiesQuery()
  return useMemo(() => {
    const byId = new Map(data?.map((equity) => [equity.equityId, equity]))
    const byRic = new Map(data?.map((equity) => [equity.ric, equity]))
    return ({ advertisement, ric }) => {
      const equity = advertisement ? byId.get(advertisement.securityId) : byRic.get(ric)
      return equity ? equityTitleIn(language, equity) : (advertisement?.securityName ?? ric)
    }
  }, [data, language])
}
