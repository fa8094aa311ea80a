import { type Calendar, type ExchangeHours, exchanges } from '@aitai/engine/model/calendar.ts'
import alwaysOpenData from '../../../server/data/calendar-always-open.json' with { type: 'json' }
import jpxData from '../../../server/data/calendar-jpx.json' with { type: 'json' }
import type { Random } from '../../harness/random.ts'

/** The shipped calendars, and unusual ones that a venue could choose. */
const jpx: Calendar = jpxData
const alwaysOpen: Calendar = alwaysOpenData

const eachExchange = (hours: ExchangeHours): Calendar['hours'] => ({
  XTKS: hours,
  XNGO: hours,
  XFKA: hours,
  XSAP: hours,
})

/** Evening to morning in Tokyo: every range wraps around midnight there, where the trading day ends. */
const throughTheNight: ExchangeHours = {
  platform: [{ from: 780, to: 1_200 }],
  exchange: [{ from: 800, to: 1_100 }],
  matching: [{ from: 810, to: 1_090 }],
  afterHours: [{ from: 1_110, to: 1_190 }],
}

/**
 * Wraps around midnight in UTC: the platform opens at 08:00 and matches from 08:30 to 11:20 in Tokyo, and
 * again.
 */
const acrossUtc: ExchangeHours = {
  // Starts after matching does, which must wait for it.
  platform: [
    { from: 1_415, to: 145 },
    { from: 145, to: 500 },
  ],
  exchange: [{ from: 1_400, to: 400 }],
  // Two adjacent ranges and an overlapping one count as one.
  matching: [
    { from: 1_410, to: 30 },
    { from: 30, to: 100 },
    { from: 90, to: 140 },
    { from: 200, to: 390 },
  ],
  afterHours: [{ from: 400, to: 480 }],
}

/** The same minute at both ends is the whole day. */
const theWholeDay: ExchangeHours = {
  platform: [{ from: 600, to: 600 }],
  exchange: [{ from: 600, to: 600 }],
  matching: [{ from: 600, to: 590 }],
  afterHours: [{ from: 590, to: 600 }],
}

const night: Calendar = { ...jpx, name: 'night', hours: eachExchange(throughTheNight) }
const wrapping: Calendar = { ...jpx, name: 'wrapping', hours: eachExchange(acrossUtc) }
const whole: Calendar = { name: 'whole', weekends: true, holidays: [], hours: eachExchange(theWholeDay) }
/** Each exchange has its own hours. */
const mixed: Calendar = {
  ...jpx,
  name: 'mixed',
  hours: { XTKS: jpx.hours.XTKS, XNGO: acrossUtc, XFKA: throughTheNight, XSAP: theWholeDay },
}

/**
 * Days in Tokyo on which a simulation starts: an ordinary one, and eves of long weekends, the new year, five
 * days off.
 */
const dates = ['2026-10-14', '2026-11-20', '2026-11-20', '2026-12-30', '2026-09-18', '2027-03-19'] as const
/** Minutes after midnight UTC: before the open, around lunch, before the close, and after it. */
const begins = [-5, -5, -2, 100, 147, 207, 370, 382, 389, 391] as const
/** For hours through the night: before the open, and before midnight in Tokyo. */
const nightly = [778, 830, 885, 898] as const

export interface CalendarStart {
  readonly calendar: Calendar
  /** The start of a simulated day, in milliseconds UTC. */
  readonly opensAt: number
}

/** Hours, and a time from which on something happens. */
export function drawCalendarStart(chance: Random, friendly: boolean): CalendarStart {
  const date = Date.parse(`${chance.oneOf(dates)}T00:00:00Z`)
  const calendar = friendly
    ? alwaysOpen
    : chance.oneOf([jpx, jpx, jpx, jpx, alwaysOpen, alwaysOpen, mixed, mixed, wrapping, night, whole])
  const isAwake = calendar === night || (!friendly && calendar.weekends && chance.happens(0.5))
  const begin = chance.oneOf(isAwake ? nightly : begins)
  return { calendar, opensAt: date + begin * 60_000 }
}

/** All minutes after midnight UTC at which the hours of a calendar change. */
export const hourBoundaries = (calendar: Calendar): number[] => [
  ...new Set(
    exchanges
      .flatMap((exchange) => Object.values(calendar.hours[exchange]).flat())
      .flatMap(({ from, to }) => [from % 1_440, to % 1_440]),
  ),
]
