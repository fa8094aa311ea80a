import { endsAnyLocate } from '../locates/locate-withdrawal.ts'
import { anyLimitIsCrossed } from '../market/limit-price.ts'
import { hardMarketError, hasLiveAdverts, isWatched, marketStatusChange } from '../market/market-status.ts'
import { anyTriggerFires } from '../market/trigger-firing.ts'
import type { Sighting } from '../model/quote.ts'
import type { State } from '../model/state.ts'

/**
 * The securities whose market matters to an advert: somebody is live, waits or is in a locate there, or was when it
 * failed.
 */
export function watchedSecurities(state: State): string[] {
  const { books, openLocatesIn } = state.index
  const seen = new Set([...state.markets.keys(), ...books.keys(), ...openLocatesIn.keys()])
  return [...seen].filter((id) => isMarketWatched(state, id)).sort()
}

/** Whether a security is one of those. */
export const isMarketWatched = (state: State, id: string): boolean =>
  state.markets.has(id) || state.index.openLocatesIn.has(id) || isWatched(state, id)

/**
 * Whether a market that shows this has any effect: its status changes, it ends adverts, it fires a trigger, it
 * crosses a limit price, or it determines how a locate ends.
 */
export const marketHasEffect = (state: State, sighting: Sighting, at: number): boolean =>
  // The change comes first: without one, the recorded error is that of this sighting.
  marketStatusChange(state, sighting, at) !== null ||
  (hasLiveAdverts(state, sighting.securityId) && hardMarketError(state, sighting, at) !== null) ||
  anyTriggerFires(state, sighting, at) ||
  anyLimitIsCrossed(state, sighting, at) ||
  endsAnyLocate(state, sighting, at)
