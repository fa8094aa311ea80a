import type { ConnectionAgreement } from '@aitai/contract/agreements.ts'
import type { Direction } from '@aitai/engine/advert.ts'
import { securityIn } from '../ui/equity-name.ts'
import { formatMid, formatNumber, formatTimeWithZone } from '../ui/format.ts'
import { inert } from '../ui/table/as-text.ts'
import type { Language, Text } from '../ui/text.ts'

export type TradeSide = Direction

/** One side of an agreement, so that no screen spells out buy and sell twice. */
export interface Party {
  readonly institution: string
  readonly password: string
  readonly received: boolean
  readonly confirmedBy: string | null
  readonly confirmedAt: number | null
}

export const partyOf = (agreement: ConnectionAgreement, side: TradeSide): Party =>
  side === 'BUY'
    ? {
        institution: agreement.buyOrganizationName,
        password: agreement.buyPw,
        received: agreement.buyStatus,
        confirmedBy: agreement.buyConfirmedBy,
        confirmedAt: agreement.buyConfirmedAt,
      }
    : {
        institution: agreement.sellOrganizationName,
        password: agreement.sellPw,
        received: agreement.sellStatus,
        confirmedBy: agreement.sellConfirmedBy,
        confirmedAt: agreement.sellConfirmedAt,
      }

/** The kinds of both sides: one word where they are the same, else buyer then seller. */
export function legsOf({ buyTransactionType, sellTransactionType }: ConnectionAgreement, text: Text): string {
  const buy = text(`agreement.leg.${buyTransactionType}`)
  const sell = text(`agreement.leg.${sellTransactionType}`)
  return buy === sell ? buy : text('agreement.legs', { buy, sell })
}

/** A row as it is shown, with tabs between its values, for a spreadsheet or a chat. */
export function rowAsText(agreement: ConnectionAgreement, text: Text, language: Language): string {
  const side = (each: TradeSide): string[] => {
    const { institution, password, received } = partyOf(agreement, each)
    return [
      text(`common.${each}`),
      // Names are an operator's to give, and a spreadsheet must not calculate them (quality S20).
      inert(institution),
      password,
      text(received ? 'common.received' : 'common.pending'),
    ]
  }
  return [
    formatTimeWithZone(agreement.locateTime, language),
    inert(securityIn(language, agreement)),
    formatNumber(agreement.locationQuantity),
    formatMid(agreement.midPrice),
    legsOf(agreement, text),
    ...side('BUY'),
    ...side('SELL'),
  ].join('\t')
}
