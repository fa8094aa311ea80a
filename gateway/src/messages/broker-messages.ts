import type { ConnectionAgreement } from '@aitai/contract/schemas/agreements.ts'
import type { Direction } from '@aitai/engine/model/advert.ts'
import type { Yen } from '@aitai/engine/model/price.ts'
import { type FixField, type FixMessage, fieldOf } from '../wire/fix-message.ts'
import { formatUtcTimestamp, parseUtcTimestamp } from '../wire/utc-timestamp.ts'
import { messageTypes, messageTags as tag } from './message-tags.ts'
import { directionOf, fixSide, partyFields, partyRoles, typeLetter } from './order-terms.ts'
import { type FixRefusal, gatewayRefusal } from './refusal.ts'

/**
 * The drop copy of one side of an agreement: both institutions, and the password of the side. The OrderID (37) is the
 * id of the agreement.
 */
export function dropCopy(
  agreement: ConnectionAgreement,
  ric: string,
  side: Direction,
  execId: string,
): FixMessage {
  const { buyOrganizationName: buyer, sellOrganizationName: seller, locationQuantity } = agreement
  const [own, contra] = side === 'BUY' ? [buyer, seller] : [seller, buyer]
  const type = side === 'BUY' ? agreement.buyTransactionType : agreement.sellTransactionType
  return {
    type: messageTypes.executionReport,
    fields: [
      [tag.orderId, agreement.connectionAgreementId],
      ...partyFields([
        { id: own, role: partyRoles.orderOriginator },
        { id: contra, role: partyRoles.contraFirm },
      ]),
      [tag.execId, execId],
      [tag.execType, '7'],
      [tag.ordStatus, '7'],
      [tag.symbol, ric],
      [tag.side, fixSide(side)],
      [tag.orderQty, String(locationQuantity)],
      [tag.ordType, 'P'],
      [tag.price, String(agreement.midPrice)],
      [tag.leavesQty, String(locationQuantity)],
      [tag.cumQty, '0'],
      [tag.avgPx, '0'],
      [tag.transactTime, formatUtcTimestamp(agreement.agreedAt)],
      [tag.copyMsgIndicator, 'Y'],
      [tag.handoverPassword, side === 'BUY' ? agreement.buyPw : agreement.sellPw],
      [tag.transactionType, typeLetter(type)],
    ],
  }
}

/** What a broker says of the drop copy of a side. */
export interface Acknowledgement {
  readonly agreementId: string
  readonly side: Direction
  /** Whether the password was received; false takes an earlier confirmation back. */
  readonly isReceived: boolean
}

/** Reads an Execution Acknowledgement (BN): ExecAckStatus 1 for received, 2 to take that back. */
export const readAcknowledgement = (message: FixMessage): Acknowledgement => ({
  agreementId: fieldOf(message, tag.orderId) ?? '',
  side: directionOf(fieldOf(message, tag.side)),
  isReceived: fieldOf(message, tag.execAckStatus) !== '2',
})

interface ReportedExecution {
  readonly quantity: number
  /** Yen. */
  readonly price: Yen
  readonly executedAt: number
}

/** What a broker reports of an agreement by a Trade Capture Report (AE). */
export type TradeReport = {
  readonly reportId: string
  readonly agreementId: string
} & (
  | { readonly type: 'execution'; readonly execution: ReportedExecution }
  | { readonly type: 'correction'; readonly of: string; readonly execution: ReportedExecution }
  | { readonly type: 'withdrawal'; readonly of: string }
  | { readonly type: 'notExecuted'; readonly by: readonly Direction[] }
)

/** NotExecutedBy (5017). */
const sidesOf: Readonly<Record<string, readonly Direction[]>> = {
  '1': ['BUY'],
  '2': ['SELL'],
  '3': ['BUY', 'SELL'],
}

/**
 * Reads a Trade Capture Report: TradeReportTransType 0 for a new report, 2 for a correction, 1 for a withdrawal. With
 * NotExecutedBy (5017) it reports that nothing was executed, and who did not follow through.
 */
export function readTradeReport(message: FixMessage): TradeReport | FixRefusal {
  const reportId = fieldOf(message, tag.tradeReportId) ?? ''
  const agreementId = fieldOf(message, tag.orderId) ?? ''
  const of = fieldOf(message, tag.tradeReportRefId) ?? ''
  const transType = fieldOf(message, tag.tradeReportTransType) ?? '0'
  const about = { reportId, agreementId }
  if (transType === '1') return { ...about, type: 'withdrawal', of }
  const by = sidesOf[fieldOf(message, tag.notExecutedBy) ?? '']
  if (by) return { ...about, type: 'notExecuted', by }
  const quantity = Number(fieldOf(message, tag.lastQty) ?? '0')
  if (!Number.isInteger(quantity) || quantity < 1) return gatewayRefusal('FIX-SHARES', { tag: tag.lastQty })
  const execution = {
    quantity,
    price: Number(fieldOf(message, tag.lastPx) ?? '0'),
    executedAt: parseUtcTimestamp(fieldOf(message, tag.transactTime) ?? '') ?? 0,
  }
  return transType === '2'
    ? { ...about, type: 'correction', of, execution }
    : { ...about, type: 'execution', execution }
}

/** The reply to a Trade Capture Report: accepted, or refused with the reason. */
export function tradeReportAck(message: FixMessage, refusal: FixRefusal | null): FixMessage {
  const copied = [tag.tradeReportId, tag.tradeReportTransType, tag.tradeReportRefId, tag.orderId, tag.symbol]
  const fields = copied.flatMap((of): FixField[] => {
    const value = fieldOf(message, of)
    return value === undefined ? [] : [[of, value]]
  })
  const result: FixField[] = refusal
    ? [
        [tag.trdRptStatus, '1'],
        [tag.tradeReportRejectReason, '99'],
        [tag.text, refusal.text],
        [tag.reasonCode, refusal.code],
      ]
    : [[tag.trdRptStatus, '0']]
  return { type: messageTypes.tradeReportAck, fields: [...fields, ...result] }
}
