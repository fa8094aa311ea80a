import type { Advert } from '../src/advert.ts'
import type { Fact } from '../src/events.ts'
import type { Quote } from '../src/quote.ts'
import type { State } from '../src/state.ts'
import { tickAt } from '../src/ticks.ts'

/**
 * The slow, obvious matching: every buy against every sell, each condition of rules 3 written out anew from
 * the rules and not from the engine, no index, no hints. It judges the fast one in every simulated sweep.
 */
export interface Match {
  readonly buyId: string
  readonly sellId: string
  readonly quantity: number
}

const ratings = (state: State, advert: Advert): number => {
  const ledger = state.traders.get(advert.traderId)?.ledger ?? []
  let weighted = 0
  for (let i = 0; i < 20; i += 1) weighted += (20 - i) * (ledger[i]?.score ?? 60)
  return Math.max(1, Math.min(100, Math.floor((2 * weighted + 210) / 420)))
}

const sets: Record<string, string> = { CASH_ONLY: 'C', SWAP_ONLY: 'S', CASH_SWAP: 'CS' }
const common = (own: string, accepted: string): string[] =>
  [...(sets[own] ?? '')].filter((leg) => (sets[accepted] ?? '').includes(leg))

function sharesOf(state: State, buy: Advert, sell: Advert): number {
  const lot = state.securities.get(buy.securityId)?.lotSize ?? 1
  const shares = Math.min(buy.quantityRemaining, sell.quantityRemaining)
  return shares - (shares % lot)
}

function mayMeet(state: State, buy: Advert, sell: Advert, at: number): boolean {
  const firms = [state.firms.get(buy.firmId), state.firms.get(sell.firmId)]
  if (buy.firmId === sell.firmId) return false
  if (firms[0]?.affiliateGroup && firms[0].affiliateGroup === firms[1]?.affiliateGroup) return false
  const [one, two] = [buy.firmId, sell.firmId].sort()
  if ((state.cooldowns.get(`${one}|${two}|${buy.securityId}`)?.until ?? 0) > at) return false
  const quantity = sharesOf(state, buy, sell)
  if (quantity <= 0 || quantity < buy.minShares || quantity < sell.minShares) return false
  if (ratings(state, sell) < Math.max(10, buy.terms.credibilityHurdle)) return false
  if (ratings(state, buy) < Math.max(10, sell.terms.credibilityHurdle)) return false
  const buyLegs = common(buy.terms.transactionType, sell.terms.transactionTypePreference)
  const sellLegs = common(sell.terms.transactionType, buy.terms.transactionTypePreference)
  if (buyLegs.length === 0 || sellLegs.length === 0) return false
  const swap = buyLegs[0] === 'S' || sellLegs[0] === 'S'
  const brokers = [...state.brokers.values()].filter(
    ({ brokerId, active, swapEnabled }) =>
      active &&
      (swapEnabled || !swap) &&
      [buy, sell].every((advert) => advert.terms.brokerIds.includes(brokerId)) &&
      firms.every((firm) => firm?.brokerIds.includes(brokerId)),
  )
  if (brokers.length === 0) return false
  if (Number(buy.expiryDate) <= at || Number(sell.expiryDate) <= at) return false
  const young = Math.max(buy.settledSince, sell.settledSince) > at - state.limits.minLiveMs
  return !(state.limits.minLiveMs > 0 && young)
}

const band = (state: State, advert: Advert): number => Math.trunc((ratings(state, advert) - 1) / 20) + 1

/** What a sweep of these securities must locate, in order (rules 3 and 4). */
export function oracle(
  state: State,
  quotes: readonly Quote[],
  at: number,
  isOpen: (quote: Quote) => boolean,
): Match[] {
  const matches: Match[] = []
  const taken = new Set<string>()
  const busy = new Map([...state.traders.values()].map((trader) => [trader.traderId, trader.openLocates]))
  const isFree = (advert: Advert): boolean =>
    !taken.has(advert.id) &&
    state.traders.get(advert.traderId)?.present === true &&
    (busy.get(advert.traderId) ?? 0) < state.limits.openLocatesPerTrader
  for (const quote of quotes) {
    if (!isOpen(quote)) continue
    const live = [...state.adverts.values()].filter(
      (advert) => advert.securityId === quote.securityId && advert.advertisementStatus === 'LIVE',
    )
    const buys = live.filter((advert) => advert.terms.direction === 'BUY')
    const sells = live.filter((advert) => advert.terms.direction === 'SELL')
    const pairs = buys.flatMap((buy) => sells.map((sell) => ({ buy, sell })))
    const eligible = pairs.filter(({ buy, sell }) => mayMeet(state, buy, sell, at))
    eligible.sort((x, y) => rank(state, x, y))
    for (const { buy, sell } of eligible) {
      if (!isFree(buy) || !isFree(sell)) continue
      matches.push({ buyId: buy.id, sellId: sell.id, quantity: sharesOf(state, buy, sell) })
      for (const advert of [buy, sell]) {
        taken.add(advert.id)
        busy.set(advert.traderId, (busy.get(advert.traderId) ?? 0) + 1)
      }
    }
  }
  return matches
}

interface Candidates {
  readonly buy: Advert
  readonly sell: Advert
}

function rank(state: State, x: Candidates, y: Candidates): number {
  const key = ({ buy, sell }: Candidates): number[] => [
    -sharesOf(state, buy, sell),
    -(band(state, buy) + band(state, sell)),
    Math.max(buy.priorityTime, sell.priorityTime),
    ...[buy.sequence, sell.sequence].sort((a, b) => a - b),
  ]
  const [a, b] = [key(x), key(y)]
  for (const [index, value] of a.entries()) if (value !== b[index]) return value - (b[index] as number)
  return 0
}

/** The spread, age and limits a quote must keep, written out anew (rules 12). */
export function quoteIsMeetable(state: State, quote: Quote, at: number): boolean {
  const security = state.securities.get(quote.securityId)
  if (!security) return false
  const mid = (quote.bid + quote.ask) / 2
  const tick = tickAt(quote.bid, security)
  return (
    quote.bid > 0 &&
    quote.bid < quote.ask &&
    quote.ask - quote.bid <= Math.max(10 * tick, mid / 100) &&
    at - quote.at <= 10_000 &&
    mid >= security.minPrice &&
    mid <= security.maxPrice
  )
}

export const matchesOf = (events: readonly Fact<'contraLocated'>[]): Match[] =>
  events.map(({ buyId, sellId, locateQuantity }) => ({ buyId, sellId, quantity: locateQuantity }))
