import type { PendingRequest } from './acknowledgement.ts'
import type { ClientRecord } from './client-record.ts'
import { operationName } from './operations.ts'
import { counterOf, createdAdvert, type ReadState } from './record-check.ts'
import type { Resolution, Tally } from './tally.ts'

/** Adopts a state without faults as the new record. Returns the request to retry, or null. */
export function reconcile(
  record: ClientRecord,
  tally: Tally,
  pending: PendingRequest | null,
  serverState: ReadState,
  resolution: Resolution | null,
): PendingRequest | null {
  let retried = pending
  if (pending && resolution) {
    tally.resolved[resolution] += 1
    if (resolution !== 'notApplied') {
      recordAsApplied(record, tally, pending, serverState, resolution)
      retried = { ...pending, isApplied: true }
    }
  }
  for (const locate of serverState.locates) {
    const recorded = record.locate(locate)
    recorded.answer = locate.answer
    recorded.outcome = locate.outcome
    recorded.isOver = locate.outcome !== null
  }
  for (const view of serverState.adverts) {
    const endedLocates = record.locatesOf(view.id)
    const open = view.locateNotificationId
    if (open === null) record.store(view, endedLocates)
    else {
      endedLocates.delete(open)
      // It was live when it was located; its status now follows from the locate.
      const recorded = record.store(view, endedLocates)
      recorded.status = 'LIVE'
    }
  }
  return retried
}

function recordAsApplied(
  record: ClientRecord,
  tally: Tally,
  pending: PendingRequest,
  serverState: ReadState,
  resolution: Resolution,
): void {
  const created = createdAdvert(record, pending, serverState)
  const name = operationName(pending.op, created?.id) ?? ''
  if (resolution === 'unknown') return tally.addPossibleOperation(name)
  tally.addOperation(name)
  const counter = counterOf(pending)
  if (counter) record.counts[counter] += 1
  if (pending.op.type === 'submitAdvert' && created)
    record.replace(pending.op.advertId, created, pending.endedLocates)
}
