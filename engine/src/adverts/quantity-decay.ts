import { matchingOpenMs } from '../calendar/open-time.ts'
import type { Advert, DecayLine } from '../model/advert.ts'
import { floorLot } from '../model/security.ts'
import type { State } from '../model/state.ts'

/** What the quantity of an advert at a moment depends on. */
type OfferedFields =
  | 'securityId'
  | 'advertisementStatus'
  | 'minShares'
  | 'quantityRemaining'
  | 'expiryDate'
  | 'decay'
  | 'frozenQuantity'

/**
 * The quantity that an advert offers at a moment, in shares (docs/rules.md §6). Without decay, its remaining
 * quantity. With decay, max(minShares, floorLot(Q − (Q − minShares) × elapsed / life)), where elapsed and
 * life are matching-open time. Nothing decays during a locate.
 */
export function currentQuantity(state: State, advert: Pick<Advert, OfferedFields>, at: number): number {
  if (advert.frozenQuantity !== null) return advert.frozenQuantity
  const { decay, minShares, expiryDate, quantityRemaining } = advert
  if (!decay || expiryDate === null || advert.advertisementStatus === 'COMPLETED') return quantityRemaining
  const security = state.securities.get(advert.securityId)
  if (!security) return quantityRemaining
  const life = matchingOpenMs(state.calendar, security.exchange, decay.from, expiryDate)
  const open = matchingOpenMs(state.calendar, security.exchange, decay.from, Math.min(at, expiryDate))
  const elapsed = Math.max(0, open - decay.frozenMs)
  if (elapsed === 0 || life === 0) return quantityRemaining
  const left = decay.quantity - runDown(decay.quantity - minShares, elapsed, life)
  return Math.max(minShares, floorLot(left, security.lotSize))
}

/** Shares × elapsed / life, rounded up, so that the quantity left is rounded down. Exact at any size. */
function runDown(shares: number, elapsed: number, life: number): number {
  const product = shares * elapsed
  if (Number.isSafeInteger(product)) return Math.ceil(product / life)
  const whole = BigInt(life)
  return Number((BigInt(shares) * BigInt(elapsed) + whole - 1n) / whole)
}

/** The decay line after a submit or modify. A changed quantity starts a new line (docs/rules.md §6). */
export function decayLine(
  advert: Advert,
  quantityDecay: boolean,
  quantity: number,
  at: number,
): DecayLine | null {
  if (!quantityDecay) return null
  const { decay } = advert
  return decay && decay.quantity === quantity ? decay : { from: at, quantity, frozenMs: 0 }
}

/** The decay line after a failed locate, in which the time spent does not count (docs/rules.md §6). */
export function decayLineAfterLocate(
  state: State,
  advert: Advert,
  from: number,
  to: number,
): DecayLine | null {
  const { decay } = advert
  const security = state.securities.get(advert.securityId)
  if (!decay || !security) return decay
  const frozenMs = decay.frozenMs + matchingOpenMs(state.calendar, security.exchange, from, to)
  return { ...decay, frozenMs }
}
