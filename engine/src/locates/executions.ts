import { tradingDay, tradingDaysBetween } from '../calendar/trading-days.ts'
import { tickAt } from '../market/tick-sizes.ts'
import type { CommandOf } from '../model/commands.ts'
import type { ConnectionAgreement, Execution, ExecutionTerms } from '../model/connection-agreement.ts'
import { ownAgreement, securityOf } from '../model/lookups.ts'
import type { Price } from '../model/price.ts'
import { type Decision, happened, type Refusal, refused } from '../model/refusals.ts'
import type { State } from '../model/state.ts'

/** The shares executed under an agreement by all reports that were not withdrawn (docs/rules.md §24). */
export const executedQuantity = ({
  executions,
}: {
  readonly executions: readonly Pick<Execution, 'quantity'>[]
}): number => executions.reduce((sum, { quantity }) => sum + quantity, 0)

/**
 * The shares that may still be reported under an agreement (docs/rules.md §24). Those of an execution that is
 * corrected may be reported again.
 */
export const quantityLeft = (
  agreement: {
    readonly locationQuantity: number
    readonly executions: readonly Pick<Execution, 'quantity'>[]
  },
  corrected: Pick<Execution, 'quantity'> | null,
): number => agreement.locationQuantity - executedQuantity(agreement) + (corrected?.quantity ?? 0)

/** Whether a number of shares may be reported while so many are left (docs/rules.md §24). */
export const isExecutionQuantity = (quantity: number, left: number): boolean =>
  Number.isSafeInteger(quantity) && quantity > 0 && quantity <= left

/** Whether an execution may have taken place at a time: between the locate and now (docs/rules.md §24). */
export const isExecutionTime = (executedAt: number, locateTime: number, now: number): boolean =>
  executedAt >= locateTime && executedAt <= now

/**
 * Whether the broker may still report executions, at a time in milliseconds UTC: until the end of the first trading
 * day after that of the agreement (docs/decisions/0070-executions.md).
 */
export const isExecutionReportable = (
  { calendar }: Pick<State, 'calendar'>,
  { agreedAt }: Pick<ConnectionAgreement, 'agreedAt'>,
  at: number,
): boolean => tradingDaysBetween(calendar, tradingDay(agreedAt) + 1, tradingDay(at)) <= 0

/** The executing broker reports an execution under an agreement (docs/rules.md §24). The same id again does nothing. */
export function reportExecution(state: State, command: CommandOf<'reportExecution'>): Decision {
  const agreement = ownAgreement(state, command)
  if (!agreement) return refused('AGREEMENT-NOT-FOUND')
  if (executionOf(agreement, command.executionId)) return happened()
  const refusal =
    dayRefusal(state, agreement, command.at) ?? termsRefusal(state, agreement, command, command.at, null)
  if (refusal) return { refusal }
  const { at, agreementId, executionId, brokerUserId } = command
  return happened({
    type: 'executionReported',
    at,
    agreementId,
    executionId,
    ...termsOf(command),
    brokerUserId,
  })
}

/** Replaces the terms of a reported execution; the journal has those before (docs/rules.md §24). Idempotent. */
export function correctExecution(state: State, command: CommandOf<'correctExecution'>): Decision {
  const agreement = ownAgreement(state, command)
  const execution = agreement ? executionOf(agreement, command.executionId) : undefined
  if (!agreement || !execution) return refused('AGREEMENT-NOT-FOUND')
  const refusal =
    dayRefusal(state, agreement, command.at) ?? termsRefusal(state, agreement, command, command.at, execution)
  if (refusal) return { refusal }
  if (areEqual(execution, command)) return happened()
  const { at, agreementId, executionId, brokerUserId } = command
  return happened({
    type: 'executionCorrected',
    at,
    agreementId,
    executionId,
    ...termsOf(command),
    brokerUserId,
  })
}

/** Takes a reported execution back (docs/rules.md §24). */
export function withdrawExecution(state: State, command: CommandOf<'withdrawExecution'>): Decision {
  const agreement = ownAgreement(state, command)
  if (!agreement || !executionOf(agreement, command.executionId)) return refused('AGREEMENT-NOT-FOUND')
  const refusal = dayRefusal(state, agreement, command.at)
  if (refusal) return { refusal }
  const { at, agreementId, executionId, brokerUserId } = command
  return happened({ type: 'executionWithdrawn', at, agreementId, executionId, brokerUserId })
}

const executionOf = (
  { executions }: Pick<ConnectionAgreement, 'executions'>,
  id: string,
): Execution | undefined => executions.find(({ executionId }) => executionId === id)

const termsOf = ({ quantity, price, executedAt }: ExecutionTerms): ExecutionTerms => ({
  quantity,
  price,
  executedAt,
})

const areEqual = (a: ExecutionTerms, b: ExecutionTerms): boolean =>
  a.quantity === b.quantity && a.price === b.price && a.executedAt === b.executedAt

const dayRefusal = (state: State, agreement: ConnectionAgreement, at: number): Refusal | null =>
  isExecutionReportable(state, agreement, at) ? null : { errorCode: 'AGREEMENT-DAY-OVER' }

/**
 * What is wrong with a report, in order of precedence. `corrected` is the execution that it replaces, whose shares do
 * not count.
 */
function termsRefusal(
  state: State,
  agreement: ConnectionAgreement,
  { quantity, price, executedAt }: ExecutionTerms,
  at: number,
  corrected: Execution | null,
): Refusal | null {
  const { notExecuted, locateTime } = agreement
  // A report that nothing was executed must be withdrawn first: the two would contradict each other.
  if (notExecuted) return { errorCode: 'EXECUTION-NONE' }
  const left = quantityLeft(agreement, corrected)
  if (!isExecutionQuantity(quantity, left))
    return { errorCode: 'EXECUTION-QUANTITY', variables: { shares: left } }
  if (!isExecutionPrice(state, agreement, price)) return { errorCode: 'EXECUTION-PRICE' }
  if (!isExecutionTime(executedAt, locateTime, at)) return { errorCode: 'EXECUTION-TIME' }
  return null
}

/**
 * A price on the tick of the day of the agreement, or the mid of the locate, which lies between two ticks when the
 * spread is odd.
 */
function isExecutionPrice(
  state: State,
  { securityId, midPrice, tickTable }: ConnectionAgreement,
  price: Price,
): boolean {
  if (!(Number.isSafeInteger(price) && price > 0)) return false
  const { exchange } = securityOf(state, securityId)
  return price === midPrice || price % tickAt(price, { tickTable, exchange }) === 0
}
