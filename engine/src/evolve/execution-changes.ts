import type { ConnectionAgreement, Execution } from '../model/connection-agreement.ts'
import type { EventOf } from '../model/events.ts'

/**
 * Sets or removes an execution that the broker reported. A corrected one keeps its position.
 */
export function setExecution(
  agreement: ConnectionAgreement,
  event: EventOf<'executionReported' | 'executionCorrected' | 'executionWithdrawn'>,
): void {
  const { executions } = agreement
  const { executionId } = event
  if (event.type === 'executionWithdrawn') {
    agreement.executions = executions.filter((each) => each.executionId !== executionId)
    return
  }
  const { at, quantity, price, executedAt, brokerUserId } = event
  const reported: Execution = { executionId, quantity, price, executedAt, at, brokerUserId }
  const index = executions.findIndex((each) => each.executionId === executionId)
  agreement.executions = index < 0 ? [...executions, reported] : executions.with(index, reported)
}
