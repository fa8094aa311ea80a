import { createHash } from 'node:crypto'
import type { Advert } from '@aitai/engine/adverts/advert.ts'
import type { Security } from '@aitai/engine/market/security.ts'
import type { State } from '@aitai/engine/state/state.ts'
import { queuedSince, termsUnchangedSince } from './adverts.ts'
import { cooldownUntil, type OracleMemory, ratingIn } from './memory.ts'
import { decayedShares } from './quantity-decay.ts'

/** Two adverts on opposite sides, with the values for eligibility and priority (docs/rules.md §3, §4). */
export interface CandidatePair {
  readonly buy: Advert
  readonly sell: Advert
  readonly shares: number
  /** The most that each could offer: buyer first. */
  readonly current: readonly [number, number]
}

const band = (memory: OracleMemory, { traderId }: Advert): number =>
  Math.trunc((ratingIn(memory, traderId) - 1) / 20) + 1

const sets: Record<string, string> = { CASH_ONLY: 'C', SWAP_ONLY: 'S', CASH_SWAP: 'CS' }

/** The leg of one side that the other accepts: cash if possible (docs/rules.md §5). */
export const legOf = ({ terms: own }: Advert, { terms: contra }: Advert): 'CASH' | 'SWAP' | null => {
  const both = [...(sets[own.transactionType] ?? '')].filter((leg) =>
    (sets[contra.transactionTypePreference] ?? '').includes(leg),
  )
  if (both.length === 0) return null
  return both.includes('C') ? 'CASH' : 'SWAP'
}

export function areAffiliated(state: State, a: Advert, b: Advert): boolean {
  const group = state.firms.get(a.firmId)?.affiliateGroup
  return a.firmId === b.firmId || (!!group && group === state.firms.get(b.firmId)?.affiliateGroup)
}

/** The brokers that could execute for both (docs/rules.md §3 E8, §5, §7). */
export function brokersBetween(state: State, buy: Advert, sell: Advert): string[] {
  const swap = legOf(buy, sell) === 'SWAP' || legOf(sell, buy) === 'SWAP'
  return [...state.brokers.values()]
    .filter(
      ({ brokerId, active, swapEnabled }) =>
        active &&
        (swapEnabled || !swap) &&
        [buy, sell].every(
          ({ terms, firmId }) =>
            terms.brokerIds.includes(brokerId) && state.firms.get(firmId)?.brokerIds.includes(brokerId),
        ),
    )
    .map(({ brokerId }) => brokerId)
}

/** The smallest key of docs/rules.md §7. */
export function brokerFor(
  state: State,
  memory: OracleMemory,
  buy: Advert,
  sell: Advert,
  locateId: string,
): string | undefined {
  const [bought, sold] = [queuedSince(memory.adverts, buy), queuedSince(memory.adverts, sell)]
  const buyIsFirst = bought < sold || (bought === sold && buy.sequence < sell.sequence)
  const [first, second] = buyIsFirst ? [buy, sell] : [sell, buy]
  const rank = ({ terms }: Advert, id: string): number => (terms.ranked ? terms.brokerIds.indexOf(id) + 1 : 0)
  const key = (id: string): string => {
    const [a, b] = [rank(first, id), rank(second, id)]
    const lot = createHash('sha256').update(`${locateId}|${id}`).digest('hex')
    return [a + b, Math.max(a, b), a].map((each) => String(each).padStart(3, '0')).join('|') + lot
  }
  return brokersBetween(state, buy, sell).sort((x, y) => (key(x) < key(y) ? -1 : 1))[0]
}

/** Whether the owner is present and below the limit of open locates (docs/rules.md §3, E10). */
export function isAvailable(state: State, { traderId, firmId }: Advert): boolean {
  return state.traders.get(traderId)?.present === true && !state.halts.firms.has(firmId)
}

/** E2 to E11 in order (docs/rules.md §3). E4 and the count of open locates are checked by the sweep. */
function mayMeet(
  state: State,
  memory: OracleMemory,
  { buy, sell, shares }: CandidatePair,
  at: number,
): boolean {
  if (areAffiliated(state, buy, sell)) return false
  if (cooldownUntil(memory, { BUY: buy.firmId, SELL: sell.firmId }, buy.securityId) > at) return false
  if (shares <= 0 || shares < buy.minShares || shares < sell.minShares) return false
  if (ratingIn(memory, sell.traderId) < Math.max(10, buy.terms.credibilityHurdle)) return false
  if (ratingIn(memory, buy.traderId) < Math.max(10, sell.terms.credibilityHurdle)) return false
  if (legOf(buy, sell) === null || legOf(sell, buy) === null) return false
  if (brokersBetween(state, buy, sell).length === 0) return false
  if (Number(buy.expiryDate) <= at || Number(sell.expiryDate) <= at) return false
  if (![buy, sell].every((advert) => isAvailable(state, advert))) return false
  const { minLiveMs } = state.limits
  return (
    minLiveMs === 0 ||
    Math.max(...[buy, sell].map((each) => termsUnchangedSince(memory.adverts, each))) + minLiveMs <= at
  )
}

/** Every eligible pair of a security, best first (docs/rules.md §4). */
export function eligiblePairs(
  state: State,
  memory: OracleMemory,
  { securityId, lotSize }: Security,
  at: number,
): CandidatePair[] {
  const live = [...state.adverts.values()].filter(
    (advert) => advert.securityId === securityId && advert.advertisementStatus === 'LIVE',
  )
  const sideOf = (direction: string) =>
    live
      .filter(({ terms }) => terms.direction === direction)
      .map((advert) => ({ advert, left: decayedShares(memory.lines, state, advert, at) }))
  const sells = sideOf('SELL')
  const pairs = sideOf('BUY').flatMap((buy) =>
    sells.map((sell): CandidatePair => {
      const shares = Math.min(buy.left, sell.left)
      const current = [buy.left, sell.left] as const
      return { buy: buy.advert, sell: sell.advert, shares: shares - (shares % lotSize), current }
    }),
  )
  return pairs.filter((pair) => mayMeet(state, memory, pair, at)).sort((x, y) => rank(memory, x, y))
}

function rank(memory: OracleMemory, x: CandidatePair, y: CandidatePair): number {
  const key = ({ buy, sell, shares }: CandidatePair): number[] => [
    -shares,
    -(band(memory, buy) + band(memory, sell)),
    Math.max(queuedSince(memory.adverts, buy), queuedSince(memory.adverts, sell)),
    ...[buy.sequence, sell.sequence].sort((a, b) => a - b),
  ]
  const [a, b] = [key(x), key(y)]
  for (const [index, value] of a.entries()) if (value !== b[index]) return value - (b[index] as number)
  return 0
}
