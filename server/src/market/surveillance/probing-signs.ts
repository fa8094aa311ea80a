import type { BudgetKind } from '@aitai/engine/matching/probing-budgets.ts'
import type { Limits } from '@aitai/engine/model/limits.ts'
import { type Activity, type FirmActivity, failuresOf } from './day-activity.ts'

/**
 * The figures of one institution on one trading day from which it looks like probing
 * (docs/decisions/0056-surveillance.md). They name whom to look at, and end nothing: the budgets do.
 */
export const probingThresholds = {
  /** Own failures, if at least this share of its locates failed by its own act. */
  failures: 3,
  failuresPerLocate: 0.5,
  /** Locates withdrawn without fault. */
  withdrawn: 3,
  /** Sizes tried in one security. */
  sizes: 4,
  /** Adverts cancelled unlocated within a minute. */
  quickCancels: 10,
} as const

/**
 * The budgets of an institution's locates, and that of two institutions, which is shown to neither (docs/rules.md §21).
 * Open handovers are no sign of probing: they depend on how fast a broker works.
 */
export type WatchedBudget = Exclude<BudgetKind, 'HANDOVER'> | 'PAIR'

/**
 * A budget that is used up, with the failures or withdrawn locates that count for it. `id` is the security, the trader
 * or the other institution; null for one of all securities.
 */
export interface UsedUpBudget {
  readonly budget: WatchedBudget
  readonly id: string | null
  readonly count: number
}

/** The budgets that an institution has used up. */
export function usedUpBudgets(firm: FirmActivity, { probing }: Limits): UsedUpBudget[] {
  const traders = [...firm.traders].map(([id, trader]) => [id, failuresOf(trader)] as const)
  return [
    ...reached('SECURITY', firm.failuresIn, probing.failuresPerSecurity),
    ...reached('TRADER', traders, probing.failuresPerTrader),
    ...reached('FIRM', [[null, failuresOf(firm)]], probing.failuresPerFirm),
    ...reached('SECURITY_WITHDRAWAL', firm.withdrawnIn, orAny(probing.withdrawalsPerSecurity)),
    ...reached('FIRM_WITHDRAWAL', [[null, firm.withdrawn]], orAny(probing.withdrawalsPerFirm)),
    ...reached('PAIR', firm.failedWith, probing.failedLocatesPerPair),
  ]
}

/** The limit, or none if 0 switches it off. */
const orAny = (limit: number): number => (limit === 0 ? Number.POSITIVE_INFINITY : limit)

const reached = (
  budget: WatchedBudget,
  counts: Iterable<readonly [id: string | null, count: number]>,
  limit: number,
): UsedUpBudget[] =>
  [...counts].filter(([, count]) => count >= limit).map(([id, count]) => ({ budget, id, count }))

/** Why an institution looks like probing. */
export type ProbingSign =
  | { readonly sign: 'FAILURES'; readonly failures: number; readonly locates: number }
  | { readonly sign: 'WITHDRAWN'; readonly withdrawn: number }
  | { readonly sign: 'SIZES'; readonly securityId: string; readonly sizes: number }
  | { readonly sign: 'QUICK_CANCELS'; readonly adverts: number }
  | ({ readonly sign: 'BUDGET' } & UsedUpBudget)

/** Failures per locate; null without locates. */
export const failuresPerLocate = (activity: Activity): number | null =>
  activity.locates === 0 ? null : failuresOf(activity) / activity.locates

/**
 * The signs of probing in the figures of an institution; none for an ordinary day. The budget of two institutions is
 * no sign, because it is used up for the side that always accepts as well.
 */
export function probingSigns(firm: FirmActivity, limits: Limits): ProbingSign[] {
  const { locates, withdrawn, quickCancels } = firm
  const failures = failuresOf(firm)
  const share = failuresPerLocate(firm) ?? 0
  const signs: ProbingSign[] = []
  if (failures >= probingThresholds.failures && share >= probingThresholds.failuresPerLocate)
    signs.push({ sign: 'FAILURES', failures, locates })
  if (withdrawn >= probingThresholds.withdrawn) signs.push({ sign: 'WITHDRAWN', withdrawn })
  for (const [securityId, sizes] of firm.sizes)
    if (sizes >= probingThresholds.sizes) signs.push({ sign: 'SIZES', securityId, sizes })
  if (quickCancels >= probingThresholds.quickCancels)
    signs.push({ sign: 'QUICK_CANCELS', adverts: quickCancels })
  for (const used of usedUpBudgets(firm, limits))
    if (used.budget !== 'PAIR') signs.push({ sign: 'BUDGET', ...used })
  return signs
}
