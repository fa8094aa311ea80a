import type { Advert, TransactionType } from '../adverts/advert.ts'
import type { Pool, PoolSide, State, Trader } from './state.ts'

const emptySide = (): PoolSide => ({
  adverts: [],
  quantities: [],
  minima: [],
  traits: [],
  owners: [],
  priorityTimes: [],
  sequences: [],
})
export const emptyPool = (): Pool => ({ BUY: emptySide(), SELL: emptySide() })

/**
 * Legs as bits: two for the offered legs and, shifted by two, two for the accepted ones (docs/rules.md §5).
 */
const legBits: Readonly<Record<TransactionType, number>> = { CASH_ONLY: 1, SWAP_ONLY: 2, CASH_SWAP: 3 }
const brokerBits = 25
const brokerMask = (2 ** brokerBits - 1) << 4
const decayBit = 1 << 29

/**
 * Legs, usable brokers and quantity decay in one number. Brokers beyond the 25th share bits, so a common bit
 * is necessary for a common broker but does not prove one.
 */
export function traitsOf(state: State, { firmId, terms }: Advert): number {
  const { brokers, firms } = state.index.bits
  let mask = 0
  for (const brokerId of terms.brokerIds) mask |= brokers.get(brokerId) ?? 0
  const usable = mask & (firms.get(firmId) ?? 0)
  const legs = legBits[terms.transactionType] | (legBits[terms.transactionTypePreference] << 2)
  return legs | (usable << 4) | (terms.quantityDecay ? decayBit : 0)
}

/** Whether traits allow a match: a leg each way, and possibly a common broker. Never false for a match. */
export const traitsFit = (a: number, b: number): boolean =>
  (a & (b >> 2) & 3) !== 0 && (b & (a >> 2) & 3) !== 0 && (a & b & brokerMask) !== 0

export const hasDecay = (traits: number): boolean => (traits & decayBit) !== 0

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

export function enterSide(side: PoolSide, advert: Advert, owner: Trader, traits: number): void {
  side.adverts.push(advert)
  side.quantities.push(advert.quantityRemaining)
  side.minima.push(advert.minShares)
  side.traits.push(traits)
  side.owners.push(owner)
  side.priorityTimes.push(advert.priorityTime)
  side.sequences.push(advert.sequence)
}

/** A pool that adverts can enter without changing the one that is copied. */
export const copyOfPool = (pool: Pool): Pool => ({ BUY: copyOfSide(pool.BUY), SELL: copyOfSide(pool.SELL) })

const copyOfSide = (side: PoolSide): PoolSide => ({
  adverts: side.adverts.slice(),
  quantities: side.quantities.slice(),
  minima: side.minima.slice(),
  traits: side.traits.slice(),
  owners: side.owners.slice(),
  priorityTimes: side.priorityTimes.slice(),
  sequences: side.sequences.slice(),
})

/** Removes an advert by moving the last one to its index: the order in a pool has no meaning. */
export function leaveSide(side: PoolSide, advert: Advert): void {
  const index = side.adverts.indexOf(advert)
  if (index < 0) return
  removeAt(side.adverts, index)
  removeAt(side.quantities, index)
  removeAt(side.minima, index)
  removeAt(side.traits, index)
  removeAt(side.owners, index)
  removeAt(side.priorityTimes, index)
  removeAt(side.sequences, index)
}

function removeAt<T>(list: T[], index: number): void {
  const last = list.pop() as T
  if (index < list.length) list[index] = last
}
