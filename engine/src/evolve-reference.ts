import type { EventOf } from './events.ts'
import type { Limits } from './limits.ts'
import { ratingOf } from './rating/credibility.ts'
import type { State, Trader } from './state/state.ts'
import { addCandidate, rebuildIndex } from './state/state-index.ts'

/** Reference data replaces what it names; anything live may have found a contra by it. */
export function evolveReferenceChanged(state: State, { reference }: EventOf<'referenceChanged'>): void {
  if (reference.limits) limitsTaken(state, reference.limits)
  for (const firm of reference.firms ?? []) state.firms.set(firm.firmId, firm)
  for (const broker of reference.brokers ?? []) state.brokers.set(broker.brokerId, broker)
  for (const security of reference.securities ?? []) state.securities.set(security.securityId, security)
  for (const { traderId, firmId } of reference.traders ?? []) {
    const trader = state.traders.get(traderId)
    if (trader) trader.firmId = firmId
    else state.traders.set(traderId, newTrader(traderId, firmId, state.limits))
  }
  if (reference.calendar) state.calendar = reference.calendar
  // Brokers, enabled lists and exchanges are read into the index; rebuilding it stirs all that is live.
  rebuildIndex(state)
}

function limitsTaken(state: State, limits: Limits): void {
  state.limits = limits
  for (const trader of state.traders.values()) trader.rating = ratingOf(trader.ledger, limits)
}

const newTrader = (traderId: string, firmId: string, limits: Limits): Trader => ({
  traderId,
  firmId,
  present: false,
  openLocates: 0,
  ledger: [],
  quietDays: 0,
  rating: ratingOf([], limits),
  counts: { upload: 0, cancel: 0, locate: 0, accept: 0, decline: 0, timeout: 0, triggerCancel: 0 },
  advertIds: new Set<string>(),
})

export function evolvePresenceChanged(state: State, { traderId, present }: EventOf<'presenceChanged'>): void {
  const trader = state.traders.get(traderId)
  if (!trader) throw new Error(`the journal names an unknown trader ${traderId}`)
  trader.present = present
  if (present) addTraderCandidates(state, trader)
}

/** Everything that a trader has live may have found a contra. */
export function addTraderCandidates(state: State, { advertIds }: Trader): void {
  for (const advertId of advertIds) {
    const advert = state.adverts.get(advertId)
    if (advert?.advertisementStatus === 'LIVE') addCandidate(state.index, advert)
  }
}

/** What was halted and is not any more may meet at once; what is halted now is looked at and passed over. */
export function evolveSwitchTurned(state: State, { switch: which, halted }: EventOf<'switchTurned'>): void {
  const { halts } = state
  if (which.kind === 'PLATFORM') halts.platform = halted
  else if (which.kind === 'FIRM') toggle(halts.firms, which.firmId, halted)
  else toggle(halts.securities, which.securityId, halted)
  for (const { BUY, SELL } of state.index.pools.values())
    for (const advert of [...BUY.adverts, ...SELL.adverts]) addCandidate(state.index, advert)
}

function toggle(set: Set<string>, id: string, isIn: boolean): void {
  if (isIn) set.add(id)
  else set.delete(id)
}

/** Since when a market is not fresh, however the reason changes (rules 12). */
export function evolveMarketTurned(state: State, { securityId, error, at }: EventOf<'marketTurned'>): void {
  if (error === null) state.markets.delete(securityId)
  else state.markets.set(securityId, { error, since: state.markets.get(securityId)?.since ?? at })
}
