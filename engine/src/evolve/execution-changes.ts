import type { ConnectionAgreement, Execution } from '../model/connection-agreement.ts'
import type { EventOf } from '../model/events.ts'

/**
 * Sets or removes an execution that the broker reported. A corrected one keeps its position. The field is absent
 * without executions, so that the state of an old journal keeps its hash.
 */
export function setExecution(
  agreement: ConnectionAgreement,
  event: EventOf<'executionReported' | 'executionCorrected' | 'executionWithdrawn'>,
): void {
  const { executions = [] } = agreement
  const { executionId } = event
  if (event.type === 'executionWithdrawn') {
    const left = executions.filter((each) => each.executionId !== executionId)
    if (left.length > 0) agreement.executions = left
    else delete agreement.executions
    return
  }
  const { at, quantity, price, executedAt, brokerUserId } = event
  const reported: Execution = { executionId, quantity, price, executedAt, at, brokerUserId }
  const index = executions.findIndex((each) => each.executionId === executionId)
  agreement.executions = index < 0 ? [...executions, reported] : executions.with(index, reported)
}
