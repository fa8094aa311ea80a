import { phaseOf } from '../calendar/hours.ts'
import { seenMarketError } from '../market/market-error.ts'
import { matchingPrice } from '../market/matching-price.ts'
import type { Locate } from '../model/locate.ts'
import { securityOf } from '../model/lookups.ts'
import type { MarketErrorCode, SeenQuote, Sighting } from '../model/quote.ts'
import type { State } from '../model/state.ts'

/**
 * Errors that no order of a trader brings about at will: the security is halted, specially quoted, or at or beyond a
 * limit of the day (docs/rules.md §8).
 */
const inactive: readonly (MarketErrorCode | null)[] = ['004', '005', '006', '013']

/**
 * The market of an open locate: it can be agreed on; its price is missing for now; it is inactive; or matching is
 * closed (docs/rules.md §8).
 */
type LocateMarket = 'OPEN' | 'NOT_FRESH' | 'INACTIVE' | 'CLOSED'

/** The market of a locate at a moment, in milliseconds UTC. A quote of another security counts as none. */
export function locateMarketOf(
  state: State,
  { securityId }: Pick<Locate, 'securityId'>,
  seen: SeenQuote,
  at: number,
): LocateMarket {
  const security = securityOf(state, securityId)
  const phase = phaseOf(state.calendar, security.exchange, at)
  if (state.halts.platform || state.halts.securities.has(securityId)) return 'CLOSED'
  if (phase !== 'MATCHING' && phase !== 'AFTER_HOURS') return 'CLOSED'
  const own = seen.quote?.securityId === securityId ? seen : { quote: null }
  if (matchingPrice(state, own, at) !== null) return 'OPEN'
  const error = phase === 'MATCHING' ? seenMarketError(own, security, at, state.limits) : null
  return inactive.includes(error) ? 'INACTIVE' : 'NOT_FRESH'
}

/**
 * Whether a locate whose deadline has passed is void, because a sweep sees that its market is not fresh. A market
 * that is not seen says nothing, nor does one whose matching has ended since the deadline (docs/rules.md §8).
 */
export function isVoidIn(state: State, locate: Locate, sightings: readonly Sighting[], at: number): boolean {
  const seen = sightings.find(({ securityId }) => securityId === locate.securityId)
  const market = seen ? locateMarketOf(state, locate, seen, at) : 'CLOSED'
  return market === 'NOT_FRESH' || market === 'INACTIVE'
}
