import type { Advert } from '@aitai/contract/adverts.ts'
import type { GridApi } from 'ag-grid-community'
import { useMemo, useState } from 'react'
import { useUserBrokersListQuery } from '../../api.ts'
import { useAppSelector } from '../../store.ts'
import { useHeld } from '../../ui/table/use-held.ts'
import { useLanguage, useText } from '../../ui/text.ts'
import type { useAdverts } from '../use-desk.ts'
import { type Column, columnOf, isColumnId, type Reader } from './columns.ts'
import { passes } from './filters.ts'
import { filtersOf } from './history.ts'

export type Table = ReturnType<typeof useTable>

/** What the rows need to be read, the same object until the language or the lists change. */
function useReader(equities: Reader['equities']): Reader {
  const text = useText()
  const language = useLanguage()
  const { data: brokers } = useUserBrokersListQuery()
  return useMemo(
    () => ({ text, language, equities, brokers: brokers ?? [] }),
    [text, language, equities, brokers],
  )
}

/** The table as it stands: which rows, in which order and columns, and which of them are selected. */
export function useTable(desk: ReturnType<typeof useAdverts>, equities: Reader['equities']) {
  const reader = useReader(equities)
  const filters = useAppSelector(filtersOf)
  const [api, setApi] = useState<GridApi<Advert> | null>(null)
  const [selectedIds, setSelectedIds] = useState<ReadonlySet<string>>(new Set())
  const { held, postSortRows, listeners } = useHeld(api, filters)
  const all = desk.shown
  const rows = useMemo(() => {
    const kept = new Set(held)
    return all.filter((advert) => kept.has(advert.id) || passes(advert, filters, reader))
  }, [all, filters, reader, held])
  return {
    reader,
    filters,
    api,
    setApi,
    all,
    rows,
    /** In the table's order of arrival, not of the screen: `inOrder` gives that. */
    selected: rows.filter(({ id }) => selectedIds.has(id)),
    selectedIds,
    setSelectedIds,
    postSortRows,
    listeners,
    inOrder: (adverts: readonly Advert[]) => inOrderOf(api, adverts),
    columnsShown: () => columnsShownIn(api),
  }
}

/** Adverts in the order in which the screen shows them. */
function inOrderOf(api: GridApi<Advert> | null, adverts: readonly Advert[]): Advert[] {
  if (!api) return [...adverts]
  const wanted = new Set(adverts.map(({ id }) => id))
  const ordered: Advert[] = []
  api.forEachNodeAfterFilterAndSort(({ data }) => data && wanted.has(data.id) && ordered.push(data))
  return ordered
}

/** The columns in sight, from left to right. */
const columnsShownIn = (api: GridApi<Advert> | null): Column[] =>
  (api?.getAllDisplayedColumns() ?? [])
    .map((column) => column.getColId())
    .filter(isColumnId)
    .map(columnOf)
