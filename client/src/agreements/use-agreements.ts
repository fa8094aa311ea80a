import type { ConnectionAgreement } from '@aitai/contract/schemas/agreements.ts'
import { tradingDay } from '@aitai/engine/calendar/calendar.ts'
import type { GridApi } from 'ag-grid-community'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { serverClock } from '../app/connection/server-clock.ts'
import { type Filters, noFilters } from '../ui/table/row-filters.ts'
import type { TableTextContext } from '../ui/table/table-columns.ts'
import { displayedRows, useStableOrder } from '../ui/table/use-stable-order.ts'
import { useLanguage, useText } from '../ui/text/use-text.ts'
import { type AgreementColumnId, passesAgreementFilters } from './agreement-columns.ts'
import type { AgreementRow } from './agreement-display.ts'
import { agreementsOfDay, type DaySelection, isAgreementOpen } from './trading-days.ts'

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
    inOrder: () => (api ? displayedRows(api) : rows),
  }
}

const noIds: ReadonlySet<string> = new Set()

/** What has come in while the page is open, and what of it nobody has touched yet. */
interface NewAgreements {
  /** Those of the last answer that brought any, oldest first. */
  readonly newest: readonly ConnectionAgreement[]
  /** By id: marked in the table until they are touched. */
  readonly unseen: ReadonlySet<string>
  readonly see: (id: string) => void
}

/** Follows the list from its first answer: what was there already is no news. */
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
