import { tradingDay } from '../calendar/trading-days.ts'
import type { Advert } from '../model/advert.ts'
import { type FailureCount, firmSecurityKey, firmsKey, type State } from '../model/state.ts'
import { openHandoversOf } from './open-handovers.ts'

/**
 * The budgets that an institution may see, because they follow from its own locates and agreements: of its failures in
 * the security, of the trader's and of all its failures, of its withdrawn locates in the security and in all, and of
 * the trader's handovers that the broker has not confirmed (docs/rules.md §21).
 */
export const budgetKinds = [
  'SECURITY',
  'TRADER',
  'FIRM',
  'SECURITY_WITHDRAWAL',
  'FIRM_WITHDRAWAL',
  'HANDOVER',
] as const
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

const withdrawalsInSecurity = ({ failures }: State, { firmId, securityId }: Owned, at: number): number =>
  failures.withdrawalsOfFirmInSecurity.size === 0
    ? 0
    : failuresOnDay(failures.withdrawalsOfFirmInSecurity, firmSecurityKey(firmId, securityId), at)

/** Whether the institution of an advert has failed a locate in its security on the day of a moment. */
export const hasFailedToday = (state: State, advert: Owned, at: number): boolean =>
  failuresInSecurity(state, advert, at) > 0

type Rule = (state: State, advert: Owned, at: number) => boolean

/** Whether each budget is used up on the day of a moment. A limit of 0 switches the last three off. */
const isUsedUp: Readonly<Record<BudgetKind, Rule>> = {
  SECURITY: (state, advert, at) =>
    failuresInSecurity(state, advert, at) >= state.limits.probing.failuresPerSecurity,
  TRADER: ({ failures, limits }, { traderId }, at) =>
    failuresOnDay(failures.ofTrader, traderId, at) >= limits.probing.failuresPerTrader,
  FIRM: ({ failures, limits }, { firmId }, at) =>
    failuresOnDay(failures.ofFirm, firmId, at) >= limits.probing.failuresPerFirm,
  SECURITY_WITHDRAWAL: (state, advert, at) => {
    const limit = state.limits.probing.withdrawalsPerSecurity
    return limit > 0 && withdrawalsInSecurity(state, advert, at) >= limit
  },
  FIRM_WITHDRAWAL: ({ failures, limits }, { firmId }, at) => {
    const limit = limits.probing.withdrawalsPerFirm
    return limit > 0 && failuresOnDay(failures.withdrawalsOfFirm, firmId, at) >= limit
  },
  HANDOVER: (state, { traderId }, at) => {
    const limit = state.limits.probing.openHandoversPerTrader
    const atMost = state.index.openHandovers.get(traderId)?.size ?? 0
    return limit > 0 && atMost >= limit && openHandoversOf(state, traderId, at) >= limit
  },
}

/**
 * The budgets that the owner of an advert has used up on the day of a moment, which may be shown to it (docs/rules.md
 * §15, §21).
 */
export const usedUpBudgets = (state: State, advert: Owned, at: number): BudgetKind[] =>
  budgetKinds.filter((kind) => isUsedUp[kind](state, advert, at))

/** Whether any of them is used up. */
export const isAnyOwnBudgetUsedUp = (state: State, advert: Owned, at: number): boolean =>
  budgetKinds.some((kind) => isUsedUp[kind](state, advert, at))

/** The failed locates of two institutions on the day of a moment, in all securities. It is shown to neither. */
export const failedLocatesOfPair = ({ failures }: State, a: Owned, b: Owned, at: number): number =>
  failures.ofPair.size === 0 ? 0 : failuresOnDay(failures.ofPair, firmsKey(a.firmId, b.firmId), at)

/** Whether a budget keeps two adverts apart for the rest of the day (docs/rules.md §3, E3). */
export function isAnyBudgetUsedUp(state: State, a: Advert, b: Advert, at: number): boolean {
  const { failedLocatesPerPair } = state.limits.probing
  return (
    failedLocatesOfPair(state, a, b, at) >= failedLocatesPerPair ||
    isAnyOwnBudgetUsedUp(state, a, at) ||
    isAnyOwnBudgetUsedUp(state, b, at)
  )
}
