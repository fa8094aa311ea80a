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

/** Whether the market of a security matters to an advert, as in `watchedSecurities`. */
export const isMarketWatched = (state: State, id: string): boolean =>
  state.markets.has(id) || state.index.openLocatesIn.has(id) || isWatched(state, id)

/**
 * Whether a sighting has any effect: the status of its market changes, it ends adverts, it fires a trigger, it crosses
 * a limit price, or it determines how a locate ends.
 */
export const marketHasEffect = (state: State, sighting: Sighting, at: number): boolean =>
  // `hardMarketError` reads the recorded error, which is that of this sighting if its status does not change.
  marketStatusChange(state, sighting, at) !== null ||
  (hasLiveAdverts(state, sighting.securityId) && hardMarketError(state, sighting, at) !== null) ||
  anyTriggerFires(state, sighting, at) ||
  anyLimitIsCrossed(state, sighting, at) ||
  endsAnyLocate(state, sighting, at)
