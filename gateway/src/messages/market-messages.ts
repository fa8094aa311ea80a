import type { Equity } from '@aitai/contract/schemas/reference.ts'
import { type FixField, type FixMessage, fieldOf } from '../wire/fix-message.ts'
import { messageTypes, messageTags as tag } from './message-tags.ts'

/** Securities in one message: each stays far below the limit of a body. */
const securitiesPerMessage = 500

/** The reply to a Security List Request (x): every security that can be advertised, in parts (y). */
export function securityLists(request: FixMessage, equities: readonly Equity[]): FixMessage[] {
  const requestId = fieldOf(request, tag.securityReqId) ?? ''
  const parts: (readonly Equity[])[] = []
  for (let first = 0; first === 0 || first < equities.length; first += securitiesPerMessage)
    parts.push(equities.slice(first, first + securitiesPerMessage))
  return parts.map((part, index) => ({
    type: messageTypes.securityList,
    fields: [
      [tag.securityReqId, requestId],
      [tag.securityResponseId, `${requestId}-${index + 1}`],
      [tag.securityRequestResult, '0'],
      [tag.totNoRelatedSym, String(equities.length)],
      [tag.lastFragment, index === parts.length - 1 ? 'Y' : 'N'],
      [tag.noRelatedSym, String(part.length)],
      ...part.flatMap(({ ric, name, lotSize }): FixField[] => [
        [tag.symbol, ric],
        [tag.securityDesc, name],
        [tag.roundLot, String(lotSize)],
      ]),
    ],
  }))
}

/** How matching in a market is, as Trading Session Status (h) says it. */
export interface MatchingStatus {
  /** Whether adverts can be located now. */
  readonly isOpen: boolean
  /** Whether the operator has halted all of it. */
  readonly isHalted: boolean
}

/** TradSesStatus (340). */
const statuses = { halted: '1', open: '2', closed: '3' } as const

/** The status of matching, as the reply to a request (g) or unasked when it has changed. */
export function sessionStatus({ isOpen, isHalted }: MatchingStatus, request: FixMessage | null): FixMessage {
  const requestId = request && fieldOf(request, tag.tradSesReqId)
  return {
    type: messageTypes.sessionStatus,
    fields: [
      ...(requestId ? [[tag.tradSesReqId, requestId] as const] : []),
      [tag.tradingSessionId, 'MATCHING'],
      ...(requestId ? [] : [[tag.unsolicited, 'Y'] as const]),
      [tag.tradSesStatus, isHalted ? statuses.halted : isOpen ? statuses.open : statuses.closed],
    ],
  }
}
