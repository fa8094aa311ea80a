import { tradingDay } from '../calendar/trading-days.ts'
import { failuresOnDay } from '../matching/probing-budgets.ts'
import { directions } from '../model/advert.ts'
import type { BothSides, Locate } from '../model/locate.ts'
import {
  emptyFailures,
  type FailureCount,
  type Failures,
  failureKinds,
  firmSecurityKey,
  firmsKey,
  type State,
} from '../model/state.ts'

type Counts = Map<string, FailureCount>

function add(counts: Counts, key: string, at: number, by: 1 | -1 = 1): void {
  counts.set(key, { count: failuresOnDay(counts, key, at) + by, day: tradingDay(at) })
}

function subtract(counts: Counts, key: string, at: number): void {
  const count = failuresOnDay(counts, key, at)
  if (count > 1) add(counts, key, at, -1)
  else if (count === 1) counts.delete(key)
}

/** The sides of a locate or of its agreement. */
type Sides = Pick<Locate, 'securityId' | 'firmIds' | 'traderIds'>

/** Counts a locate that failed by one side or by both (docs/rules.md §21). */
export const countFailures = (state: State, sides: Sides, hasFailed: BothSides<boolean>, at: number): void =>
  changeCounts(state, sides, hasFailed, (counts, key) => add(counts, key, at))

/** Takes back what `countFailures` counted on the same trading day. */
export const uncountFailures = (
  state: State,
  sides: Sides,
  hasFailed: BothSides<boolean>,
  at: number,
): void => changeCounts(state, sides, hasFailed, (counts, key) => subtract(counts, key, at))

/** Counts a locate that was withdrawn without fault, for the institutions of both sides. */
export function countWithdrawal({ failures }: State, { securityId, firmIds }: Sides, at: number): void {
  for (const side of directions) {
    add(failures.withdrawalsOfFirmInSecurity, firmSecurityKey(firmIds[side], securityId), at)
    add(failures.withdrawalsOfFirm, firmIds[side], at)
  }
}

function changeCounts(
  { failures }: State,
  { securityId, firmIds, traderIds }: Sides,
  hasFailed: BothSides<boolean>,
  change: (counts: Counts, key: string) => void,
): void {
  for (const side of directions) {
    if (!hasFailed[side]) continue
    change(failures.ofFirmInSecurity, firmSecurityKey(firmIds[side], securityId))
    change(failures.ofTrader, traderIds[side])
    change(failures.ofFirm, firmIds[side])
  }
  change(failures.ofPair, firmsKey(firmIds.BUY, firmIds.SELL))
}

/** Removes the failures of days before this one. Those of this day may be older than the sweep that begins it. */
export function dropFailuresBefore(failures: Failures, day: number): void {
  for (const kind of failureKinds)
    for (const [key, count] of [...failures[kind]]) if (count.day < day) failures[kind].delete(key)
}

type FailuresSnapshot = Readonly<Record<keyof Failures, readonly unknown[]>>

export const failuresSnapshot = (failures: Failures): FailuresSnapshot => ({
  ofFirmInSecurity: [...failures.ofFirmInSecurity],
  ofTrader: [...failures.ofTrader],
  ofFirm: [...failures.ofFirm],
  ofPair: [...failures.ofPair],
  withdrawalsOfFirmInSecurity: [...failures.withdrawalsOfFirmInSecurity],
  withdrawalsOfFirm: [...failures.withdrawalsOfFirm],
})

export function failuresFrom(snapshot: FailuresSnapshot): Failures {
  const failures = emptyFailures()
  for (const kind of failureKinds)
    for (const [key, count] of snapshot[kind] as [string, FailureCount][]) failures[kind].set(key, count)
  return failures
}
