import type { Advert } from '@aitai/contract/schemas/adverts.ts'
import type { NamedConditions } from '@aitai/contract/schemas/preferences.ts'
import { useState } from 'react'
import { useAfterHours } from '../../adverts/advanced/price-conditions/use-after-hours.ts'
import { termsAfterConditions } from '../../adverts/advanced/terms-after-conditions.ts'
import { selectEdits } from '../../adverts/desk-slice.ts'
import { type ReviewRowData, reviewRows } from '../../adverts/review/review-rows.ts'
import { type Terms, termsOf } from '../../adverts/terms.ts'
import { useGetSavedConditionsQuery } from '../../shared/api/desk-api.ts'
import { serverClock } from '../../shared/connection/server-clock.ts'
import { useUser } from '../../shared/store/current-user.ts'
import { useAppSelector } from '../../shared/store/store.ts'
import { useText } from '../../ui/text/use-text.ts'
import { impliedRates } from '../bulk/edited-advert.ts'
import type { HistoryTextContext } from '../grid/history-columns.ts'
import {
  type ChangeableTerm,
  canTakeChange,
  newValues,
  type PlannedChange,
  plannedChange,
  termsBefore,
  valueProblem,
} from './term-change.ts'

/** One selected IOI in the review of a change. */
export interface ReviewedChange {
  readonly advert: Advert
  /** Null if it takes no change: it is in a locate or has ended. */
  readonly planned: PlannedChange | null
  /** The visible changes, each with its previous value. Empty if there are none. */
  readonly rows: readonly ReviewRowData[]
}

/** The term and the value that were chosen, and what they would do to each selected IOI, as it is now. */
export function usePlannedChanges(adverts: readonly Advert[], context: HistoryTextContext) {
  const edits = useAppSelector(selectEdits)
  const { data: saved = [] } = useGetSavedConditionsQuery()
  const [term, setTerm] = useState<ChangeableTerm | null>(null)
  const [chosen, setChosen] = useState<Partial<Terms>>({})
  const [name, setName] = useState<string | null>(null)
  const first = adverts.find(canTakeChange) ?? adverts[0]
  const changesOf = useChangesOf(adverts[0]?.securityId ?? '', context)
  const rowsOf = useChangedRows(context)
  if (!first) return null

  const values: Terms = { ...termsBefore(first, edits[first.id]), ...chosen }
  const conditions = saved.find((each) => each.name === name) ?? saved[0] ?? null
  const problem = valueProblem(term, values, conditions)
  const review = (advert: Advert): ReviewedChange => {
    if (!canTakeChange(advert)) return { advert, planned: null, rows: [] }
    const ofAdvert = edits[advert.id] ?? {}
    const changes =
      term === null || problem !== null
        ? {}
        : term === 'conditions'
          ? changesOf(conditions, advert, termsBefore(advert, ofAdvert))
          : newValues(term, values)
    const planned = plannedChange(advert, ofAdvert, changes, serverClock.now())
    return { advert, planned, rows: rowsOf(planned) }
  }
  return {
    term,
    choose: (next: ChangeableTerm | null): void => {
      setTerm(next)
      setChosen({})
    },
    values,
    change: (changed: Partial<Terms>): void => setChosen((before) => ({ ...before, ...changed })),
    brokers: context.brokers,
    saved,
    conditions,
    chooseConditions: setName,
    problem,
    first,
    reviewed: adverts.map(review),
  }
}

/** What saved conditions change on an IOI: levels depend on its close, and a locked trigger stays. */
function useChangesOf(securityId: string, { equities }: HistoryTextContext) {
  const rating = useUser()?.credibilityRating ?? null
  // All exchanges have the same after hours; the server decides in any case.
  const afterHours = useAfterHours(securityId)
  return (conditions: NamedConditions | null, advert: Advert, terms: Terms): Partial<Terms> => {
    const equity = equities.get(advert.securityId)
    if (!conditions || !equity) return {}
    const triggers = { advert, sent: termsOf(advert), terms, rating, afterHours }
    return termsAfterConditions(conditions.conditions, triggers, equity)
  }
}

/** The rows of the review that differ. The level of a trigger that is off does not count. */
function useChangedRows({ equities, brokers }: HistoryTextContext) {
  const text = useText()
  return ({ advert, was, is }: PlannedChange): ReviewRowData[] => {
    const { tickSize = 1, lotSize = 1 } = equities.get(advert.securityId) ?? {}
    const context = { brokers, rates: impliedRates(advert), tickSize, lotSize, text }
    return reviewRows({ terms: is, sent: was, isUpdate: true, ...context }).filter((row) => row.was !== null)
  }
}
