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

/** Legs as two bits: what is brought stands below, what is accepted two above (rules 5). */
const legBits: Readonly<Record<TransactionType, number>> = { CASH_ONLY: 1, SWAP_ONLY: 2, CASH_SWAP: 3 }
const brokerBits = 25
const brokerMask = (2 ** brokerBits - 1) << 4
const runsDownBit = 1 << 29

/**
 * Legs, usable brokers and whether its quantity runs down, in one number. Brokers beyond the 25th share bits,
 * so that a common bit allows a common broker and does not prove one.
 */
export function traitsOf(state: State, { firmId, terms }: Advert): number {
  const { brokers, firms } = state.index.bits
  let mask = 0
  for (const brokerId of terms.brokerIds) mask |= brokers.get(brokerId) ?? 0
  const usable = mask & (firms.get(firmId) ?? 0)
  const legs = legBits[terms.transactionType] | (legBits[terms.transactionTypePreference] << 2)
  return legs | (usable << 4) | (terms.quantityDecay ? runsDownBit : 0)
}

/** Whether the traits of two adverts allow a meeting: a leg each way, and perhaps a common broker. */
export const traitsFit = (a: number, b: number): boolean =>
  (a & (b >> 2) & 3) !== 0 && (b & (a >> 2) & 3) !== 0 && (a & b & brokerMask) !== 0

export const hasDecay = (traits: number): boolean => (traits & runsDownBit) !== 0

/** Reads the bits anew, after reference data changed. */
export function rebuildBrokerBits({ brokers, firms, index: { bits } }: State): void {
  bits.brokers.clear()
  bits.firms.clear()
  let place = 0
  for (const { brokerId, active } of brokers.values()) {
    bits.brokers.set(brokerId, active ? 1 << (place % brokerBits) : 0)
    place += 1
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

/** Takes an advert out; the last one takes its place, since the order in a pool means nothing. */
export function leaveSide(side: PoolSide, advert: Advert): void {
  const place = side.adverts.indexOf(advert)
  if (place < 0) return
  takeOut(side.adverts, place)
  takeOut(side.quantities, place)
  takeOut(side.minima, place)
  takeOut(side.traits, place)
  takeOut(side.owners, place)
  takeOut(side.priorityTimes, place)
  takeOut(side.sequences, place)
}

function takeOut<T>(list: T[], place: number): void {
  const last = list.pop() as T
  if (place < list.length) list[place] = last
}
