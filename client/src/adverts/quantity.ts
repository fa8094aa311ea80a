import { floorLot } from '@aitai/engine/equity.ts'

/** How a typed quantity became whole lots. */
export interface LottedQuantity {
  readonly shareQuantity: number
  /** Said to the trader: nothing is rounded in silence. */
  readonly rounded: 'down' | 'up' | null
}

/** Down to whole lots, at least one (specification 5, on blur). */
export function toLots(shares: number, lotSize: number): LottedQuantity {
  const shareQuantity = Math.max(lotSize, floorLot(shares, lotSize))
  if (shareQuantity === shares) return { shareQuantity, rounded: null }
  return { shareQuantity, rounded: shareQuantity < shares ? 'down' : 'up' }
}
