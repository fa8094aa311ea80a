import type { LocateNotification } from '@aitai/contract/schemas/locates.ts'
import type { Answer } from '@aitai/engine/model/locate.ts'
import { type FixField, type FixMessage, fieldOf } from '../wire/fix-message.ts'
import { formatUtcTimestamp } from '../wire/utc-timestamp.ts'
import { messageTypes, messageTags as tag } from './message-tags.ts'
import { fixSide, typeLetter } from './order-terms.ts'

/** Contra located: a Quote Request (R) about the receiver's own side, until its deadline (docs/rules.md §8). */
export function quoteRequest(locate: LocateNotification, ric: string, clOrdId: string | null): FixMessage {
  const located: FixField[] = clOrdId === null ? [] : [[tag.locatedClOrdId, clOrdId]]
  return {
    type: messageTypes.quoteRequest,
    fields: [
      [tag.quoteReqId, locate.locateNotificationId],
      [tag.noRelatedSym, '1'],
      [tag.symbol, ric],
      [tag.side, fixSide(locate.direction)],
      [tag.orderQty, String(locate.locateQuantity)],
      [tag.expireTime, formatUtcTimestamp(locate.deadline)],
      [tag.transactTime, formatUtcTimestamp(locate.locateTime)],
      [tag.price, String(locate.midPrice)],
      ...located,
      [tag.transactionType, typeLetter(locate.transactionType)],
    ],
  }
}

/** QuoteRespType (694): 1 for hit, 6 for pass; the dictionary admits no other. */
const quoteRespTypes = { ACCEPT: '1', DECLINE: '6' } as const satisfies Record<Answer, string>

export interface LocateAnswer {
  readonly locateId: string
  readonly answer: Answer
}

/** Reads a Quote Response (AJ). */
export const readLocateAnswer = (message: FixMessage): LocateAnswer => ({
  locateId: fieldOf(message, tag.quoteReqId) ?? '',
  answer: fieldOf(message, tag.quoteRespType) === quoteRespTypes.ACCEPT ? 'ACCEPT' : 'DECLINE',
})

/** Writes a Quote Response as a counterparty would. */
export const writeLocateAnswer = ({ locateId, answer }: LocateAnswer, id: string): FixMessage => ({
  type: messageTypes.quoteResponse,
  fields: [
    [tag.quoteRespId, id],
    [tag.quoteReqId, locateId],
    [tag.quoteRespType, quoteRespTypes[answer]],
  ],
})
