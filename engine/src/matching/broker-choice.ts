import type { Advert } from '../model/advert.ts'
import { isBrokerUsable } from '../model/lookups.ts'
import type { State } from '../model/state.ts'
import { legOf } from './cash-swap.ts'
import { sha256 } from './sha256.ts'

/**
 * The brokers that could execute for both adverts: in both paths, active, enabled for both institutions, and
 * swap-enabled if either leg is a swap (docs/rules.md §3, §5, §7).
 */
export function commonBrokers(state: State, a: Advert, b: Advert): string[] {
  const needsSwap = legOf(a.terms, b.terms) === 'SWAP' || legOf(b.terms, a.terms) === 'SWAP'
  return a.terms.brokerIds.filter((brokerId) => {
    if (!b.terms.brokerIds.includes(brokerId)) return false
    if (needsSwap && !state.brokers.get(brokerId)?.swapEnabled) return false
    return isBrokerUsable(state, a.firmId, brokerId) && isBrokerUsable(state, b.firmId, brokerId)
  })
}

const rankIn = (advert: Advert, brokerId: string): number =>
  advert.terms.ranked ? advert.terms.brokerIds.indexOf(brokerId) + 1 : 0

/**
 * The executing broker: the smallest sum of ranks, then the smallest worse rank, then the best rank in the
 * earlier advert, then a draw by a hash of the locate id, so that a replay gives the same (docs/rules.md §7).
 * Null if none is common.
 */
export function chooseBroker(state: State, a: Advert, b: Advert, locateId: string): string | null {
  const [earlier, later] = isEarlier(a, b) ? [a, b] : [b, a]
  const keyed = commonBrokers(state, earlier, later).map((brokerId) => {
    const ranks = [rankIn(earlier, brokerId), rankIn(later, brokerId)] as const
    return { brokerId, key: [ranks[0] + ranks[1], Math.max(...ranks), ranks[0]], ranks }
  })
  keyed.sort((x, y) => compareKeys(x.key, y.key) || compareDraws(locateId, x.brokerId, y.brokerId))
  return keyed[0]?.brokerId ?? null
}

/** Time priority, then the order of drafting (docs/rules.md §4). */
const isEarlier = (a: Advert, b: Advert): boolean =>
  a.priorityTime === b.priorityTime ? a.sequence < b.sequence : a.priorityTime < b.priorityTime

function compareKeys(a: readonly number[], b: readonly number[]): number {
  for (const [index, value] of a.entries()) if (value !== b[index]) return value - (b[index] as number)
  return 0
}

const compareDraws = (locateId: string, x: string, y: string): number =>
  sha256(`${locateId}|${x}`) < sha256(`${locateId}|${y}`) ? -1 : 1
