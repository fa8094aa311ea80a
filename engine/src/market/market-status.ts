import { exchangeIsOpen } from '../calendar/hours.ts'
import { exchangeOpenMs } from '../calendar/open-time.ts'
import { nextMinute, startOfTradingDay, tradingDay } from '../calendar/trading-days.ts'
import type { Advert } from '../model/advert.ts'
import type { Event, EventOf } from '../model/events.ts'
import { firstLapse } from '../model/locate.ts'
import type { MarketErrorCode, Sighting } from '../model/quote.ts'
import type { Pool, State } from '../model/state.ts'
import { causeOfMarketError, marketErrorCodeOf, seenMarketError } from './market-error.ts'
import { freshEnoughFrom } from './matching-price.ts'

const recordedMarketError = ({ markets }: State, securityId: string): MarketErrorCode | null =>
  markets.get(securityId)?.error ?? null

/**
 * What is wrong with a market now, or null. While its exchange is closed, its last status stays
 * (docs/rules.md §12).
 */
function marketErrorNow(state: State, sighting: Sighting, at: number): MarketErrorCode | null {
  const { securityId } = sighting
  const security = state.securities.get(securityId)
  if (!security) return null
  if (!exchangeIsOpen(state.calendar, security.exchange, at)) return recordedMarketError(state, securityId)
  return seenMarketError(sighting, security, at, state.limits)
}

const hasLive = ({ BUY, SELL }: Pool): boolean => BUY.adverts.length + SELL.adverts.length > 0

/** Whether any advert is live in a security. */
export function hasLiveAdverts({ index }: State, securityId: string): boolean {
  const book = index.books.get(securityId)
  return book !== undefined && hasLive(book)
}

/** Whether any advert is live in a security, or has a trigger that can still fire or a limit price there. */
export function isWatched({ index }: State, securityId: string): boolean {
  const book = index.books.get(securityId)
  return book !== undefined && (hasLive(book) || book.armed.size > 0)
}

/** The event for a changed status of a watched market, or null (docs/rules.md §12, soft error). */
export function marketStatusChange(
  state: State,
  sighting: Sighting,
  at: number,
): EventOf<'marketStatusChanged'> | null {
  const { securityId, quote } = sighting
  const recorded = recordedMarketError(state, securityId)
  // A recorded error is lifted even if nobody watches the market any more.
  if (recorded === null && !isWatched(state, securityId)) return null
  const error = marketErrorNow(state, sighting, at)
  if (error === recorded) return null
  return { type: 'marketStatusChanged', at, securityId, error, quote }
}

/**
 * The recorded error of a market, if it cancels live adverts: malformed at once if consecutive quotes confirm it, so
 * that one bad quote ends nothing, and any error after a time in exchange hours (docs/rules.md §12). Apply
 * `marketStatusChange` first: it records the error of the sighting, which is not computed a second time here.
 */
export function hardMarketError(state: State, sighting: Sighting, at: number): MarketErrorCode | null {
  const { securityId } = sighting
  const error = recordedMarketError(state, securityId)
  if (error === null) return null
  const security = state.securities.get(securityId)
  if (!security || !exchangeIsOpen(state.calendar, security.exchange, at)) return null
  const { malformedForMs = Number.NEGATIVE_INFINITY } = sighting
  if (error === '007' && malformedForMs >= state.limits.confirmingMs) return error
  const since = failingSince(state, sighting, at)
  return exchangeOpenMs(state.calendar, security.exchange, since, at) >= state.limits.hardMarketErrorMs
    ? error
    : null
}

/**
 * Since when a market is not fresh, by its quotes alone. If it were counted from the first sweep with an
 * advert in the security, the moment of a cancellation would reveal that others were there before
 * (docs/rules.md §15). Counting starts again each day, or the stale quote of yesterday's close would cancel
 * everything at today's opening.
 */
const failingSince = ({ markets }: State, { securityId, freshUntil }: Sighting, at: number): number =>
  Math.max(freshUntil ?? markets.get(securityId)?.since ?? at, startOfTradingDay(tradingDay(at)))

/**
 * The earliest time after `at`, in milliseconds UTC, at which a market may have an effect that it does not have now,
 * without another quote or event: its quote becomes stale, it has been fresh or failing for long enough, a locate
 * lapses in it, or its hours change.
 * All hours and days begin on whole minutes. Nothing happens at most of these times.
 */
export function nextMarketTime(state: State, sighting: Sighting, at: number): number {
  const { limits, calendar } = state
  const { securityId, quote } = sighting
  const security = state.securities.get(securityId)
  let next = nextMinute(at)
  const consider = (time: number): void => {
    if (time > at && time < next) next = time
  }
  if (quote) {
    // A quote from the future is malformed until the clock is close to it.
    consider(quote.at - limits.quoteAheadMs)
    consider(quote.at + limits.quoteAgeMs + 1)
  }
  consider(freshEnoughFrom(state, sighting))
  for (const locate of state.index.openLocatesIn.get(securityId) ?? []) consider(firstLapse(locate, limits))
  const since = failingSince(state, sighting, at)
  // Until then the market is not failing, and its quote becomes stale first.
  if (security && since < at)
    consider(at + limits.hardMarketErrorMs - exchangeOpenMs(calendar, security.exchange, since, at))
  return next
}

const bySequence = (a: Advert, b: Advert): number => a.sequence - b.sequence

/** The cancellations of all live adverts in a market with a hard error (docs/rules.md §12). */
export function marketCancellations(state: State, sighting: Sighting, at: number): Event[] {
  const book = state.index.books.get(sighting.securityId)
  if (!book) return []
  const error = hardMarketError(state, sighting, at)
  if (error === null) return []
  const causeOfDeath = causeOfMarketError(error)
  const errorCode = marketErrorCodeOf(error)
  const quotes = sighting.quote ? [sighting.quote] : []
  return [...book.BUY.adverts, ...book.SELL.adverts].sort(bySequence).map(
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
