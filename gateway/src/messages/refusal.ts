import { minuteDurations } from '@aitai/engine/model/advert.ts'
import { fill } from '@aitai/messages/fill-text.ts'
import { catalogues, isTextKey } from '@aitai/messages/texts.ts'

/** Why a request of a counterparty is not carried out: a code for machines and a sentence for people. */
export interface FixRefusal {
  /** A code of the server, such as ADVERT-LOT, or one of the gateway, which begins with FIX-. */
  readonly code: string
  readonly text: string
}

/** Refusals of the gateway itself, all about the form of a message: rules are the server's. */
const gatewayTexts = {
  'FIX-DUPLICATE': 'The id {value} (ClOrdID 11, IOIID 23 or TradeReportID 571) was used earlier today.',
  'FIX-EXPIRE-TIME': `ExpireTime (126), in an indication ValidUntilTime (62), must be a whole minute of today in Tokyo, exactly ${minuteDurations.join(' or ')} minutes after the TransactTime (60) of a new order, or in a replacement the end that was reported.`,
  'FIX-IOI-QUANTITY': 'IOIQty (27) must be a number of shares; S, M and L are not accepted.',
  'FIX-MINIMUM': 'Give MinQty (110) or MinQtyPercent (5001), not both.',
  'FIX-REFERENCE': 'OrderReference (5022) has at most 32 characters, and no space at either end.',
  'FIX-SHARES': 'Tag {tag} must be a whole number of shares.',
  'FIX-SUSPENSION':
    'A suspension (18=S) or release (18=q) must repeat the quantity and change no other term.',
  'FIX-SECURITY-SOURCE': 'Securities are identified by their RIC: Symbol (55), or SecurityID (48) with 22=5.',
  'FIX-BROKER': 'The executing broker {value} is not known, or not enabled for your institution.',
  'FIX-MINIMUM-RANGE': 'MinQty (110) must be at most 75 percent of OrderQty (38).',
  'FIX-UNKNOWN-ORDER': 'No order of today has this ClOrdID, OrigClOrdID or IOIRefID.',
  'FIX-UNKNOWN-LOCATE': 'No locate of today has this QuoteReqID (131).',
  'FIX-UNSUPPORTED': 'A message of this type is not part of these rules of engagement.',
  'FIX-AGREEMENT': 'OrderID (37) must be that of a drop copy of this session.',
  'FIX-TRADE-REPORT': 'TradeReportRefID (572) is not a report of this session.',
} as const

/** Why an advert has ended without a request of its order. */
const causeTexts = {
  CANCELLED_BY_USER: 'Cancelled at the desk.',
  CANCELLED_BY_OPERATOR: 'Cancelled by the operator of the platform.',
} as const

/** Returns the reason for the end of an advert by hand; its code and text, or the code alone if it has no text. */
export const refusalOfCause = (cause: string): FixRefusal => ({
  code: cause,
  text: cause in causeTexts ? causeTexts[cause as keyof typeof causeTexts] : cause,
})

export function gatewayRefusal(
  code: keyof typeof gatewayTexts,
  values: Readonly<Record<string, string | number>> = {},
): FixRefusal {
  return { code, text: fill(gatewayTexts[code], values) }
}

/** A refusal with the English text of a code of the server. Text (58) has one line. */
export const refusalOfCode = (
  code: string,
  values: Readonly<Record<string, string | number>> = {},
): FixRefusal => ({
  code,
  text: isTextKey(code) ? oneLine(fill(catalogues.En[code], values)) : code,
})

/** Returns a text as one line. */
export const oneLine = (text: string): string => text.replace(/\s*\n\s*/g, '. ').replace(/\.\. /g, '. ')

/** Whether the result of a mapping is a refusal. */
export const isRefusal = (result: object): result is FixRefusal => 'code' in result && 'text' in result
