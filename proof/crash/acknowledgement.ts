import { CallFailed } from '@aitai/contract/api-client.ts'
import type { Advert as AdvertView } from '@aitai/contract/schemas/adverts.ts'
import type { ClientRecord } from './client-record.ts'
import { type Operation, operationName } from './operations.ts'
import type { Tally } from './tally.ts'

/** A request in flight, with what is needed to check its effect if no response comes. */
export interface PendingRequest {
  readonly op: Operation
  /** Its Idempotency-Key, or null. The same in every retry. */
  readonly key: string | null
  /**
   * The ended locates of its advert when it was sent: the request can only take effect once they are over.
   */
  readonly endedLocates: ReadonlySet<string>
  /** A check after a restart showed that it was applied, so a retry must have no effect. */
  readonly isApplied: boolean
}

/** Records a response in a trader's record: from now on the server must not lose its effect. */
export function recordAcknowledgement(
  record: ClientRecord,
  tally: Tally,
  pending: PendingRequest,
  answer: unknown,
): void {
  tally.addResponse()
  if (answer instanceof CallFailed) return recordRefusal(record, tally, pending, answer.status)
  const { op } = pending
  if (op.type === 'answerLocate') return recordLocateAnswer(record, tally, pending, op)
  const view = answer as AdvertView | { readonly error: string }
  if ('error' in view) {
    tally.refused += 1
    return
  }
  if (pending.isApplied) return
  recordAdvert(record, tally, pending, view)
}

function recordAdvert(
  record: ClientRecord,
  tally: Tally,
  { op, endedLocates }: PendingRequest,
  view: AdvertView,
): void {
  const name = operationName(op, view.id) ?? ''
  if (op.type === 'submitAdvert') {
    record.replace(op.advertId, view, endedLocates)
    record.counts.upload += 1
    tally.addOperation(name)
    return
  }
  if (op.type === 'cancelAdvert') record.counts.cancel += 1
  record.store(view, endedLocates)
  tally.addOperation(name)
}

function recordLocateAnswer(
  record: ClientRecord,
  tally: Tally,
  pending: PendingRequest,
  op: Extract<Operation, { type: 'answerLocate' }>,
): void {
  const locate = record.locates.get(op.locateId)
  if (!locate || pending.isApplied) return
  locate.answer = op.answer
  record.counts[op.answer === 'ACCEPT' ? 'accept' : 'decline'] += 1
  tally.addOperation(operationName(op) ?? '')
}

function recordRefusal(
  record: ClientRecord,
  tally: Tally,
  { op, isApplied }: PendingRequest,
  status: number,
): void {
  tally.refused += 1
  if (status === 404 && !isApplied) tally.faults.lost.push(`${operationName(op)} returned 404`)
  if (op.type === 'answerLocate') {
    const locate = record.locates.get(op.locateId)
    if (locate) locate.isLate = true
    return
  }
  const advert = 'advertId' in op ? record.adverts.get(op.advertId) : undefined
  // Most likely it was just located and the notification has not arrived yet.
  if (advert) advert.assumedStatus = 'LOCATED'
}
