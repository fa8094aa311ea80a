import { ratingOf } from './credibility.ts'
import type { Fact } from './events.ts'
import type { Limits } from './limits.ts'
import { type State, stir, type Trader } from './state.ts'

/** Reference data replaces what it names; anything live may have found a contra by it. */
export function referenceTaken(state: State, { reference }: Fact<'referenceChanged'>): void {
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
  for (const advert of state.adverts.values())
    if (advert.advertisementStatus === 'LIVE') stir(state.index, advert)
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
  rating: ratingOf([], limits),
  counts: { upload: 0, cancel: 0, locate: 0, accept: 0, decline: 0, timeout: 0, triggerCancel: 0 },
  advertIds: new Set<string>(),
})

export function presenceTurned(state: State, { traderId, present }: Fact<'presenceChanged'>): void {
  const trader = state.traders.get(traderId)
  if (!trader) throw new Error(`the journal names an unknown trader ${traderId}`)
  trader.present = present
  if (!present) return
  for (const advertId of trader.advertIds) {
    const advert = state.adverts.get(advertId)
    if (advert?.advertisementStatus === 'LIVE') stir(state.index, advert)
  }
}
