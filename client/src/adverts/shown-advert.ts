import type { Advert } from '@aitai/contract/schemas/adverts.ts'
import type { LocateNotification } from '@aitai/contract/schemas/locates.ts'
import type { Size } from '../ui/totals/side-totals.ts'
import type { Rates } from './advert-size.ts'
import type { NextIoi } from './order/next-ioi.ts'
import type { Terms } from './terms.ts'

/** A draft with its unsent edits, for the list. A sent advert is returned unchanged. */
export function draftWithEdits(advert: Advert, edits: Partial<Terms> = {}): Advert {
  if (advert.advertisementStatus !== 'UNSENT') return advert
  const { direction = advert.direction, shareQuantity = advert.shareQuantity } = edits
  // A draft is unfilled, and its notionals scale with its quantity.
  const times = advert.shareQuantity > 0 ? shareQuantity / advert.shareQuantity : 1
  return {
    ...advert,
    direction,
    shareQuantity,
    quantityRemaining: shareQuantity,
    currentQuantity: shareQuantity,
    usdnotional: Math.round(advert.usdnotional * times),
    jpynotional: Math.round(advert.jpynotional * times),
  }
}

/**
 * Whether no side was chosen yet. The server gives every draft one; that of a residual is its parent's
 * (docs/decisions/0077-safety-of-size.md).
 */
export const lacksSide = (
  { id, advertisementStatus, parentAdvertId }: Pick<Advert, 'id' | 'advertisementStatus' | 'parentAdvertId'>,
  chosenSides: Readonly<Record<string, true>>,
): boolean => advertisementStatus === 'UNSENT' && !parentAdvertId && !chosenSides[id]

/** An advert as lists show it. */
export interface ShownAdvert extends Advert {
  /** A draft without a side. */
  readonly hasNoSide?: boolean
  /** What was located of it, once it is completed. */
  readonly located?: Size
  /** When the answer to its open locate is due, in milliseconds UTC. */
  readonly locateDeadline?: number
  /** What may follow it, once it is completed. */
  readonly nextIoi?: NextIoi
}

/** A completed advert with what was located of it. */
export function completedAs(advert: Advert, agreed: LocateNotification | undefined): ShownAdvert {
  if (!agreed || advert.advertisementStatus !== 'COMPLETED') return advert
  const { locateQuantity: shareQuantity, jpynotional, usdnotional } = agreed
  return { ...advert, located: { shareQuantity, jpynotional, usdnotional } }
}

/** The rates at which the size of a locate has its value, to the yen and the dollar. */
export const agreedRates = ({
  midPrice,
  jpynotional,
  usdnotional,
}: Pick<LocateNotification, 'midPrice' | 'jpynotional' | 'usdnotional'>): Rates => ({
  lastPrice: midPrice,
  usdJpy: jpynotional / usdnotional,
})

/** What a list shows in one line: what was located of a completed advert, else all of it. */
export const listedSize = (advert: ShownAdvert): Size => advert.located ?? advert
