import type { Advert } from '../adverts/advert.ts'
import { startOfTradingDay, tradingDay } from '../calendar/calendar.ts'
import { exchangeIsOpen } from '../calendar/hours.ts'
import { exchangeOpenMs } from '../calendar/open-time.ts'
import type { Event, EventOf } from '../events.ts'
import type { State } from '../state/state.ts'
import { causeOfMarketError, type MarketErrorCode, marketErrorCodeOf, marketErrorOf } from './market-error.ts'
import type { Sighting } from './quote.ts'

/**
 * What is wrong with a market now, or null. Nobody judges a market whose exchange is closed: it stays as it
 * was (rules 12).
 */
function marketErrorNow(state: State, { securityId, quote }: Sighting, at: number): MarketErrorCode | null {
  const security = state.securities.get(securityId)
  if (!security) return null
  if (!exchangeIsOpen(state.calendar, security.exchange, at))
    return state.markets.get(securityId)?.error ?? null
  return marketErrorOf(quote, security, at, state.limits)
}

/** Whether any advert is live in a security. */
export function hasLiveAdverts({ index }: State, securityId: string): boolean {
  const pool = index.pools.get(securityId)
  return pool !== undefined && pool.BUY.adverts.length + pool.SELL.adverts.length > 0
}

/** Whether any advert is live in a security or has a trigger there that can still fire. */
export const isWatched = (state: State, securityId: string): boolean =>
  hasLiveAdverts(state, securityId) || (state.index.armed.get(securityId)?.size ?? 0) > 0

/** Whether the market of a security turned: the indicator says paused, or open again (rules 12, soft). */
export function marketStatusChange(
  state: State,
  sighting: Sighting,
  at: number,
): EventOf<'marketTurned'> | null {
  const { securityId, quote } = sighting
  const error = marketErrorNow(state, sighting, at)
  const recorded = state.markets.get(securityId)?.error ?? null
  if (error === recorded) return null
  // A recorded error is lifted even if nobody watches the market any more.
  if (recorded === null && !isWatched(state, securityId)) return null
  return { type: 'marketTurned', at, securityId, error, quote }
}

/** The error by which live adverts die now: malformed at once, any other after its time in exchange hours. */
export function hardMarketError(state: State, sighting: Sighting, at: number): MarketErrorCode | null {
  const { securityId } = sighting
  const security = state.securities.get(securityId)
  if (!security || !exchangeIsOpen(state.calendar, security.exchange, at)) return null
  const error = marketErrorNow(state, sighting, at)
  if (error === null || error === '007') return error
  const since = failingSince(state, sighting, at)
  return exchangeOpenMs(state.calendar, security.exchange, since, at) >= state.limits.hardMarketErrorMs
    ? error
    : null
}

/**
 * Since when a market is not fresh: by its tape, which is the same whoever stands in it. Counted from the
 * first sweep that saw somebody stand there, a death would tell of others that were there before (rules 15).
 * Each day begins anew, or what yesterday's close left stale would end everything at today's opening.
 */
const failingSince = ({ markets }: State, { securityId, freshUntil }: Sighting, at: number): number =>
  Math.max(freshUntil ?? markets.get(securityId)?.since ?? at, startOfTradingDay(tradingDay(at)))

const inOrder = (a: Advert, b: Advert): number => a.sequence - b.sequence

/** The deaths of everything live in a market that has failed (rules 12, hard). */
export function marketCancellations(state: State, sighting: Sighting, at: number): Event[] {
  const error = hardMarketError(state, sighting, at)
  const pool = state.index.pools.get(sighting.securityId)
  if (error === null || !pool) return []
  const causeOfDeath = causeOfMarketError(error)
  const errorCode = marketErrorCodeOf(error)
  const quotes = sighting.quote ? [sighting.quote] : []
  return [...pool.BUY.adverts, ...pool.SELL.adverts].sort(inOrder).map(
    ({ id }): EventOf<'advertCancelled'> => ({
      type: 'advertCancelled',
      at,
      advertId: id,
      causeOfDeath,
      errorCode,
      quotes,
    }),
  )
}
