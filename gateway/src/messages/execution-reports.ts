import { createHash } from 'node:crypto'
import type { Advert } from '@aitai/contract/schemas/adverts.ts'
import type { LocateNotification } from '@aitai/contract/schemas/locates.ts'
import type { Outcome } from '@aitai/engine/model/locate.ts'
import type { FixField, FixMessage } from '../wire/fix-message.ts'
import { formatUtcTimestamp } from '../wire/utc-timestamp.ts'
import { messageTypes, messageTags as tag } from './message-tags.ts'
import { brokerFields, directionOf, fixSide } from './order-terms.ts'
import { type FixRefusal, refusalOfCode } from './refusal.ts'

/** The ids of an order in a report. */
export interface ReportedOrder {
  /** Null for an advert that was entered at the desk: of those only locates are reported. */
  readonly clOrdId: string | null
  /** The ClOrdID that a cancel or a replacement names. */
  readonly origClOrdId?: string
  readonly ric: string
}

/** What a report says: ExecType (150) and OrdStatus (39). Never a fill: those come from the broker. */
export const reportKinds = {
  NEW: { execType: '0', ordStatus: '0' },
  REPLACED: { execType: '5', ordStatus: '5' },
  CANCELLED: { execType: '4', ordStatus: '4' },
  EXPIRED: { execType: 'C', ordStatus: 'C' },
  SUSPENDED: { execType: '9', ordStatus: '9' },
  RESTORED: { execType: 'D', ordStatus: '0' },
  STOPPED: { execType: '7', ordStatus: '7' },
} as const
export type ReportKind = keyof typeof reportKinds

/** OrdRejReason (103). */
export const ordRejReasons = {
  unknownSymbol: '1',
  exchangeClosed: '2',
  exceedsLimit: '3',
  duplicate: '6',
  unsupported: '11',
  other: '99',
} as const

const reasonsByCode: Readonly<Record<string, string>> = {
  'SECURITY-NOT-FOUND': ordRejReasons.unknownSymbol,
  'FIX-SECURITY-SOURCE': ordRejReasons.unknownSymbol,
  'ADVERT-ERROR-010': ordRejReasons.exchangeClosed,
  'PLATFORM-HOURS': ordRejReasons.exchangeClosed,
  'PLATFORM-CLOSED': ordRejReasons.exchangeClosed,
  'ADVERT-ERROR-014': ordRejReasons.exceedsLimit,
  'FIX-DUPLICATE': ordRejReasons.duplicate,
  'FIX-EXPIRE-TIME': ordRejReasons.unsupported,
  'FIX-MINIMUM': ordRejReasons.unsupported,
}

/**
 * An ExecID that is the same whenever the same thing is reported, and reveals nothing: neither how much else was
 * reported nor when.
 */
export const execIdOf = (reported: string): string =>
  createHash('sha256').update(reported).digest('base64url').slice(0, 22)

/** What a report says of an advert. */
export interface ReportedTerms {
  readonly quantity: number
  readonly minimum: number
  /** Milliseconds since the epoch; null before it is sent. */
  readonly expiresAt: number | null
}

/** Returns the terms of an advert that a report repeats. */
export const reportedTerms = (advert: Advert): ReportedTerms => ({
  quantity: advert.shareQuantity,
  minimum: advert.minimumShareQuantity,
  expiresAt: advert.expiryDate === null ? null : Date.parse(advert.expiryDate),
})

/** What a report says beyond the order. */
export interface ReportDetails {
  readonly execId: string
  readonly at: number
  /** Why, for what the counterparty has not requested. */
  readonly reason?: FixRefusal
}

/** The state of an order: accepted, replaced, cancelled, expired, suspended or restored. */
export function orderReport(
  kind: Exclude<ReportKind, 'STOPPED'>,
  order: ReportedOrder,
  advert: Advert,
  details: ReportDetails,
): FixMessage {
  const isOver = kind === 'CANCELLED' || kind === 'EXPIRED'
  return executionReport(order, details, reportKinds[kind], {
    orderId: advert.id,
    side: fixSide(advert.direction),
    quantity: advert.shareQuantity,
    leaves: isOver ? 0 : advert.shareQuantity,
    more: orderFields(advert),
  })
}

/** The reply to a status request, with the state that was last reported. */
export function statusReport(
  kind: ReportKind,
  order: ReportedOrder,
  advert: Advert,
  details: ReportDetails,
): FixMessage {
  const isOver = kind === 'CANCELLED' || kind === 'EXPIRED'
  const { ordStatus } = reportKinds[kind]
  return executionReport(
    order,
    details,
    { execType: 'I', ordStatus },
    {
      orderId: advert.id,
      side: fixSide(advert.direction),
      quantity: advert.shareQuantity,
      leaves: isOver ? 0 : advert.shareQuantity,
      more: orderFields(advert),
    },
  )
}

/** The outcome of a locate, as its side may know it (docs/rules.md §8). */
export function outcomeReport(
  order: ReportedOrder,
  advert: Pick<Advert, 'id' | 'direction' | 'shareQuantity'>,
  locate: LocateNotification,
  brokerShortName: string | null,
  details: Omit<ReportDetails, 'reason'>,
): FixMessage {
  const { outcome, locateQuantity } = locate
  if (outcome === null) throw new Error('the outcome is not revealed yet')
  const kind = kindOfOutcome(outcome)
  const isAgreed = outcome === 'ACCEPTED'
  const ofAgreement: FixField[] = [
    [tag.price, String(locate.midPrice)],
    ...optional(tag.handoverPassword, locate.password),
    ...optional(tag.agreementId, locate.connectionAgreementId),
    ...optional(tag.brokerContact, locate.brokerContact),
    [tag.transactionType, locate.transactionType === 'SWAP_ONLY' ? 'S' : 'C'],
  ]
  return executionReport(
    order,
    isAgreed ? details : { ...details, reason: outcomeReasons[outcome] },
    reportKinds[kind],
    {
      orderId: advert.id,
      side: fixSide(advert.direction),
      quantity: locate.shareQuantity,
      leaves: isAgreed ? locateQuantity : advert.shareQuantity,
      parties: isAgreed && brokerShortName !== null ? brokerFields([brokerShortName]) : [],
      more: [
        [tag.locateId, locate.locateNotificationId],
        [tag.locatedQty, String(locateQuantity)],
        ...(isAgreed ? ofAgreement : []),
      ],
    },
  )
}

/** A neutral withdrawal leaves the order as it was; a locate that failed suspends it. */
export function kindOfOutcome(outcome: Outcome): 'STOPPED' | 'SUSPENDED' | 'RESTORED' {
  if (outcome === 'ACCEPTED') return 'STOPPED'
  return outcome === 'WITHDRAWN' ? 'RESTORED' : 'SUSPENDED'
}

const outcomeReasons: Readonly<Record<Exclude<Outcome, 'ACCEPTED'>, FixRefusal>> = {
  CONTRA_DECLINED: { code: 'CONTRA_DECLINED', text: 'The contra declined. The order is suspended.' },
  DECLINED: { code: 'DECLINED', text: 'You declined. The order is suspended.' },
  CONTRA_TIMEOUT: refusalOfCode('LOCATE-TIMEOUT-CONTRA'),
  TIMED_OUT: refusalOfCode('LOCATE-TIMEOUT-OWN'),
  WITHDRAWN: refusalOfCode('LOCATE_ERROR'),
}
/** A new order or indication that was not accepted. */
export function rejectReport(
  order: ReportedOrder,
  requested: { readonly side: string; readonly quantity: string },
  refusal: FixRefusal,
  details: Omit<ReportDetails, 'reason'>,
): FixMessage {
  return executionReport(
    order,
    { ...details, reason: refusal },
    { execType: '8', ordStatus: '8' },
    {
      orderId: 'NONE',
      side: fixSide(directionOf(requested.side)),
      quantity: requested.quantity,
      leaves: 0,
      more: [[tag.ordRejReason, reasonsByCode[refusal.code] ?? ordRejReasons.other]],
    },
  )
}

/** CxlRejReason (102). */
export const cxlRejReasons = { tooLate: '0', unknownOrder: '1', duplicate: '6', other: '2' } as const

/** A cancel or a replacement that was not accepted. */
export function cancelReject(
  { clOrdId, origClOrdId }: { readonly clOrdId: string; readonly origClOrdId: string },
  known: { readonly orderId: string; readonly ordStatus: string } | null,
  responseTo: 'cancel' | 'replace',
  refusal: FixRefusal,
): FixMessage {
  const reason =
    known === null
      ? cxlRejReasons.unknownOrder
      : refusal.code === 'ADVERT-ERROR-002'
        ? cxlRejReasons.tooLate
        : refusal.code === 'FIX-DUPLICATE'
          ? cxlRejReasons.duplicate
          : cxlRejReasons.other
  return {
    type: messageTypes.cancelReject,
    fields: [
      [tag.orderId, known?.orderId ?? 'NONE'],
      [tag.clOrdId, clOrdId],
      [tag.origClOrdId, origClOrdId],
      [tag.ordStatus, known?.ordStatus ?? '8'],
      [tag.cxlRejResponseTo, responseTo === 'cancel' ? '1' : '2'],
      [tag.cxlRejReason, reason],
      [tag.text, refusal.text],
      [tag.reasonCode, refusal.code],
    ],
  }
}

interface ReportBody {
  readonly orderId: string
  readonly side: string
  readonly quantity: number | string
  readonly leaves: number
  readonly parties?: readonly FixField[]
  readonly more?: readonly FixField[]
}

/** An Execution Report (8): nothing is ever executed in it, so 14, 6 and the last price say nothing. */
function executionReport(
  { clOrdId, origClOrdId, ric }: ReportedOrder,
  { execId, at, reason }: ReportDetails,
  { execType, ordStatus }: { readonly execType: string; readonly ordStatus: string },
  { orderId, side, quantity, leaves, parties = [], more = [] }: ReportBody,
): FixMessage {
  return {
    type: messageTypes.executionReport,
    fields: [
      [tag.orderId, orderId],
      ...optional(tag.clOrdId, clOrdId),
      ...optional(tag.origClOrdId, origClOrdId),
      ...parties,
      [tag.execId, execId],
      [tag.execType, execType],
      [tag.ordStatus, ordStatus],
      [tag.symbol, ric],
      [tag.side, side],
      [tag.orderQty, String(quantity)],
      [tag.ordType, 'P'],
      [tag.leavesQty, String(leaves)],
      [tag.cumQty, '0'],
      [tag.avgPx, '0'],
      [tag.transactTime, formatUtcTimestamp(at)],
      ...more,
      ...optional(tag.text, reason?.text),
      ...optional(tag.reasonCode, reason?.code),
    ],
  }
}

/** Terms that the server has filled in or rounded. */
const orderFields = (advert: Advert): FixField[] => [
  [tag.execInst, 'M'],
  [tag.minQty, String(advert.minimumShareQuantity)],
  [tag.timeInForce, advert.duration === 'END_OF_DAY' ? '0' : '6'],
  ...(advert.duration === 'END_OF_DAY' || advert.expiryDate === null
    ? []
    : ([[tag.expireTime, formatUtcTimestamp(Date.parse(advert.expiryDate))]] as FixField[])),
]

const optional = (of: number, value: string | null | undefined): FixField[] =>
  value === null || value === undefined || value === '' ? [] : [[of, value]]
