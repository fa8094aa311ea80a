import type { CommandOf } from '@aitai/engine/model/commands.ts'
import { yen } from '@aitai/engine/model/price.ts'
import type { Security } from '@aitai/engine/model/security.ts'
import type { State } from '@aitai/engine/model/state.ts'
import type { OracleMemory } from './memory.ts'
import { isOpenDay, midnightAfter } from './trading-hours.ts'

type ExecutionCommand = CommandOf<'reportExecution' | 'correctExecution' | 'withdrawExecution'>

/**
 * Only by the executing broker, until the end of the next trading day, never more in sum than was located, on the
 * tick or at the located mid, between the locate and now. Excludes a report that nothing was executed
 * (docs/rules.md §24).
 */
export function expectedExecutionReport(
  memory: OracleMemory,
  state: State,
  command: ExecutionCommand,
): string[] {
  const { type, agreementId, executionId, brokerId, brokerUserId, at } = command
  const agreement = state.agreements.get(agreementId)
  const reported = memory.executions.get(agreementId) ?? new Map()
  const before = reported.get(executionId)
  if (agreement?.brokerId !== brokerId) return ['AGREEMENT-NOT-FOUND']
  if (type !== 'reportExecution' && !before) return ['AGREEMENT-NOT-FOUND']
  if (type === 'reportExecution' && before) return []
  if (at >= endOfNextTradingDay(state, agreement.agreedAt)) return ['AGREEMENT-DAY-OVER']
  if (type === 'withdrawExecution')
    return [`executionWithdrawn ${agreementId} ${executionId} by ${brokerUserId}`]

  const { quantity, price, executedAt } = command
  if (memory.notExecuted.has(agreementId)) return ['EXECUTION-NONE']
  const others = [...reported].filter(([id]) => id !== executionId).map(([, each]) => each.quantity)
  const sum = others.reduce((one, other) => one + other, quantity)
  if (quantity <= 0 || sum > agreement.locationQuantity) return ['EXECUTION-QUANTITY']
  const security = state.securities.get(agreement.securityId)
  if (price !== agreement.midPrice && !(security && isOnTick(price, security))) return ['EXECUTION-PRICE']
  if (executedAt < agreement.locateTime || executedAt > at) return ['EXECUTION-TIME']
  if (before?.quantity === quantity && before.price === price && before.executedAt === executedAt) return []
  const name = type === 'reportExecution' ? 'executionReported' : 'executionCorrected'
  return [`${name} ${agreementId} ${executionId} ${quantity} at ${price}, ${executedAt} by ${brokerUserId}`]
}

/** The first moment after the first trading day that follows that of an agreement. */
function endOfNextTradingDay({ calendar }: State, agreedAt: number): number {
  let night = midnightAfter(agreedAt)
  // Closed days in between do not count.
  while (!isOpenDay(calendar, night)) night = midnightAfter(night)
  return midnightAfter(night)
}

/** The ticks of the simulated prices, which are between 500 and 10,000 yen (docs/market.md). */
function isOnTick(price: number, { tickTable, exchange }: Security): boolean {
  const hasOwnTable = exchange === 'XTKS' || exchange === 'XNGO'
  const tenthsOfYen = price / (yen / 10)
  if (price <= 0 || !Number.isInteger(tenthsOfYen)) return false
  const inYen = price / yen
  const tick = hasOwnTable ? tickOf[tickTable](inYen) : coarseTick(inYen)
  return tenthsOfYen % (tick * 10) === 0
}

const fineTick = (inYen: number): number => (inYen <= 1_000 ? 0.1 : inYen <= 3_000 ? 0.5 : 1)
const coarseTick = (inYen: number): number => (inYen <= 3_000 ? 1 : inYen <= 5_000 ? 5 : 10)
const tickOf = { FINE: fineTick, COARSE: coarseTick, FUND: () => 1 } as const
