import type { Advert } from '@aitai/contract/schemas/adverts.ts'
import type { Equity } from '@aitai/contract/schemas/reference.ts'
import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, memo, type RefObject, useCallback, useId, useLayoutEffect, useRef } from 'react'
import { shallowEqual } from 'react-redux'
import { useAppSelector } from '../../shared/store/store.ts'
import { isComposing } from '../../ui/browser/browser-hooks.ts'
import { formatNotional } from '../../ui/format/amounts.ts'
import { equityNameIn, splitSecurityName } from '../../ui/format/equity-name.ts'
import { formatNumber } from '../../ui/format/format.ts'
import { Side } from '../../ui/labels/Side.tsx'
import { useLanguage, useText } from '../../ui/text/use-text.ts'
import { listedSize, type ShownAdvert } from '../shown-advert.ts'
import { StatusTag } from '../status/StatusTag.tsx'
import { TimeLeft } from '../status/TimeLeft.tsx'
import './advert-list.css'

/** Minimum number of rows; missing ones are empty. */
const minRows = 8

/** Rows rendered above and below the visible ones. */
const overscan = 20

interface Props {
  adverts: readonly ShownAdvert[]
  equities: ReadonlyMap<string, Equity>
  selected: Advert | null
  /** Adverts with changes that are not sent. */
  edited: ReadonlySet<string>
  onSelect: (advert: Advert) => void
  /** Enter on a row: go to its terms. */
  onOpen: () => void
}

/** The trader's adverts, newest first, as a list box: arrows choose, Enter goes to the editor. */
export function AdvertList({ adverts, equities, selected, edited, onSelect, onOpen }: Props) {
  const text = useText()
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const position = adverts.findIndex((advert) => advert.id === selected?.id)
  const rows = useVisibleRows(list, adverts.length, position)
  const press = rowKeys(rows.scrollToIndex, adverts, position, onSelect, onOpen)

  return (
    <section className="advert-list" aria-label={text('advert.list.title')}>
      <div className="advert-row advert-list-head" aria-hidden>
        <span>{text('advert.column.direction')}</span>
        <span>{text('advert.column.security')}</span>
        <span className="advert-number">{text('advert.column.quantity')}</span>
        <span className="advert-number">{text('advert.column.value')}</span>
        <span>{text('advert.column.status')}</span>
        <span className="advert-number">{text('advert.column.timeLeft')}</span>
      </div>
      <div
        ref={list}
        role="listbox"
        className="advert-rows"
        tabIndex={0}
        aria-label={text('advert.list.title')}
        aria-activedescendant={position >= 0 ? `${id}-${selected?.id}` : undefined}
        onKeyDown={press}
      >
        <div role="presentation" className="advert-rows-total" style={{ height: rows.getTotalSize() }}>
          {rows.getVirtualItems().map(({ index, start }) => {
            const advert = adverts[index]
            return advert ? (
              <Row
                key={advert.id}
                id={`${id}-${advert.id}`}
                advert={advert}
                index={index}
                start={start}
                count={adverts.length}
                equity={equities.get(advert.securityId)}
                isSelected={index === position}
                isEdited={edited.has(advert.id)}
                onSelect={onSelect}
                onOpen={onOpen}
              />
            ) : null
          })}
        </div>
        <Padding rows={minRows - adverts.length} />
      </div>
    </section>
  )
}

/**
 * The rows to render: the visible ones and some around them, because a day may have 2,000 adverts. The selected
 * one is always rendered, because `aria-activedescendant` must name an element that exists.
 */
function useVisibleRows(list: RefObject<HTMLElement | null>, count: number, selected: number) {
  const rowHeight = useAppSelector((state) => Number(state.settings.rows))
  const rangeExtractor = useCallback(
    (range: Range) => {
      const indexes = new Set(defaultRangeExtractor(range))
      if (selected >= 0) indexes.add(selected)
      return [...indexes].sort((a, b) => a - b)
    },
    [selected],
  )
  const rows = useVirtualizer({
    count,
    getScrollElement: () => list.current,
    estimateSize: () => rowHeight,
    overscan,
    rangeExtractor,
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: the virtualizer caches the heights
  useLayoutEffect(() => rows.measure(), [rows, rowHeight])
  return rows
}

/** Empty rows up to the minimum number, each fainter than the one above. */
function Padding({ rows }: { rows: number }) {
  return Array.from({ length: Math.max(0, rows) }, (_, i) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: empty rows are all the same
    <div key={i} className="advert-row" aria-hidden style={{ opacity: 1 - (i + 1) / (rows + 1) }} />
  ))
}

/** Arrows, Home and End choose a row and scroll to it; Enter goes to its terms. */
function rowKeys(
  scrollToIndex: (index: number) => void,
  adverts: readonly Advert[],
  position: number,
  onSelect: (advert: Advert) => void,
  onOpen: () => void,
) {
  const goTo = (next: number): void => {
    const index = Math.max(0, Math.min(adverts.length - 1, next))
    const advert = adverts[index]
    if (!advert) return
    onSelect(advert)
    scrollToIndex(index)
  }
  const press = (event: KeyboardEvent): void => {
    if (isComposing(event)) return
    if (event.key === 'ArrowDown') goTo(position + 1)
    else if (event.key === 'ArrowUp') goTo(position - 1)
    else if (event.key === 'Home') goTo(0)
    else if (event.key === 'End') goTo(adverts.length - 1)
    else if (event.key === 'Enter' && position >= 0) onOpen()
    else return
    event.preventDefault()
  }
  return press
}

interface RowProps {
  id: string
  advert: ShownAdvert
  /** Position among all adverts, because only visible rows are rendered. */
  index: number
  /** Distance from the top of the list, in pixels. */
  start: number
  count: number
  equity: Equity | undefined
  isSelected: boolean
  isEdited: boolean
  onSelect: (advert: Advert) => void
  onOpen: () => void
}

/**
 * Each poll returns every advert again, with another remaining time, which the list counts by its own clock. A row is
 * rendered if anything else has changed.
 */
const Row = memo(AdvertRow, (before, after) => {
  const { advert, ...rest } = before
  const { advert: next, ...restAfter } = after
  return (
    shallowEqual(rest, restAfter) &&
    shallowEqual({ ...advert, timeRemaining: null }, { ...next, timeRemaining: null })
  )
})

function AdvertRow({
  id,
  advert,
  index,
  start,
  count,
  equity,
  isSelected,
  isEdited,
  onSelect,
  onOpen,
}: RowProps) {
  const text = useText()
  const language = useLanguage()
  const known = splitSecurityName(advert.securityName)
  const ric = equity?.ric ?? known.ric
  const name = equity ? equityNameIn(language, equity) : known.name
  const { shareQuantity, jpynotional } = listedSize(advert)
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the list box holds the focus and takes the keys
    // biome-ignore lint/a11y/useFocusableInteractive: a focus that returned to a row would scroll the list to it
    <div
      id={id}
      role="option"
      aria-posinset={index + 1}
      aria-setsize={count}
      aria-selected={isSelected}
      className="advert-row"
      data-status={advert.advertisementStatus}
      data-advert={advert.id}
      style={{ top: start }}
      onClick={() => onSelect(advert)}
      onDoubleClick={onOpen}
    >
      {advert.hasNoSide ? <span>–</span> : <Side direction={advert.direction} />}
      <span className="advert-security" title={`${ric} - ${name}`}>
        <b>{ric}</b> {name}
      </span>
      <span className="advert-number">
        {isEdited && (
          <span className="advert-edited" title={text('advert.list.edited')}>
            <span className="visually-hidden">{text('advert.list.edited')}</span>
          </span>
        )}
        {shareQuantity > 0 ? formatNumber(shareQuantity) : '–'}
        <Unit text={text('common.shares')} />
      </span>
      <span className="advert-number">
        <Unit text="JPY" />
        {jpynotional > 0 ? formatNotional(jpynotional, language) : '–'}
      </span>
      <StatusTag advert={advert} />
      <span className="advert-number">
        <TimeLeft advert={advert} />
      </span>
    </div>
  )
}

/** The rows have no column names for a screen reader, so each number says what it counts. */
const Unit = ({ text }: { text: string }) => <span className="visually-hidden"> {text} </span>
