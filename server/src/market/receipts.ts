import { type Receipt, receiptFormat, type Unsigned } from '@aitai/contract/evidence/evidence-formats.ts'
import { isoTime } from '@aitai/engine/calendar/iso-times.ts'
import type { Direction } from '@aitai/engine/model/advert.ts'
import { sideOf } from '@aitai/engine/model/locate.ts'
import { toYen } from '@aitai/engine/model/price.ts'
import type { Names } from '../reference/names.ts'
import type { LocateRecord } from './history/history-records.ts'

/**
 * The receipt of an agreement for one of its traders, with the trader's own side alone, or for its broker. Null for
 * anyone else, and without an agreement. The same each time, but for names that were changed since.
 */
export function receiptFor(
  { userId, brokerId }: { readonly userId: string; readonly brokerId: string | null },
  locate: LocateRecord,
  names: Names,
  installation: string,
): Unsigned<Receipt> | null {
  const { agreementId, settledAt } = locate
  if (agreementId === null || settledAt === null) return null
  const equity = names.equities.get(locate.securityId)
  const facts = {
    format: receiptFormat,
    installation,
    agreementId,
    security: equity?.security.ric ?? locate.securityId,
    securityName: equity?.name ?? locate.securityId,
    quantity: locate.locateQuantity,
    midPrice: String(toYen(locate.midPrice)),
    broker: names.brokers.get(locate.brokerId)?.name ?? locate.brokerId,
    locatedAt: isoTime(locate.locatedAt),
    agreedAt: isoTime(settledAt),
  } as const
  const institutionOf = (side: Direction): string => {
    const firmId = names.people.get(locate.traderIds[side])?.firmId ?? ''
    return names.firms.get(firmId)?.name ?? locate.traderIds[side]
  }
  const typeOf = (side: Direction) => (locate.legs[side] === 'CASH' ? 'CASH_ONLY' : 'SWAP_ONLY')
  const side = sideOf(locate, userId)
  if (side)
    return { ...facts, view: 'TRADER', side, transactionType: typeOf(side), institution: institutionOf(side) }
  if (brokerId !== locate.brokerId) return null
  return {
    ...facts,
    view: 'BROKER',
    buyInstitution: institutionOf('BUY'),
    sellInstitution: institutionOf('SELL'),
    buyTransactionType: typeOf('BUY'),
    sellTransactionType: typeOf('SELL'),
  }
}
