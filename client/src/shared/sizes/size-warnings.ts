import type { Yen } from '@aitai/engine/model/price.ts'

/** A warning about a size that may be a typing error (docs/rules.md §22). */
export type SizeWarning =
  | { readonly kind: 'large'; readonly times: number }
  /** Percent of the average daily volume. */
  | { readonly kind: 'volume'; readonly percent: number }
  | { readonly kind: 'block'; readonly yen: Yen }
  /** More than is left of the order behind it, in shares. */
  | { readonly kind: 'order'; readonly left: number; readonly more: number }

/** A size above this multiple of the usual size may be a typing error. */
const unusualFactor = 3
/** A size above this share of the average daily volume may be a typing error. */
const largeVolumeShare = 0.1
/** A notional above this, in yen, may be a typing error. */
const blockNotional: Yen = 2_000_000_000
/** Fewer other adverts than this give no usual size. */
const minComparisons = 3

interface Notional {
  /** Whole yen. */
  readonly jpynotional: Yen
}

/**
 * The multiple of the median notional of the trader's other adverts, or null if it is not unusual. The median,
 * so that a single block does not make the next typing error look usual. `others` in whole yen.
 */
export function unusualSizeFactor(jpynotional: Yen, others: readonly Notional[]): number | null {
  const sizes = others
    .map((advert) => advert.jpynotional)
    .filter((size) => size > 0)
    .sort((a, b) => a - b)
  if (sizes.length < minComparisons) return null
  const usual = sizes[Math.floor(sizes.length / 2)] ?? 0
  const times = jpynotional / usual
  return times > unusualFactor ? Math.round(times) : null
}

export interface WarnedSize {
  readonly shareQuantity: number
  /** In shares; undefined while unknown. */
  readonly averageDailyVolume: number | undefined
  /** Notional in whole yen; null while no price is known. */
  readonly jpynotional: Yen | null
  /** The trader's other adverts, in whole yen. */
  readonly usual: readonly Notional[]
  /** What is left of the order behind it, in shares (docs/rules.md §27); null while unknown. */
  readonly leftOfOrder: number | null
}

/** The warnings about a size (docs/rules.md §22). */
export function sizeWarnings(size: WarnedSize): SizeWarning[] {
  const { jpynotional, shareQuantity, averageDailyVolume, usual, leftOfOrder: left } = size
  const times = jpynotional === null ? null : unusualSizeFactor(jpynotional, usual)
  const share = averageDailyVolume === undefined ? 0 : shareQuantity / averageDailyVolume
  return [
    ...(times === null ? [] : [{ kind: 'large', times } as const]),
    ...(share > largeVolumeShare ? [{ kind: 'volume', percent: Math.round(share * 100) } as const] : []),
    ...(Number(jpynotional) > blockNotional ? [{ kind: 'block', yen: blockNotional } as const] : []),
    ...(left !== null && shareQuantity > left
      ? [{ kind: 'order', left, more: shareQuantity - left } as const]
      : []),
  ]
}

export const isSizeWarning = (warning: { readonly kind: string }): boolean =>
  ['large', 'volume', 'block', 'order'].includes(warning.kind)
