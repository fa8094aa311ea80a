import { type Direction, directions } from '@aitai/engine/model/advert.ts'
import type { Event, EventOf } from '@aitai/engine/model/events.ts'
import type { Limits } from '@aitai/engine/model/limits.ts'
import type { BothSides } from '@aitai/engine/model/locate.ts'
import type { State } from '@aitai/engine/model/state.ts'
import { dateOf } from './trading-hours.ts'

/**
 * A locate that failed, or an agreement of which the broker reported that nothing was executed: its two
 * institutions, and the sides that failed it (docs/rules.md §21, §24).
 */
interface FailedLocate {
  /** The agreement of a report; null for a locate that failed. */
  readonly reportedFor: string | null
  readonly securityId: string
  readonly firmIds: BothSides<string>
  readonly traderIds: BothSides<string>
  readonly failed: BothSides<boolean>
}

/** The oracle's log of failed locates by date in Tokyo, derived from events only. */
export type FailureLog = Map<string, readonly FailedLocate[]>

/** Records an event, before the engine applies it. */
export function recordFailures(log: FailureLog, state: State, event: Event): void {
  if (event.type === 'notExecutedReported' || event.type === 'notExecutedWithdrawn')
    return recordReport(log, state, event)
  if (event.type !== 'locateFailed' && event.type !== 'locateWithdrawn') return
  const locate = state.locates.get(event.locateId)
  const failed = event.type === 'locateFailed' ? failedBy(event.outcome) : knockedOut(scoresOf(event))
  if (!locate || (!failed.BUY && !failed.SELL)) return
  const { securityId, firmIds, traderIds } = locate
  const date = dateOf(event.at)
  const failure = { reportedFor: null, securityId, firmIds, traderIds, failed }
  log.set(date, [...(log.get(date) ?? []), failure])
}

/** Counts once for each side at fault. A correction replaces it, a withdrawal removes it (docs/rules.md §24). */
function recordReport(
  log: FailureLog,
  state: State,
  event: EventOf<'notExecutedReported' | 'notExecutedWithdrawn'>,
): void {
  const { agreementId, at } = event
  const agreement = state.agreements.get(agreementId)
  if (!agreement) throw new Error(`a report names agreement ${agreementId}, which is unknown`)
  const date = dateOf(at)
  const others = (log.get(date) ?? []).filter(({ reportedFor }) => reportedFor !== agreementId)
  log.set(date, others)
  if (event.type === 'notExecutedWithdrawn') return
  const { securityId, firmIds, traderIds } = agreement
  const failure = { reportedFor: agreementId, securityId, firmIds, traderIds, failed: event.atFault }
  log.set(date, [...others, failure])
}

/** A decline, excused or not, and a timeout are failures; an acceptance is not. */
const failedBy = (outcome: BothSides<string>): BothSides<boolean> => ({
  BUY: ['DECLINED', 'TIMED_OUT'].includes(outcome.BUY),
  SELL: ['DECLINED', 'TIMED_OUT'].includes(outcome.SELL),
})

/** The scores of a withdrawn locate. Without any, neither side caused it. */
export const scoresOf = ({ scores }: EventOf<'locateWithdrawn'>): BothSides<number | null> =>
  scores ?? { BUY: null, SELL: null }

/** Only a withdrawal by one's own knockout is scored. */
const knockedOut = (scores: BothSides<number | null>): BothSides<boolean> => ({
  BUY: scores.BUY !== null,
  SELL: scores.SELL !== null,
})

type Own = { readonly firmId: string; readonly traderId: string }

/** The failures on the day of a moment, by the sides that are counted. */
function count(
  log: FailureLog,
  at: number,
  counts: (locate: FailedLocate, side: Direction) => boolean,
): number {
  const today = log.get(dateOf(at)) ?? []
  return today.flatMap((each) => directions.filter((side) => each.failed[side] && counts(each, side))).length
}

export const failuresInSecurity = (log: FailureLog, firmId: string, securityId: string, at: number): number =>
  count(log, at, (each, side) => each.firmIds[side] === firmId && each.securityId === securityId)
export const failuresOfTrader = (log: FailureLog, traderId: string, at: number): number =>
  count(log, at, (each, side) => each.traderIds[side] === traderId)
export const failuresOfFirm = (log: FailureLog, firmId: string, at: number): number =>
  count(log, at, (each, side) => each.firmIds[side] === firmId)

const failuresBetween = (log: FailureLog, { BUY, SELL }: BothSides<string>, at: number): FailedLocate[] =>
  (log.get(dateOf(at)) ?? []).filter(
    ({ firmIds }) => [BUY, SELL].includes(firmIds.BUY) && [BUY, SELL].includes(firmIds.SELL),
  )

/** The failures of two institutions with each other on the day of a moment, in all securities together. */
export const failedLocatesBetween = (log: FailureLog, firmIds: BothSides<string>, at: number): number =>
  failuresBetween(log, firmIds, at).length

/**
 * The failures of two institutions in a security that count for their cooldown (docs/rules.md §8). A report of the
 * broker is a failure of docs/rules.md §21 only.
 */
export const failuresForCooldown = (
  log: FailureLog,
  firmIds: BothSides<string>,
  at: number,
  securityId: string,
): number =>
  failuresBetween(log, firmIds, at).filter(
    (each) => each.securityId === securityId && each.reportedFor === null,
  ).length

/** The same log as if no broker had reported anything. */
export const withoutReports = (log: FailureLog): FailureLog =>
  new Map([...log].map(([date, all]) => [date, all.filter(({ reportedFor }) => reportedFor === null)]))

/** A locate that was withdrawn or void without a fault of either side (docs/rules.md §8, §21). */
interface NeutralWithdrawal {
  readonly securityId: string
  readonly firmIds: BothSides<string>
}

/** Those of each date in Tokyo. */
export type WithdrawalLog = Map<string, readonly NeutralWithdrawal[]>

/** Records an event, before the engine applies it. */
export function recordWithdrawals(log: WithdrawalLog, state: State, event: Event): void {
  if (event.type !== 'locateWithdrawn') return
  const { BUY, SELL } = event.scores
  const locate = state.locates.get(event.locateId)
  // A withdrawal by a side's own knockout is a failure of that side, and nothing of the other's.
  if (!locate || BUY !== null || SELL !== null) return
  const { securityId, firmIds } = locate
  const date = dateOf(event.at)
  log.set(date, [...(log.get(date) ?? []), { securityId, firmIds }])
}

/** The neutral withdrawals of an institution on the day of a moment, newest last. */
export const withdrawalsOf = (log: WithdrawalLog, firmId: string, at: number): NeutralWithdrawal[] =>
  (log.get(dateOf(at)) ?? []).filter(({ firmIds }) => [firmIds.BUY, firmIds.SELL].includes(firmId))

/** The budgets that keep a pair from being located (docs/rules.md §21). */
const budgets = [
  'SECURITY',
  'PAIR',
  'TRADER',
  'FIRM',
  'WITHDRAWALS IN SECURITY',
  'WITHDRAWALS OF FIRM',
] as const
export type Budget = (typeof budgets)[number]

export function exhaustedBudgets(
  { failures: log, withdrawals }: { readonly failures: FailureLog; readonly withdrawals: WithdrawalLog },
  { probing }: Limits,
  sides: BothSides<Own>,
  securityId: string,
  at: number,
): Budget[] {
  const { withdrawalsPerSecurity, withdrawalsPerFirm } = probing
  const own = [sides.BUY, sides.SELL]
  const firmIds = { BUY: sides.BUY.firmId, SELL: sides.SELL.firmId }
  const isExhausted: Record<Budget, boolean> = {
    SECURITY: own.some(
      ({ firmId }) => failuresInSecurity(log, firmId, securityId, at) >= probing.failuresPerSecurity,
    ),
    PAIR: failedLocatesBetween(log, firmIds, at) >= probing.failedLocatesPerPair,
    TRADER: own.some(({ traderId }) => failuresOfTrader(log, traderId, at) >= probing.failuresPerTrader),
    FIRM: own.some(({ firmId }) => failuresOfFirm(log, firmId, at) >= probing.failuresPerFirm),
    'WITHDRAWALS IN SECURITY': own.some(({ firmId }) => {
      const inSecurity = withdrawalsOf(withdrawals, firmId, at).filter(
        (each) => each.securityId === securityId,
      )
      return withdrawalsPerSecurity > 0 && inSecurity.length >= withdrawalsPerSecurity
    }),
    'WITHDRAWALS OF FIRM': own.some(
      ({ firmId }) =>
        withdrawalsPerFirm > 0 && withdrawalsOf(withdrawals, firmId, at).length >= withdrawalsPerFirm,
    ),
  }
  return budgets.filter((budget) => isExhausted[budget])
}
