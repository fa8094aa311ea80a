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
  'FIX-DUPLICATE': 'ClOrdID (11) {value} was used before today.',
  'FIX-EXPIRE-TIME':
    'ExpireTime (126), ValidUntilTime (62) in an indication, must be 60 or 150 minutes after TransactTime (60).',
  'FIX-IOI-QUANTITY': 'IOIQty (27) must be a number of shares; S, M and L are not accepted.',
  'FIX-MINIMUM': 'Give MinQty (110) or MinQtyPercent (5001), not both.',
  'FIX-SHARES': 'Tag {tag} must be a whole number of shares.',
  'FIX-SUSPENSION':
    'A suspension (18=S) or release (18=q) must repeat the quantity and change no other term.',
  'FIX-SECURITY-SOURCE': 'Securities are identified by their RIC: Symbol (55), or SecurityID (48) with 22=5.',
  'FIX-AGREEMENT': 'AgreementID (5014) and the side must be those of the drop copy.',
  'FIX-TRADE-REPORT': 'TradeReportRefID (572) is not a report of this session.',
} as const

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
