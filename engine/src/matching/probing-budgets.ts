import { tradingDay } from '../calendar/trading-days.ts'
import type { Advert } from '../model/advert.ts'
import { type FailureCount, firmSecurityKey, firmsKey, type State } from '../model/state.ts'

/** The budgets of an institution's own failures, which it may see (docs/rules.md §21). */
export const budgetKinds = ['SECURITY', 'TRADER', 'FIRM'] as const
export type BudgetKind = (typeof budgetKinds)[number]

type Owned = Pick<Advert, 'firmId' | 'securityId' | 'traderId'>

/** The failures counted under a key on the trading day of a moment. */
export function failuresOnDay(counts: ReadonlyMap<string, FailureCount>, key: string, at: number): number {
  const found = counts.size === 0 ? undefined : counts.get(key)
  return found !== undefined && found.day === tradingDay(at) ? found.count : 0
}

const failuresInSecurity = ({ failures }: State, { firmId, securityId }: Owned, at: number): number =>
  failures.ofFirmInSecurity.size === 0
    ? 0
    : failuresOnDay(failures.ofFirmInSecurity, firmSecurityKey(firmId, securityId), at)

/** Whether the institution of an advert has failed a locate in its security on the day of a moment. */
export const hasFailedToday = (state: State, advert: Owned, at: number): boolean =>
  failuresInSecurity(state, advert, at) > 0

/**
 * The budgets that the owner of an advert has used up on the day of a moment: the failures of its institution in the
 * security, its own, and those of its institution. They follow from the institution's own failures only, so it may
 * be told (docs/rules.md §15, §21).
 */
export function usedUpBudgets(state: State, advert: Owned, at: number): BudgetKind[] {
  const { failures } = state
  if (failures.ofFirm.size === 0) return []
  const { probing } = state.limits
  const { firmId, traderId } = advert
  const used: Readonly<Record<BudgetKind, boolean>> = {
    SECURITY: failuresInSecurity(state, advert, at) >= probing.failuresPerSecurity,
    TRADER: failuresOnDay(failures.ofTrader, traderId, at) >= probing.failuresPerTrader,
    FIRM: failuresOnDay(failures.ofFirm, firmId, at) >= probing.failuresPerFirm,
  }
  return budgetKinds.filter((kind) => used[kind])
}

/** The failed locates of two institutions on the day of a moment, in all securities. Neither may be told. */
export const failedLocatesOfPair = ({ failures }: State, a: Owned, b: Owned, at: number): number =>
  failures.ofPair.size === 0 ? 0 : failuresOnDay(failures.ofPair, firmsKey(a.firmId, b.firmId), at)

/** Whether a budget keeps two adverts apart for the rest of the day (docs/rules.md §3, E3). */
export function isAnyBudgetUsedUp(state: State, a: Advert, b: Advert, at: number): boolean {
  if (state.failures.ofPair.size === 0) return false
  const { failedLocatesPerPair } = state.limits.probing
  return (
    failedLocatesOfPair(state, a, b, at) >= failedLocatesPerPair ||
    usedUpBudgets(state, a, at).length > 0 ||
    usedUpBudgets(state, b, at).length > 0
  )
}
