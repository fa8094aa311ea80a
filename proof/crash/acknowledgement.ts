import type { Advert as AdvertView } from '@aitai/contract/schemas/adverts.ts'
import type { CallResponse } from '../harness/client-connection.ts'
import type { ClientRecord } from './client-record.ts'
import { type Operation, operationName } from './operations.ts'
import type { Tally } from './tally.ts'

/** A request under way, and what must be known to judge it if no answer comes. */
export interface PendingRequest {
  readonly op: Operation
  /** Its Idempotency-Key, or none. The same when it is sent again. */
  readonly key: string | null
  /** The locates of its advert when it was sent: it can only be taken once they are over. */
  readonly over: ReadonlySet<string>
  /** A restart showed that it was done: sent again, it must do nothing more. */
  readonly isDone: boolean
}

/** Takes an answer into a trader's book: from now on the server must not forget it. */
export function recordAcknowledgement(
  book: ClientRecord,
  tally: Tally,
  doing: PendingRequest,
  answer: CallResponse<unknown>,
): void {
  tally.acknowledged += 1
  if (!('reply' in answer)) return refused(book, tally, doing, answer.status)
  const { op } = doing
  if (op.type === 'answerLocate') return answered(book, tally, doing, op)
  const view = answer.reply as AdvertView | { readonly error: string }
  if ('error' in view) {
    tally.refused += 1
    return
  }
  if (doing.isDone) return
  advertTaken(book, tally, doing, view)
}

function advertTaken(book: ClientRecord, tally: Tally, { op, over }: PendingRequest, view: AdvertView): void {
  const name = operationName(op, view.id) ?? ''
  if (op.type === 'submitAdvert') {
    book.replace(op.advertId, view, over)
    book.counts.upload += 1
    tally.happened(name)
    return
  }
  const before = book.adverts.get(view.id)
  // A locate that failed may have paused it already, and then this did nothing.
  const mayBePaused = op.type === 'pauseAdvert' && [...over].some((id) => !before?.over.has(id))
  if (op.type === 'cancelAdvert') book.counts.cancel += 1
  book.hold(view, over)
  if (mayBePaused) tally.mayHaveHappened(name)
  else tally.happened(name)
}

function answered(
  book: ClientRecord,
  tally: Tally,
  doing: PendingRequest,
  op: Extract<Operation, { type: 'answerLocate' }>,
): void {
  const locate = book.locates.get(op.locateId)
  if (!locate || doing.isDone) return
  locate.answer = op.answer
  book.counts[op.answer === 'ACCEPT' ? 'accept' : 'decline'] += 1
  tally.happened(operationName(op) ?? '')
}

function refused(book: ClientRecord, tally: Tally, { op, isDone }: PendingRequest, status: number): void {
  tally.refused += 1
  if (status === 404 && !isDone) tally.faults.lost.push(`${operationName(op)} was answered 404`)
  if (op.type === 'answerLocate') {
    const locate = book.locates.get(op.locateId)
    if (locate) locate.isLate = true
    return
  }
  const advert = 'advertId' in op ? book.adverts.get(op.advertId) : undefined
  // Located a moment ago, most likely: the notice of it is on its way.
  if (advert) advert.believed = 'LOCATED'
}
