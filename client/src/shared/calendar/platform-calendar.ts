import type { PlatformHours } from '@aitai/contract/schemas/reference.ts'
import { parseRanges } from '@aitai/engine/calendar/hours.ts'
import { dateOfDay, minutesPerDay, tradingDay } from '@aitai/engine/calendar/trading-days.ts'
import type { Calendar, Exchange, ExchangeHours } from '@aitai/engine/model/calendar.ts'

/** Every exchange has the same hours in the calendars of this file. */
export const anyExchange: Exchange = 'XTKS'

const calendarWith = (hours: ExchangeHours, holidays: readonly string[]): Calendar => ({
  name: '',
  weekends: true,
  holidays,
  hours: { XTKS: hours, XNGO: hours, XFKA: hours, XSAP: hours },
})

/**
 * The calendar of the trading day of `at`, in milliseconds UTC, with the hours of one security. The client does not know
 * the holidays. Unless the platform never closes, the next day is one: nothing lasts into it, even if the hours are
 * around the clock (docs/rules.md 13.2).
 */
export const calendarOfDay = (hours: PlatformHours, at: number): Calendar =>
  calendarWith(
    {
      platform: parseRanges(hours.platformHourRanges),
      exchange: parseRanges(hours.exchangeHourRanges),
      matching: parseRanges(hours.matchingEngineHourRanges),
      afterHours: [],
    },
    hours.neverCloses ? [] : [dateOfDay(tradingDay(at) + 1)],
  )

const allDay = [{ from: 0, to: minutesPerDay }]

/** A calendar that never closes, which cuts no duration short. */
export const neverClosing = calendarWith(
  { platform: allDay, exchange: allDay, matching: allDay, afterHours: [] },
  [],
)
