import type { PendingRequest } from './acknowledgement.ts'
import type { ClientRecord } from './client-record.ts'
import { operationName } from './operations.ts'
import { counterOf, createdAdvert, type ReadState } from './record-check.ts'
import type { Resolution, Tally } from './tally.ts'

/** Takes what a check found right as the new ground. Gives the request that is to be sent again, if any. */
export function reconcile(
  book: ClientRecord,
  tally: Tally,
  doing: PendingRequest | null,
  seen: ReadState,
  resolution: Resolution | null,
): PendingRequest | null {
  let again = doing
  if (doing && resolution) {
    tally.resolved[resolution] += 1
    if (resolution !== 'notApplied') {
      takeAsDone(book, tally, doing, seen, resolution)
      again = { ...doing, isDone: true }
    }
  }
  for (const locate of seen.locates) {
    const held = book.locate(locate)
    held.answer = locate.answer
    held.outcome = locate.outcome
    held.isOver = locate.outcome !== null
  }
  for (const view of seen.adverts) {
    const over = book.locatesOf(view.id)
    const open = view.locateNotificationId
    if (open === null) book.hold(view, over)
    else {
      over.delete(open)
      // It was live when it was located: its status now follows from the locate.
      const held = book.hold(view, over)
      held.status = 'LIVE'
    }
  }
  return again
}

function takeAsDone(
  book: ClientRecord,
  tally: Tally,
  doing: PendingRequest,
  seen: ReadState,
  resolution: Resolution,
): void {
  const newcomer = createdAdvert(book, doing, seen)
  const name = operationName(doing.op, newcomer?.id) ?? ''
  if (resolution === 'unknown') return tally.mayHaveHappened(name)
  tally.happened(name)
  const counted = counterOf(doing)
  if (counted) book.counts[counted] += 1
  if (doing.op.type === 'submitAdvert' && newcomer) book.replace(doing.op.advertId, newcomer, doing.over)
}
