import type { Advert } from '@aitai/contract/schemas/adverts.ts'
import type { Rates } from '../../adverts/advert-size.ts'
import type { Terms } from '../../adverts/terms.ts'

/**
 * An advert with its unsent edits. The notionals are the server's, scaled to the edited quantity; 0 if the
 * server has none yet.
 */
export function advertWithEdits(advert: Advert, edits: Partial<Terms> = {}): Advert {
  const shareQuantity = edits.shareQuantity ?? advert.shareQuantity
  const part = advert.shareQuantity > 0 ? shareQuantity / advert.shareQuantity : 0
  return {
    ...advert,
    ...edits,
    brokerIds: [...(edits.brokerIds ?? advert.brokerIds)],
    jpynotional: Math.round(advert.jpynotional * part),
    usdnotional: Math.round(advert.usdnotional * part),
  }
}

/**
 * The price and exchange rate implied by an advert's notionals, so that a review of many adverts need not
 * request quotes. Null for a draft without a size.
 */
export const impliedRates = ({ shareQuantity, jpynotional, usdnotional }: Advert): Rates | null =>
  shareQuantity > 0 && jpynotional > 0 && usdnotional > 0
    ? { lastPrice: jpynotional / shareQuantity, usdJpy: jpynotional / usdnotional }
    : null
