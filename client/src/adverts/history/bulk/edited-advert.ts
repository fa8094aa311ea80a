import type { Advert } from '@aitai/contract/schemas/adverts.ts'
import type { Rates } from '../../advert-size.ts'
import type { Terms } from '../../terms.ts'

/**
 * An advert with its unsent changes. The notionals are the server's, scaled to a changed quantity, and
 * missing where none is known yet.
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
 * The rates by which the server last told what an advert is worth: a review of many asks for no quotes. Null
 * for a draft that has no size yet.
 */
export const impliedRates = ({ shareQuantity, jpynotional, usdnotional }: Advert): Rates | null =>
  shareQuantity > 0 && jpynotional > 0 && usdnotional > 0
    ? { lastPrice: jpynotional / shareQuantity, usdJpy: jpynotional / usdnotional }
    : null
