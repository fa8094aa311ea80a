import type { ConnectionAgreement } from '@aitai/contract/schemas/agreements.ts'
import { tradingDay } from '@aitai/engine/calendar/calendar.ts'
import type { GridApi } from 'ag-grid-community'
import { useMemo, useState } from 'react'
import { serverClock } from '../app/connection/server-clock.ts'
import { type Filters, noFilters } from '../ui/table/row-filters.ts'
import type { TableTextContext } from '../ui/table/table-columns.ts'
import { useStableOrder } from '../ui/table/use-stable-order.ts'
import { useLanguage, useText } from '../ui/text/use-text.ts'
import type { AgreementRow } from './AgreementsTable.tsx'
import { type AgreementColumnId, passesAgreementFilters } from './agreement-columns.ts'
import { agreementsOfDay, type DaySelection, isAgreementOpen } from './trading-days.ts'
import { useNewAgreements } from './use-new-agreements.ts'

export type AgreementsView = ReturnType<typeof useAgreements>

const idOf = ({ connectionAgreementId }: ConnectionAgreement): string => connectionAgreementId
const none: readonly ConnectionAgreement[] = []

/**
 * Which agreements are shown: those of a day, today's unless another is chosen, narrowed by the filters. The
 * filters stay in this page alone, as what is typed into them may be a password.
 */
export function useAgreements(data: readonly ConnectionAgreement[] | undefined) {
  const text = useText()
  const language = useLanguage()
  const reader = useMemo((): TableTextContext => ({ text, language }), [text, language])
  const [filters, setFilters] = useState<Filters<AgreementColumnId>>(noFilters)
  const [chosen, setChosen] = useState<DaySelection | null>(null)
  const [api, setApi] = useState<GridApi<AgreementRow> | null>(null)
  const held = useStableOrder(api, filters)
  const arrivals = useNewAgreements(data)
  const agreements = data ?? none
  const today = tradingDay(serverClock.now())
  const day = chosen ?? today
  const all = useMemo(() => agreementsOfDay(agreements, day), [agreements, day])
  const rows = useMemo(() => {
    const kept = new Set(held.held)
    return all.filter((each) => kept.has(idOf(each)) || passesAgreementFilters(each, filters, reader))
  }, [all, filters, reader, held.held])
  // What both sides have confirmed, wherever that was done, is no news any more.
  const fresh = useMemo(
    () =>
      new Set(
        agreements.filter((each) => isAgreementOpen(each) && arrivals.unseen.has(idOf(each))).map(idOf),
      ),
    [agreements, arrivals.unseen],
  )
  return {
    agreements,
    fresh,
    today,
    day,
    /** Today is followed past midnight, an earlier day stays. */
    chooseDay: (asked: DaySelection) => setChosen(asked === today ? null : asked),
    all,
    rows,
    filters,
    setFilters,
    reader,
    arrivals,
    held,
    setApi,
    inOrder: () => inOrderOf(api, rows),
  }
}

/** The rows in the order in which the screen shows them. */
function inOrderOf(
  api: GridApi<AgreementRow> | null,
  rows: readonly ConnectionAgreement[],
): readonly ConnectionAgreement[] {
  if (!api) return rows
  const ordered: ConnectionAgreement[] = []
  api.forEachNodeAfterFilterAndSort(({ data }) => data && ordered.push(data))
  return ordered
}
