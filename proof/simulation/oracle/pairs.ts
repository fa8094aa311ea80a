import { createHash } from 'node:crypto'
import { type Advert, directions } from '@aitai/engine/model/advert.ts'
import type { Security } from '@aitai/engine/model/security.ts'
import type { State } from '@aitai/engine/model/state.ts'
import { queuedSince, termsUnchangedSince } from './adverts.ts'
import { type Budget, exhaustedBudgets, failuresInSecurity } from './failures.ts'
import { cooldownUntil, type OracleMemory, ratingIn } from './memory.ts'
import { decayedShares } from './quantity-decay.ts'
import { restOf } from './raises.ts'
import { dateOf } from './trading-hours.ts'

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

/** The brokers that could execute for both (docs/rules.md §3, §5, §7). */
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

/** The conditions of docs/rules.md §3 that the oracle distinguishes. */
export type PairCondition =
  | 'AFFILIATES'
  | 'COOLDOWN'
  | `BUDGET ${Budget}`
  | 'QUANTITY'
  | 'RATING'
  | 'CASH OR SWAP'
  | 'BROKER'
  | 'EXPIRY'
  | 'PRESENCE'
  | 'REST'
  | 'REST AFTER A RAISE'
  | 'OPEN HANDOVERS'

/**
 * The conditions that keep two adverts on opposite sides apart (docs/rules.md §3). E4 and the count of open
 * locates are checked by the sweep.
 */
export function unmetConditions(
  state: State,
  memory: OracleMemory,
  { buy, sell, shares }: CandidatePair,
  at: number,
): PairCondition[] {
  const { securityId } = buy
  const both = [buy, sell]
  const firmIds = { BUY: buy.firmId, SELL: sell.firmId }
  const isRated = ({ traderId }: Advert, { terms }: Advert): boolean =>
    ratingIn(memory, traderId) >= Math.max(10, terms.credibilityHurdle)
  const holds: Partial<Record<PairCondition, boolean>> = {
    AFFILIATES: !areAffiliated(state, buy, sell),
    COOLDOWN: cooldownUntil(memory, firmIds, securityId) <= at,
    QUANTITY: shares > 0 && shares >= buy.minShares && shares >= sell.minShares,
    RATING: isRated(buy, sell) && isRated(sell, buy),
    'CASH OR SWAP': legOf(buy, sell) !== null && legOf(sell, buy) !== null,
    BROKER: brokersBetween(state, buy, sell).length > 0,
    EXPIRY: both.every(({ expiryDate }) => Number(expiryDate) > at),
    PRESENCE: both.every((advert) => isAvailable(state, advert)),
    REST: both.every((advert) => at >= restsUntil(state, memory, advert, at)),
    'REST AFTER A RAISE': both.every((advert) => at >= (restOf(memory.raises, advert)?.until ?? 0)),
    'OPEN HANDOVERS': both.every(({ traderId }) => mayHandOver(state, memory, traderId, at)),
  }
  const sides = { BUY: buy, SELL: sell }
  const budgets = exhaustedBudgets(memory, state.limits, sides, securityId, at)
  const unmet = (Object.keys(holds) as PairCondition[]).filter((condition) => !holds[condition])
  return [...unmet, ...budgets.map((budget) => `BUDGET ${budget}` as const)]
}

/** Whether the institution of an advert has failed a locate in its security today (docs/rules.md §3, E11). */
export const hasFailedToday = (memory: OracleMemory, { firmId, securityId }: Advert, at: number): boolean =>
  failuresInSecurity(memory.failures, firmId, securityId, at) > 0

/** The moment from which an advert may be located as it is (docs/rules.md §3, E11). */
export function restsUntil({ limits }: State, memory: OracleMemory, advert: Advert, at: number): number {
  const { minLiveMs, restAfterFailureMs = minLiveMs } = limits
  const rest = hasFailedToday(memory, advert, at) ? restAfterFailureMs : minLiveMs
  return rest === 0 ? 0 : termsUnchangedSince(memory.adverts, advert) + rest
}

/**
 * The agreements of today whose own password the executing broker has not confirmed as received, and of which it has
 * reported no execution (docs/rules.md §21).
 */
export const openHandoversOf = (
  { agreements }: State,
  { executions }: OracleMemory,
  traderId: string,
  at: number,
): number =>
  [...agreements.values()].filter(
    ({ agreementId, agreedAt, traderIds, received }) =>
      dateOf(agreedAt) === dateOf(at) &&
      directions.some((side) => traderIds[side] === traderId && !received[side]) &&
      !executions.get(agreementId)?.size,
  ).length

/** Whether a trader has fewer open handovers than a venue allows; 0 allows any number (docs/rules.md §21). */
function mayHandOver(state: State, memory: OracleMemory, traderId: string, at: number): boolean {
  const { openHandoversPerTrader: most } = state.limits.probing
  return most === 0 || openHandoversOf(state, memory, traderId, at) < most
}

/** Every pair of live adverts on opposite sides of a security. */
export function facingPairs(
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
      .map((advert) => ({ advert, left: decayedShares(memory.decayStarts, state, advert, at) }))
  const sells = sideOf('SELL')
  return sideOf('BUY').flatMap((buy) =>
    sells.map((sell): CandidatePair => {
      const shares = Math.min(buy.left, sell.left)
      const current = [buy.left, sell.left] as const
      return { buy: buy.advert, sell: sell.advert, shares: shares - (shares % lotSize), current }
    }),
  )
}

/** Every eligible pair of a security, best first (docs/rules.md §4). */
export const eligiblePairs = (
  state: State,
  memory: OracleMemory,
  security: Security,
  at: number,
): CandidatePair[] =>
  facingPairs(state, memory, security, at)
    .filter((pair) => unmetConditions(state, memory, pair, at).length === 0)
    .sort((x, y) => comparePairs(memory, x, y))

/** What ranks a pair, the most important first; smaller is better. */
export const rankOf = (memory: OracleMemory, { buy, sell, shares }: CandidatePair): number[] => [
  -shares,
  -(band(memory, buy) + band(memory, sell)),
  ...[queuedSince(memory.adverts, buy), queuedSince(memory.adverts, sell)].sort((a, b) => b - a),
  ...[buy.sequence, sell.sequence].sort((a, b) => a - b),
]

function comparePairs(memory: OracleMemory, x: CandidatePair, y: CandidatePair): number {
  const [a, b] = [rankOf(memory, x), rankOf(memory, y)]
  for (const [index, value] of a.entries()) if (value !== b[index]) return value - (b[index] as number)
  return 0
}
