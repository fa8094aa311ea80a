/** What the notionals of a security follow from: yen per share, and yen per US dollar. */
export interface Rates {
  readonly lastPrice: number
  readonly usdJpy: number
}

/** The three faces of one size. They are always in proportion (specification 5). */
export interface Size {
  readonly shares: number
  /** Whole yen and whole dollars, as they are sent. */
  readonly jpynotional: number
  readonly usdnotional: number
}

export type SizeField = 'shares' | 'jpynotional' | 'usdnotional'

/** The whole size from any one of its faces. The one that was given stays as it was given. */
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
