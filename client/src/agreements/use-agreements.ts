import type { ConnectionAgreement } from '@aitai/contract/schemas/agreements.ts'
import { tradingDay } from '@aitai/engine/calendar/trading-days.ts'
import type { GridApi } from 'ag-grid-community'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { serverClock } from '../shared/connection/server-clock.ts'
import { type Filters, noFilters } from '../ui/table/row-filters.ts'
import { setRowsSelected } from '../ui/table/row-selection.ts'
import type { TableTextContext } from '../ui/table/table-columns.ts'
import { displayedRows, useStableOrder } from '../ui/table/use-stable-order.ts'
import { useLanguage, useText } from '../ui/text/use-text.ts'
import { type AgreementColumnId, passesAgreementFilters } from './agreement-columns.ts'
import type { AgreementRow } from './agreement-display.ts'
import { agreementsOfDay, type DaySelection, isAgreementOpen } from './trading-days.ts'

export type AgreementsView = ReturnType<typeof useAgreements>

const idOf = ({ connectionAgreementId }: ConnectionAgreement): string => connectionAgreementId
const none: readonly ConnectionAgreement[] = []
const noIds: ReadonlySet<string> = new Set()

/**
 * The displayed agreements: those of a day, today by default, reduced by the filters. The filters are not
 * stored, because they may contain a password.
 */
export function useAgreements(data: readonly ConnectionAgreement[] | undefined) {
  const text = useText()
  const language = useLanguage()
  const context = useMemo((): TableTextContext => ({ text, language }), [text, language])
  const [filters, setFilters] = useState<Filters<AgreementColumnId>>(noFilters)
  const [chosen, setChosen] = useState<DaySelection | null>(null)
  const [api, setApi] = useState<GridApi<AgreementRow> | null>(null)
  const [selectedIds, setSelectedIds] = useState(noIds)
  const held = useStableOrder(api, filters)
  const arrivals = useNewAgreements(data)
  const agreements = data ?? none
  const today = tradingDay(serverClock.now())
  const day = chosen ?? today
  const all = useMemo(() => agreementsOfDay(agreements, day), [agreements, day])
  const rows = useMemo(() => {
    const heldIds = new Set(held.held)
    return all.filter((each) => heldIds.has(idOf(each)) || passesAgreementFilters(each, filters, context))
  }, [all, filters, context, held.held])
  const selected = useMemo(() => rows.filter((each) => selectedIds.has(idOf(each))), [rows, selectedIds])
  // A match that both sides have confirmed, wherever that happened, is no longer new.
  const fresh = useMemo(
    () =>
      new Set(
        agreements.filter((each) => isAgreementOpen(each) && arrivals.unseen.has(idOf(each))).map(idOf),
      ),
    [agreements, arrivals.unseen],
  )
  const focusRow = useCallback(
    (agreementId: string): void => {
      const index = api ? displayedRows(api).findIndex((row) => idOf(row) === agreementId) : -1
      const first = api?.getAllDisplayedColumns()[0]
      if (index >= 0 && first) api?.setFocusedCell(index, first)
    },
    [api],
  )
  return {
    agreements,
    fresh,
    today,
    day,
    /** Today changes at midnight; an earlier day stays. */
    chooseDay: (selection: DaySelection) => setChosen(selection === today ? null : selection),
    all,
    rows,
    /** In the order of the data; `inOrder` has them as displayed. */
    selected,
    selectedIds,
    setSelectedIds,
    deselect: (ids: readonly string[]) => api && setRowsSelected(api, ids, { selected: false }),
    filters,
    setFilters,
    context,
    arrivals,
    held,
    setApi,
    focusRow,
    inOrder: () => (api ? displayedRows(api) : rows),
  }
}

/** Agreements that arrived while the page is open, and those not touched yet. */
interface NewAgreements {
  /** Those of the last response with any, oldest first. */
  readonly newest: readonly ConnectionAgreement[]
  /** By id: marked in the table until they are touched. */
  readonly unseen: ReadonlySet<string>
  readonly see: (id: string) => void
}

/** Follows the list from its first response, whose agreements are not new. */
function useNewAgreements(agreements: readonly ConnectionAgreement[] | undefined): NewAgreements {
  const known = useRef<ReadonlySet<string> | null>(null)
  const [newest, setNewest] = useState<readonly ConnectionAgreement[]>([])
  const [unseen, setUnseen] = useState(noIds)
  useEffect(() => {
    if (!agreements) return
    const before = known.current
    known.current = new Set(agreements.map(({ connectionAgreementId }) => connectionAgreementId))
    const arrived = before ? agreements.filter((each) => !before.has(each.connectionAgreementId)) : []
    if (arrived.length === 0) return
    setNewest(arrived)
    setUnseen((marked) => new Set([...marked, ...arrived.map((each) => each.connectionAgreementId)]))
  }, [agreements])
  const see = useCallback((id: string): void => {
    setUnseen((marked) => (marked.has(id) ? new Set([...marked].filter((each) => each !== id)) : marked))
  }, [])
  return { newest, unseen, see }
}
