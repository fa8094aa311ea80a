import type { ConnectionAgreement } from '@aitai/contract/schemas/agreements.ts'
import { tradingDay } from '@aitai/engine/calendar/trading-days.ts'
import { executedTotal } from '@aitai/engine/cost-analysis/ioi-figures.ts'
import type { Yen } from '@aitai/engine/model/price.ts'

/** A trading day by number, or all of them. */
export type DaySelection = number | 'all'

/**
 * Whether a side has still to be confirmed. After a report that nothing was executed, a password that is
 * missing will not come.
 */
export const isAgreementOpen = ({ buyStatus, sellStatus, notExecuted }: ConnectionAgreement): boolean =>
  !(buyStatus && sellStatus) && notExecuted === null

const dayOfAgreement = ({ locateTime }: ConnectionAgreement): number => tradingDay(locateTime)

/** The agreements of a day, in the order of their locates. */
export const agreementsOfDay = (
  agreements: readonly ConnectionAgreement[],
  day: DaySelection,
): ConnectionAgreement[] =>
  agreements
    .filter((agreement) => day === 'all' || dayOfAgreement(agreement) === day)
    .sort((a, b) => a.locateTime - b.locateTime)

/** Today and every earlier day that has agreements, the newest first. */
export const tradingDaysOf = (agreements: readonly ConnectionAgreement[], today: number): number[] =>
  [...new Set([today, ...agreements.map(dayOfAgreement)])].sort((a, b) => b - a)

/** The sums of a day. Values in whole yen. */
export interface DayTotals {
  readonly shares: number
  readonly value: Yen
  readonly executed: number
  readonly executedValue: Yen
}

/** Adds up agreements. What was not executed counts as located only. */
export function dayTotals(agreements: readonly ConnectionAgreement[]): DayTotals {
  const sum = (of: (agreement: ConnectionAgreement) => number): number =>
    agreements.reduce((total, agreement) => total + of(agreement), 0)
  return {
    shares: sum(({ locationQuantity }) => locationQuantity),
    value: sum(({ jpynotional }) => jpynotional),
    executed: sum(({ executions }) => executedTotal(executions)?.quantity ?? 0),
    executedValue: sum(({ executions }) => executedTotal(executions)?.value ?? 0),
  }
}
