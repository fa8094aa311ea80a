import type { GridApi, PostSortRowsParams } from 'ag-grid-community'
import { type FocusEvent, type PointerEvent, useCallback, useEffect, useRef, useState } from 'react'
import type { Filters } from './row-filters.ts'

interface HeldOrder {
  readonly ids: readonly string[]
  /** New filters and a new sort are the user's choice, so they end the hold. */
  readonly filters: Filters
  readonly sort: string
}

/** The columns and directions of the sort. */
const sortOf = <Row>(api: GridApi<Row>): string =>
  JSON.stringify(
    api
      .getColumnState()
      .filter(({ sort }) => sort)
      .map(({ colId, sort, sortIndex }) => [colId, sort, sortIndex]),
  )

const isInRow = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('.ag-row') !== null

/**
 * While the pointer or the focus is on a row, the order stays: a refresh changes values, and new rows come
 * below. Once both have left, the sort applies again.
 */
export function useStableOrder<Row>(api: GridApi<Row> | null, filters: Filters) {
  const [held, setHeld] = useState<HeldOrder | null>(null)
  const latest = useRef({ held, filters })
  latest.current = { held, filters }
  const on = useRef({ pointer: false, focus: false })

  const update = (change: Partial<typeof on.current>): void => {
    Object.assign(on.current, change)
    const isWanted = on.current.pointer || on.current.focus
    const hold = latest.current.held
    const isHeld = hold !== null && api !== null && hold.filters === filters && hold.sort === sortOf(api)
    if (isWanted && !isHeld && api) setHeld({ ids: idsOf(api), filters, sort: sortOf(api) })
    if (!isWanted && latest.current.held) setHeld(null)
  }
  const again = useRef(() => update({}))
  again.current = () => update({})
  useEffect(() => {
    if (held === null) api?.refreshClientSideRowModel('sort')
  }, [api, held])

  const postSortRows = useCallback(({ nodes, api: grid }: PostSortRowsParams<Row>): void => {
    const { held: hold, filters: wanted } = latest.current
    if (hold?.filters !== wanted) return
    if (hold.sort !== sortOf(grid)) {
      // Once the rows are in the new order, a row with the pointer or focus holds that order.
      queueMicrotask(() => again.current())
      return
    }
    const ordered = inStableOrder(nodes, hold.ids, ({ id }) => id)
    nodes.splice(0, nodes.length, ...ordered)
  }, [])
  const listeners = {
    onPointerOver: ({ target }: PointerEvent) => update({ pointer: isInRow(target) }),
    onPointerLeave: () => update({ pointer: false }),
    onFocus: ({ target }: FocusEvent) => update({ focus: isInRow(target) }),
    onBlur: ({ relatedTarget }: FocusEvent) => update({ focus: isInRow(relatedTarget) }),
  }
  return { held: held?.filters === filters ? held.ids : null, postSortRows, listeners }
}

/** All rows in the order in which the grid shows them. */
export function displayedRows<Row>(api: GridApi<Row>): Row[] {
  const rows: Row[] = []
  api.forEachNodeAfterFilterAndSort(({ data }) => data && rows.push(data))
  return rows
}

/** The rows in their current order. */
function idsOf<Row>(api: GridApi<Row>): string[] {
  const ids: string[] = []
  api.forEachNodeAfterFilterAndSort(({ id }) => id !== undefined && ids.push(id))
  return ids
}

/**
 * Rows in their previous order, whatever the current sort; new rows come after them. A refresh then never
 * moves the row under the pointer or the focus.
 */
export function inStableOrder<Row>(
  rows: readonly Row[],
  held: readonly string[],
  idOf: (row: Row) => string | undefined,
): Row[] {
  const positions = new Map(held.map((id, i) => [id, i]))
  const positionOf = (row: Row): number => positions.get(idOf(row) ?? '') ?? held.length
  // The sort is stable: new rows keep the order among themselves.
  return [...rows].sort((a, b) => positionOf(a) - positionOf(b))
}
