import type { Advert, TransactionType } from './advert.ts'
import type { Pool, PoolSide, SecurityBook, State } from './state.ts'

const emptySide = (): PoolSide => ({ adverts: [], numbers: [] })
export const emptyBook = (): SecurityBook => ({
  BUY: emptySide(),
  SELL: emptySide(),
  candidates: new Set(),
  armed: new Set(),
  nearest: null,
})

/** Whether adverts are live on both sides. */
export const hasBothSides = ({ BUY, SELL }: Pool): boolean =>
  BUY.adverts.length > 0 && SELL.adverts.length > 0

const numbersPerAdvert = 3

/** The most that the advert at an index offers now: its remaining quantity, without decay. */
export const mostOfferedAt = ({ numbers }: PoolSide, index: number): number =>
  numbers[index * numbersPerAdvert] as number
export const minimumAt = ({ numbers }: PoolSide, index: number): number =>
  numbers[index * numbersPerAdvert + 1] as number
export const traitsAt = ({ numbers }: PoolSide, index: number): number =>
  numbers[index * numbersPerAdvert + 2] as number

/**
 * Legs as bits: two for the offered legs and, shifted by two, two for the accepted ones (docs/rules.md §5).
 */
const legBits: Readonly<Record<TransactionType, number>> = { CASH_ONLY: 1, SWAP_ONLY: 2, CASH_SWAP: 3 }
const brokerBits = 25
const brokerMask = (2 ** brokerBits - 1) << 4

/**
 * Legs and usable brokers in one number. Brokers beyond the 25th share bits, so a common bit
 * is necessary for a common broker but does not prove one.
 */
export function traitsOf(state: State, { firmId, terms }: Advert): number {
  const { brokers, firms } = state.index.bits
  let mask = 0
  for (const brokerId of terms.brokerIds) mask |= brokers.get(brokerId) ?? 0
  const usable = mask & (firms.get(firmId) ?? 0)
  const legs = legBits[terms.transactionType] | (legBits[terms.transactionTypePreference] << 2)
  return legs | (usable << 4)
}

/** Whether traits allow a match: a leg each way, and possibly a common broker. Never false for a match. */
export const traitsFit = (a: number, b: number): boolean =>
  (a & (b >> 2) & 3) !== 0 && (b & (a >> 2) & 3) !== 0 && (a & b & brokerMask) !== 0

/** Recomputes the bits after a change of reference data. */
export function rebuildBrokerBits({ brokers, firms, index: { bits } }: State): void {
  bits.brokers.clear()
  bits.firms.clear()
  let index = 0
  for (const { brokerId, active } of brokers.values()) {
    bits.brokers.set(brokerId, active ? 1 << (index % brokerBits) : 0)
    index += 1
  }
  for (const { firmId, brokerIds } of firms.values())
    bits.firms.set(
      firmId,
      brokerIds.reduce((mask, brokerId) => mask | (bits.brokers.get(brokerId) ?? 0), 0),
    )
}

export function enterSide({ adverts, numbers }: PoolSide, advert: Advert, traits: number): void {
  adverts.push(advert)
  numbers.push(advert.quantityRemaining, advert.minShares, traits)
}

/** A book that adverts can enter as live ones and candidates without changing the one that is copied. */
export const copyOfBook = (book: SecurityBook): SecurityBook => ({
  ...book,
  BUY: copyOfSide(book.BUY),
  SELL: copyOfSide(book.SELL),
  candidates: new Set(book.candidates),
})

const copyOfSide = ({ adverts, numbers }: PoolSide): PoolSide => ({
  adverts: adverts.slice(),
  numbers: numbers.slice(),
})

/** Removes an advert by moving the last one to its index: the order in a pool has no meaning. */
export function leaveSide({ adverts, numbers }: PoolSide, advert: Advert): void {
  const index = adverts.indexOf(advert)
  if (index < 0) return
  const last = adverts.pop() as Advert
  if (index < adverts.length) adverts[index] = last
  for (let n = numbersPerAdvert - 1; n >= 0; n -= 1) {
    const number = numbers.pop() as number
    if (index < adverts.length) numbers[index * numbersPerAdvert + n] = number
  }
}
