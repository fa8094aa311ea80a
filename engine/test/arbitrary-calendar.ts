import fc from 'fast-check'
import alwaysOpenData from '../../server/data/calendar-always-open.json' with { type: 'json' }
import jpxData from '../../server/data/calendar-jpx.json' with { type: 'json' }
import { dayMs } from '../src/calendar/trading-days.ts'
import type { Calendar, ExchangeHours, HourRange } from '../src/model/calendar.ts'

/** The shipped calendars, random ones, and a slow, obvious clock as the oracle for the real one. */
export const jpxCalendar: Calendar = jpxData
export const alwaysOpenCalendar: Calendar = alwaysOpenData

/** A time in UTC, as '2026-10-02T06:30' with or without seconds, in milliseconds. */
export const utc = (moment: string): number => Date.parse(`${moment}Z`)

export const calendarWith = (hours: Partial<ExchangeHours>, days: Partial<Calendar> = {}): Calendar => {
  const some = { platform: [], exchange: [], matching: [], afterHours: [], ...hours }
  return { ...alwaysOpenCalendar, ...days, hours: { XTKS: some, XNGO: some, XFKA: some, XSAP: some } }
}

/** Midnight in UTC and in Tokyo, where ranges are most often wrong. */
const edges = fc.constantFrom(0, 1, 899, 900, 901, 1_439, 1_440)
const anyEnd = fc.oneof({ weight: 3, arbitrary: fc.nat(1_440) }, { weight: 1, arbitrary: edges })
export const anyRange: fc.Arbitrary<HourRange> = fc.record({ from: anyEnd, to: anyEnd })
export const anyRanges = fc.array(anyRange, { maxLength: 4 })

const anyHours = fc.record({
  platform: anyRanges,
  exchange: anyRanges,
  matching: anyRanges,
  afterHours: anyRanges,
})
const dates = Array.from({ length: 40 }, (_, day) =>
  new Date(utc('2026-12-10T00:00') + day * dayMs).toISOString().slice(0, 10),
)

/** Random hours, and random holidays around the end of 2026. */
export const anyCalendar: fc.Arbitrary<Calendar> = fc
  .tuple(anyHours, fc.boolean(), fc.shuffledSubarray(dates, { maxLength: 12 }))
  .map(([hours, weekends, holidays]) => calendarWith(hours, { name: 'by chance', weekends, holidays }))

/** Times around the end of 2026, to the millisecond or exactly at a minute. */
export const anyMoment = fc
  .tuple(
    fc.integer({ min: utc('2026-12-05T00:00') / 60_000, max: utc('2027-01-25T00:00') / 60_000 }),
    fc.oneof(fc.constantFrom(0, 1, 59_999), fc.nat(59_999)),
  )
  .map(([minute, ms]) => minute * 60_000 + ms)

/** The minutes after midnight UTC in the ranges, found by stepping through each range minute by minute. */
export function minutesIn(ranges: readonly HourRange[]): readonly boolean[] {
  const held = Array<boolean>(1_440).fill(false)
  for (const { from, to } of ranges) {
    let minute = from % 1_440
    do {
      held[minute] = true
      minute = (minute + 1) % 1_440
    } while (minute !== to % 1_440)
  }
  return held
}

/** Whether exchanges are open on the day of a moment in Tokyo, by its date and weekday. */
export function isOpenDay(calendar: Calendar, at: number): boolean {
  const inTokyo = new Date(at + 9 * 3_600_000)
  if (!calendar.weekends && [0, 6].includes(inTokyo.getUTCDay())) return false
  return !calendar.holidays.includes(inTokyo.toISOString().slice(0, 10))
}

/** Whether a moment is in `held`, from `minutesOf`, on a day on which exchanges are open. */
export function isInMinutes(calendar: Calendar, held: readonly boolean[], at: number): boolean {
  const now = new Date(at)
  return held[now.getUTCHours() * 60 + now.getUTCMinutes()] === true && isOpenDay(calendar, at)
}

export const nextMinute = (at: number): number => (Math.floor(at / 60_000) + 1) * 60_000

/** The result of `openMsBetween`, computed minute by minute. */
export function naiveOpenMs(
  calendar: Calendar,
  ranges: readonly HourRange[],
  from: number,
  to: number,
): number {
  const held = minutesIn(ranges)
  let open = 0
  for (let at = from; at < to; at = nextMinute(at))
    if (isInMinutes(calendar, held, at)) open += Math.min(nextMinute(at), to) - at
  return open
}
