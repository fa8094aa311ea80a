import type { CommandOf } from '../commands.ts'
import { type Decision, happened, refused } from '../refusals.ts'
import { ownAgreement } from '../state/lookups.ts'
import type { State } from '../state/state.ts'
import { isAgreementDay } from './connection-agreement.ts'
import { sideOf } from './locate.ts'

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
export function confirmExecution(state: State, ask: Executing): Decision {
  const agreement = ownAgreement(state, ask)
  if (!agreement) return refused('AGREEMENT-NOT-FOUND')
  if (agreement.received[ask.side]) return happened()
  const { at, agreementId, side, brokerUserId } = ask
  return happened({ type: 'executionConfirmed', at, agreementId, side, brokerUserId })
}

/** Reverts a confirmation, until the end of the agreement's trading day (docs/rules.md §9). Idempotent. */
export function undoExecution(state: State, ask: Executing): Decision {
  const agreement = ownAgreement(state, ask)
  if (!agreement) return refused('AGREEMENT-NOT-FOUND')
  if (!isAgreementDay(agreement, ask.at)) return refused('AGREEMENT-DAY-OVER')
  if (!agreement.received[ask.side]) return happened()
  const { at, agreementId, side, brokerUserId } = ask
  return happened({ type: 'executionUndone', at, agreementId, side, brokerUserId })
}
