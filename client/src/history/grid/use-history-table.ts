import type { Advert } from '@aitai/contract/schemas/adverts.ts'
import type { GridApi } from 'ag-grid-community'
import { useMemo, useState } from 'react'
import type { ShownAdvert } from '../../adverts/shown-advert.ts'
import { useAgreedLocates } from '../../shared/agreements/use-agreed-locates.ts'
import { useBrokers } from '../../shared/api/use-brokers.ts'
import { useAppSelector } from '../../shared/store/store.ts'
import { displayedRows, useStableOrder } from '../../ui/table/use-stable-order.ts'
import { useLanguage, useText } from '../../ui/text/use-text.ts'
import { selectHistoryFilters, selectRowPreset } from '../history-slice.ts'
import { passesPreset } from '../row-presets.ts'
import { useMissedAdverts } from '../use-missed-adverts.ts'
import { usePastDay } from '../use-past-day.ts'
import {
  columnOf,
  type HistoryColumn,
  type HistoryTextContext,
  isColumnId,
  passesHistoryFilters,
} from './history-columns.ts'

export type HistoryTable = ReturnType<typeof useHistoryTable>

/** What is needed to show a row as text. The same object until the language or the reference data change. */
function useTextContext(
  equities: HistoryTextContext['equities'],
  {
    day: pastDay,
    agreed: past,
  }: { readonly day: string | null; readonly agreed: HistoryTextContext['agreed'] | undefined },
): HistoryTextContext {
  const text = useText()
  const language = useLanguage()
  const brokers = useBrokers()
  const ofToday = useAgreedLocates()
  const agreed = past ?? ofToday
  return useMemo(
    () => ({ text, language, equities, brokers: brokers ?? [], agreed, pastDay }),
    [text, language, equities, brokers, agreed, pastDay],
  )
}

/** The state of the table: its rows, their order, the columns and the selection. */
export function useHistoryTable(
  desk: { readonly shown: readonly ShownAdvert[] },
  equities: HistoryTextContext['equities'],
) {
  const [day, setDay] = useState<string | null>(null)
  const past = usePastDay(day)
  const context = useTextContext(equities, { day, agreed: past?.agreed })
  const filters = useAppSelector(selectHistoryFilters)
  const preset = useAppSelector(selectRowPreset)
  const missed = useMissedAdverts(past?.locates)
  const [api, setApi] = useState<GridApi<Advert> | null>(null)
  const [selectedIds, setSelectedIds] = useState<ReadonlySet<string>>(new Set())
  const { held, postSortRows, listeners } = useStableOrder(api, filters)
  const all = past?.adverts ?? desk.shown
  const rows = useMemo(() => {
    const heldIds = new Set(held)
    return all.filter(
      (advert) =>
        heldIds.has(advert.id) ||
        (passesPreset(advert, preset, missed) && passesHistoryFilters(advert, filters, context)),
    )
  }, [all, filters, preset, missed, context, held])
  return {
    context,
    /** The past trading day that is shown, an ISO date in Tokyo; null for today. */
    day,
    chooseDay(chosen: string | null): void {
      setSelectedIds(new Set())
      setDay(chosen)
    },
    /** Loads a past day again; null unless it could not be loaded. */
    reload: past?.reload ?? null,
    filters,
    preset,
    api,
    setApi,
    all,
    rows,
    /** In the order of the data; `inOrder` sorts them as displayed. */
    selected: rows.filter(({ id }) => selectedIds.has(id)),
    selectedIds,
    setSelectedIds,
    postSortRows,
    listeners,
    inOrder: (adverts: readonly Advert[]) => inDisplayOrder(api, adverts),
    columnsShown: () => columnsShownIn(api),
  }
}

/** The given adverts in the order in which the grid shows them. */
function inDisplayOrder(api: GridApi<Advert> | null, adverts: readonly Advert[]): Advert[] {
  if (!api) return [...adverts]
  const wanted = new Set(adverts.map(({ id }) => id))
  return displayedRows(api).filter(({ id }) => wanted.has(id))
}

/** The visible columns, from left to right. */
const columnsShownIn = (api: GridApi<Advert> | null): HistoryColumn[] =>
  (api?.getAllDisplayedColumns() ?? [])
    .map((column) => column.getColId())
    .filter(isColumnId)
    .map(columnOf)
