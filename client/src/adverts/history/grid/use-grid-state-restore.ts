import type { Advert } from '@aitai/contract/schemas/adverts.ts'
import type { GridApi, IRowNode } from 'ag-grid-community'
import { useRef } from 'react'

/**
 * The grid is made anew when the language is switched (ui/Grid.tsx). What a trader had in hand goes over to
 * it: which rows are selected, and the row at the top (quality U59). The columns come from the layout.
 */
export function useGridStateRestore({ selectedIds }: { selectedIds: ReadonlySet<string> }) {
  const topRow = useRef(0)
  return {
    note: (api: GridApi<Advert>): void => {
      topRow.current = firstInSight(api)
    },
    putBack: (api: GridApi<Advert>): void => {
      const nodes: IRowNode<Advert>[] = []
      api.forEachNode((node) => node.id !== undefined && selectedIds.has(node.id) && nodes.push(node))
      if (nodes.length > 0) api.setNodesSelected({ nodes, newValue: true })
      if (topRow.current > 0) api.ensureIndexVisible(topRow.current, 'top')
    },
  }
}

/** The row at the upper edge; more of them are drawn than are in sight. */
function firstInSight(api: GridApi<Advert>): number {
  const { top } = api.getVerticalPixelRange()
  let index = api.getFirstDisplayedRowIndex()
  while ((api.getDisplayedRowAtIndex(index)?.rowTop ?? top) < top) index += 1
  return index
}
