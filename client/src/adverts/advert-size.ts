import type { Yen } from '@aitai/engine/model/price.ts'
import { floorLot } from '@aitai/engine/model/security.ts'

/** Yen per share and yen per US dollar, from which the notionals follow. */
export interface Rates {
  readonly lastPrice: Yen
  readonly usdJpy: Yen
}

/** One size as shares and as notionals, always in proportion. */
export interface Size {
  readonly shares: number
  /** Whole yen and whole dollars, as they are sent. */
  readonly jpynotional: Yen
  readonly usdnotional: number
}

export type SizeField = 'shares' | 'jpynotional' | 'usdnotional'

/** The size from an amount in any of its fields. The given field keeps its amount. */
export function sizeFrom(field: SizeField, amount: number, { lastPrice, usdJpy }: Rates): Size {
  const yen = {
    shares: amount * lastPrice,
    jpynotional: amount,
    usdnotional: amount * usdJpy,
  }[field]
  return {
    shares: yen / lastPrice,
    jpynotional: Math.round(yen),
    usdnotional: Math.round(yen / usdJpy),
    [field]: amount,
  }
}

/** How a typed quantity became whole lots. */
export interface RoundedQuantity {
  readonly shareQuantity: number
  /** Shown to the trader; null if nothing was rounded. */
  readonly rounded: 'down' | 'up' | null
}

/** Rounds down to whole lots, at least one. */
export function roundToLots(shares: number, lotSize: number): RoundedQuantity {
  const shareQuantity = Math.max(lotSize, floorLot(shares, lotSize))
  if (shareQuantity === shares) return { shareQuantity, rounded: null }
  return { shareQuantity, rounded: shareQuantity < shares ? 'down' : 'up' }
}
