import { tradingDay, tradingDaysBetween } from '../calendar/calendar.ts'
import type { Event, EventOf } from '../events.ts'
import type { State } from '../state/state.ts'
import { isAgeingDue, ratingOf, withAgeing } from './credibility.ts'

/** The end of one trading day or more, and the ratings that recover by it (docs/rules.md §14). */
export function dayEndEvents(state: State, at: number): Event[] {
  const day = tradingDay(at)
  if (day <= state.day) return []
  const tradingDays = tradingDaysBetween(state.calendar, state.day, day)
  return [{ type: 'tradingDayEnded', at, day, tradingDays }, ...ageings(state, tradingDays, at)]
}

/** One event for every five trading days without a scored event, while the rating stays below 60. */
function ageings(state: State, tradingDays: number, at: number): EventOf<'ratingAged'>[] {
  const events: EventOf<'ratingAged'>[] = []
  for (const { traderId, ledger, rating, quietDays } of state.traders.values()) {
    let now = { ledger, rating, quietDays: quietDays + tradingDays }
    while (isAgeingDue(now.rating, now.quietDays, state.limits)) {
      events.push({ type: 'ratingAged', at, traderId })
      const aged = withAgeing(now.ledger, at, state.limits)
      now = {
        ledger: aged,
        rating: ratingOf(aged, state.limits),
        quietDays: now.quietDays - state.limits.ageing.tradingDays,
      }
    }
  }
  return events
}
