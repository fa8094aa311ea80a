import type { PlatformHours } from '@aitai/contract/schemas/reference.ts'
import { parseRanges } from '@aitai/engine/calendar/hours.ts'
import { dateOfDay, tradingDay } from '@aitai/engine/calendar/trading-days.ts'
import type { Calendar, Exchange, ExchangeHours } from '@aitai/engine/model/calendar.ts'

/** Every exchange has the same hours in the calendars of this file. */
export const anyExchange: Exchange = 'XTKS'

/**
 * The calendar of the trading day of `at`, in milliseconds UTC, with the hours of one security. The client does not know
 * the holidays. Unless the platform never closes, the next day is one: nothing lasts into it, even if the hours are
 * around the clock (docs/rules.md 13.2).
 */
export const calendarOfDay = (hours: PlatformHours, at: number): Calendar => {
  const each: ExchangeHours = {
    platform: parseRanges(hours.platformHourRanges),
    exchange: parseRanges(hours.exchangeHourRanges),
    matching: parseRanges(hours.matchingEngineHourRanges),
    afterHours: [],
  }
  return {
    name: '',
    weekends: true,
    holidays: hours.neverCloses ? [] : [dateOfDay(tradingDay(at) + 1)],
    hours: { XTKS: each, XNGO: each, XFKA: each, XSAP: each },
  }
}
