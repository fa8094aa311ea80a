import { tradingDay } from '../calendar/trading-days.ts'
import type { CommandOf } from '../model/commands.ts'
import type { ConnectionAgreement } from '../model/connection-agreement.ts'
import { sideOf } from '../model/locate.ts'
import { ownAgreement } from '../model/lookups.ts'
import { type Decision, happened, refused } from '../model/refusals.ts'
import type { State } from '../model/state.ts'

/**
 * Whether the broker may still take a confirmation back, or report that nothing was executed, at a time in
 * milliseconds UTC: until the end of the agreement's trading day (docs/rules.md §9, §24).
 */
export const isAgreementDay = ({ agreedAt }: Pick<ConnectionAgreement, 'agreedAt'>, at: number): boolean =>
  tradingDay(at) === tradingDay(agreedAt)

/** A trader of the agreement connects to the broker (docs/rules.md §9). Idempotent. */
export function connectBroker(
  state: State,
  { at, traderId, agreementId }: CommandOf<'connectBroker'>,
): Decision {
  const agreement = state.agreements.get(agreementId)
  const side = agreement ? sideOf(agreement, traderId) : null
  if (!agreement || !side) return refused('AGREEMENT-NOT-FOUND')
  if (agreement.handed[side]) return happened()
  return happened({ type: 'brokerConnected', at, agreementId, side })
}

type Executing = CommandOf<'confirmExecution' | 'undoExecution'>

/** The executing broker confirms that it received a side's password (docs/rules.md §9). Idempotent. */
export function confirmExecution(state: State, command: Executing): Decision {
  const agreement = ownAgreement(state, command)
  if (!agreement) return refused('AGREEMENT-NOT-FOUND')
  if (agreement.received[command.side]) return happened()
  const { at, agreementId, side, brokerUserId } = command
  return happened({ type: 'executionConfirmed', at, agreementId, side, brokerUserId })
}

/** Reverts a confirmation, until the end of the agreement's trading day (docs/rules.md §9). Idempotent. */
export function undoExecution(state: State, command: Executing): Decision {
  const agreement = ownAgreement(state, command)
  if (!agreement) return refused('AGREEMENT-NOT-FOUND')
  if (!isAgreementDay(agreement, command.at)) return refused('AGREEMENT-DAY-OVER')
  if (!agreement.received[command.side]) return happened()
  const { at, agreementId, side, brokerUserId } = command
  return happened({ type: 'executionUndone', at, agreementId, side, brokerUserId })
}
