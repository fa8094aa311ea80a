import { tradingDay, tradingDaysBetween } from '../calendar/trading-days.ts'
import type { Calendar } from '../model/calendar.ts'
import type { Event, EventOf } from '../model/events.ts'
import type { ScoredEvent, State } from '../model/state.ts'
import { isAgeingDue, ratingOf, withAgeing } from './credibility.ts'

/** The end of one trading day or more, and the ratings that recover by it (docs/rules.md §14). */
export function dayEndEvents(state: State, at: number): Event[] {
  const day = tradingDay(at)
  if (day <= state.day) return []
  const tradingDays = tradingDaysBetween(state.calendar, state.day, day)
  return [{ type: 'tradingDayEnded', at, day, tradingDays }, ...ageings(state, day, at)]
}

/** One event for every five whole trading days without a scored event, while the rating stays below 60. */
function ageings(state: State, day: number, at: number): EventOf<'ratingAged'>[] {
  const { limits } = state
  const events: EventOf<'ratingAged'>[] = []
  for (const { traderId, ledger, rating } of state.traders.values()) {
    if (rating >= limits.ageing.below) continue
    let current = {
      ledger,
      rating,
      quietDays: quietDaysOf(state.calendar, ledger, day, limits.ageing.tradingDays),
    }
    while (isAgeingDue(current.rating, current.quietDays, limits)) {
      events.push({ type: 'ratingAged', at, traderId })
      const aged = withAgeing(current.ledger, at, limits)
      current = {
        ledger: aged,
        rating: ratingOf(aged, limits),
        quietDays: current.quietDays - limits.ageing.tradingDays,
      }
    }
  }
  return events
}

/**
 * The whole trading days between the last scored event and the beginning of a day, less those for which the
 * ledger has ageing events. The day of the event itself does not count (docs/rules.md §14).
 */
function quietDaysOf(
  calendar: Calendar,
  ledger: readonly ScoredEvent[],
  day: number,
  daysPerAgeing: number,
): number {
  const ageings = ledger.findIndex(({ contraFirmId }) => contraFirmId !== null)
  const last = ledger[ageings]
  if (!last) return 0
  return tradingDaysBetween(calendar, tradingDay(last.at) + 1, day) - ageings * daysPerAgeing
}
