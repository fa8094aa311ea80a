import type { Advert } from '@aitai/contract/schemas/adverts.ts'
import { useEffect, useRef } from 'react'
import { isComposing } from '../../ui/browser/browser-hooks.ts'
import { ColumnFilter, type FilteredTable } from '../../ui/table/TableFilters.tsx'
import type { HistoryColumnId } from './column-presets.ts'
import { columnOf, type HistoryTextContext } from './history-columns.ts'

export interface OpenFilter {
  readonly columnId: HistoryColumnId
  /** The distance from the left edge of the table, in pixels. */
  readonly left: number
}

interface Props {
  open: OpenFilter
  filtered: FilteredTable<Advert, HistoryTextContext, HistoryColumnId>
  /** Called with whether the focus goes back to the header. */
  onClose: (toHeader: boolean) => void
}

/** The filter of one column, below its header. Enter and Escape close it; the filter stays. */
export function HeaderFilter({ open, filtered, onClose }: Props) {
  const box = useRef<HTMLDivElement>(null)
  const close = useRef(onClose)
  close.current = onClose
  useEffect(() => {
    box.current?.querySelector<HTMLElement>('input, select')?.focus()
    const leave = (event: Event): void => {
      if (event.target instanceof Node && !box.current?.contains(event.target)) close.current(false)
    }
    document.addEventListener('pointerdown', leave)
    document.addEventListener('focusin', leave)
    return () => {
      document.removeEventListener('pointerdown', leave)
      document.removeEventListener('focusin', leave)
    }
  }, [])
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys of the field inside
    <div
      ref={box}
      className="history-head-panel"
      style={{ left: open.left }}
      onKeyDown={(event) => {
        if ((event.key !== 'Escape' && event.key !== 'Enter') || isComposing(event)) return
        event.stopPropagation()
        event.preventDefault()
        onClose(true)
      }}
    >
      <ColumnFilter column={columnOf(open.columnId)} table={filtered} />
    </div>
  )
}
