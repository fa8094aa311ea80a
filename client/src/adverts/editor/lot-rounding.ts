import { floorLot } from '@aitai/engine/market/security.ts'

/** How a typed quantity became whole lots. */
export interface RoundedQuantity {
  readonly shareQuantity: number
  /** Said to the trader: nothing is rounded in silence. */
  readonly rounded: 'down' | 'up' | null
}

/** Down to whole lots, at least one (specification 5, on blur). */
export function roundToLots(shares: number, lotSize: number): RoundedQuantity {
  const shareQuantity = Math.max(lotSize, floorLot(shares, lotSize))
  if (shareQuantity === shares) return { shareQuantity, rounded: null }
  return { shareQuantity, rounded: shareQuantity < shares ? 'down' : 'up' }
}
