import type { Limits } from '../model/limits.ts'
import type { ScoredEvent, State, Trader } from '../model/state.ts'
import { addCandidate } from '../model/state-index.ts'
import { ratingOf, withScore } from '../rating/credibility.ts'

/** A trader at the first mention in the reference data: absent, and with the rating of an empty ledger. */
export const newTrader = (traderId: string, firmId: string, limits: Limits): Trader => ({
  traderId,
  firmId,
  isDeskHead: false,
  present: false,
  openLocates: 0,
  ledger: [],
  rating: ratingOf([], limits),
  counts: { upload: 0, cancel: 0, locate: 0, accept: 0, decline: 0, timeout: 0, triggerCancel: 0 },
  advertIds: new Set<string>(),
})

export function addScore(state: State, trader: Trader, event: ScoredEvent): void {
  setLedger(state, trader, withScore(trader.ledger, event, state.limits))
}

/**
 * Sets the ledger and the rating that follows from it. Contras open up for the trader's live adverts only if
 * the rating rises over a hurdle that a live advert has set (E6).
 */
export function setLedger(state: State, trader: Trader, ledger: readonly ScoredEvent[]): void {
  const was = trader.rating
  trader.ledger = ledger
  trader.rating = ratingOf(ledger, state.limits)
  for (let hurdle = was + 1; hurdle <= trader.rating; hurdle += 1)
    if ((state.index.hurdles[hurdle] ?? 0) > 0) return addTraderCandidates(state, trader)
}

/** Marks everything that a trader has live as possibly having gained a contra. */
export function addTraderCandidates(state: State, { advertIds }: Trader): void {
  for (const advertId of advertIds) {
    const advert = state.adverts.get(advertId)
    if (advert?.advertisementStatus === 'LIVE') addCandidate(state.index, advert)
  }
}
