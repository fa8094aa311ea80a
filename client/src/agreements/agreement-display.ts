import type { ConnectionAgreement } from '@aitai/contract/schemas/agreements.ts'
import { executedTotal } from '@aitai/engine/cost-analysis/ioi-figures.ts'
import type { Direction } from '@aitai/engine/model/advert.ts'
import { notExecutedBy } from '../shared/agreements/not-executed-by.ts'
import { agreementSecurityIn } from '../ui/format/equity-name.ts'
import { formatMid, formatNumber, formatTimeWithZone } from '../ui/format/format.ts'
import { escapeSpreadsheetText } from '../ui/table/delimited-text.ts'
import type { Language, TextFunction } from '../ui/text/use-text.ts'

/** A row of the table. Its marks are part of the data so that the grid redraws the row when they change. */
export type AgreementRow = ConnectionAgreement & {
  readonly isNew: boolean
  /** Why the server refused the last report on several agreements, in the user's language. */
  readonly refusal: string | null
}

export type TradeSide = Direction

/** One side of an agreement, so that no screen spells out buy and sell twice. */
interface AgreementParty {
  readonly institution: string
  /** Name and phone of its trader, if the institution shows them. */
  readonly trader: string | null
  readonly phone: string | null
  readonly password: string
  readonly received: boolean
  readonly confirmedBy: string | null
  readonly confirmedAt: number | null
}

export const partyOf = (agreement: ConnectionAgreement, side: TradeSide): AgreementParty =>
  side === 'BUY'
    ? {
        institution: agreement.buyOrganizationName,
        trader: agreement.buyTraderName,
        phone: agreement.buyTraderPhone,
        password: agreement.buyPw,
        received: agreement.buyStatus,
        confirmedBy: agreement.buyConfirmedBy,
        confirmedAt: agreement.buyConfirmedAt,
      }
    : {
        institution: agreement.sellOrganizationName,
        trader: agreement.sellTraderName,
        phone: agreement.sellTraderPhone,
        password: agreement.sellPw,
        received: agreement.sellStatus,
        confirmedBy: agreement.sellConfirmedBy,
        confirmedAt: agreement.sellConfirmedAt,
      }

/** The kinds of both sides: one word where they are the same, else buyer then seller. */
export function transactionTypesText(
  { buyTransactionType, sellTransactionType }: ConnectionAgreement,
  text: TextFunction,
): string {
  const buy = text(`agreement.leg.${buyTransactionType}`)
  const sell = text(`agreement.leg.${sellTransactionType}`)
  return buy === sell ? buy : text('agreement.legs', { buy, sell })
}

/** A displayed row as tab-separated values, for a spreadsheet or a chat. */
export function rowAsText(agreement: ConnectionAgreement, text: TextFunction, language: Language): string {
  const side = (each: TradeSide): string[] => {
    const { institution, password, received } = partyOf(agreement, each)
    return [
      text(`common.${each}`),
      // Names are entered by operators, and a spreadsheet must not evaluate them as formulas.
      escapeSpreadsheetText(institution),
      password || text('agreement.passwordLost'),
      text(received ? 'common.received' : 'common.pending'),
    ]
  }
  const reported = notExecutedBy(agreement)
  const executed = executedTotal(agreement.executions)
  return [
    formatTimeWithZone(agreement.locateTime, language),
    escapeSpreadsheetText(agreementSecurityIn(language, agreement)),
    formatNumber(agreement.locationQuantity),
    formatMid(agreement.midPrice),
    transactionTypesText(agreement, text),
    ...side('BUY'),
    ...side('SELL'),
    ...(reported ? [text(`agreement.execution.${reported}`)] : []),
    ...(executed ? [formatNumber(executed.quantity), formatMid(executed.price)] : []),
  ].join('\t')
}
