import type { Advert } from '@aitai/contract/adverts.ts'
import type { GridApi, PostSortRowsParams } from 'ag-grid-community'
import { type FocusEvent, type PointerEvent, useCallback, useEffect, useRef, useState } from 'react'
import type { Filters } from './filters.ts'
import { inHeldOrder } from './held-order.ts'

interface Held {
  readonly ids: readonly string[]
  /** New filters are a wish of the trader: they end the hold. */
  readonly filters: Filters
}

const isInRow = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('.ag-row') !== null

/**
 * While the pointer or the focus is on a row, the rows stand as they stood: a refresh changes what they say,
 * and new ones come below. Once both have left, the order is that of the sort again (quality U22).
 */
export function useHeld(api: GridApi<Advert> | null, filters: Filters) {
  const [held, setHeld] = useState<Held | null>(null)
  const latest = useRef({ held, filters })
  latest.current = { held, filters }
  const on = useRef({ pointer: false, focus: false })

  const turn = (change: Partial<typeof on.current>): void => {
    Object.assign(on.current, change)
    const isWanted = on.current.pointer || on.current.focus
    const isHeld = latest.current.held?.filters === filters
    if (isWanted && !isHeld && api) setHeld({ ids: idsOf(api), filters })
    if (!isWanted && latest.current.held) setHeld(null)
  }
  useEffect(() => {
    if (held === null) api?.refreshClientSideRowModel('sort')
  }, [api, held])

  const postSortRows = useCallback(({ nodes }: PostSortRowsParams<Advert>): void => {
    const { held: hold, filters: wanted } = latest.current
    if (hold?.filters !== wanted) return
    const ordered = inHeldOrder(nodes, hold.ids, ({ id }) => id)
    nodes.splice(0, nodes.length, ...ordered)
  }, [])
  const listeners = {
    onPointerOver: ({ target }: PointerEvent) => turn({ pointer: isInRow(target) }),
    onPointerLeave: () => turn({ pointer: false }),
    onFocus: ({ target }: FocusEvent) => turn({ focus: isInRow(target) }),
    onBlur: ({ relatedTarget }: FocusEvent) => turn({ focus: isInRow(relatedTarget) }),
  }
  return { held: held?.filters === filters ? held.ids : null, postSortRows, listeners }
}

/** The rows as they stand now. */
function idsOf(api: GridApi<Advert>): string[] {
  const ids: string[] = []
  api.forEachNodeAfterFilterAndSort(({ id }) => id !== undefined && ids.push(id))
  return ids
}
