import { dateOfDay, dayOfDate } from '@aitai/engine/calendar/trading-days.ts'

/** The first and the last day that may be chosen: trading days by number. */
export interface DayRange {
  readonly first: number
  readonly last: number
}

const week = 7

/** 0 for Monday to 6 for Sunday. Day 0, 1970-01-01, is a Thursday. */
export const weekdayOf = (day: number): number => (((day + 3) % week) + week) % week

/** The first day of the month of a day. */
export const startOfMonth = (day: number): number => dayOfDate(`${dateOfDay(day).slice(0, 8)}01`)

const monthDays = 31

/** The first day of the month that is so many months later, or earlier. */
export function monthFrom(day: number, months: number): number {
  let start = startOfMonth(day)
  for (let left = Math.abs(months); left > 0; left -= 1)
    start = startOfMonth(months > 0 ? start + monthDays : start - 1)
  return start
}

/** The weeks of the month of a day, Monday first; null before and after the month. */
export function weeksOf(day: number): readonly (readonly (number | null)[])[] {
  const [start, end] = [startOfMonth(day), monthFrom(day, 1)]
  const weeks: (number | null)[][] = []
  for (let monday = start - weekdayOf(start); monday < end; monday += week)
    weeks.push(
      Array.from({ length: week }, (_, i) => {
        const each = monday + i
        return each >= start && each < end ? each : null
      }),
    )
  return weeks
}

/** The same day of another month, or its last day. */
function sameDayOf(day: number, months: number): number {
  const start = monthFrom(day, months)
  return Math.min(start + day - startOfMonth(day), monthFrom(start, 1) - 1)
}

const moves: Readonly<Record<string, (day: number) => number>> = {
  ArrowLeft: (day) => day - 1,
  ArrowRight: (day) => day + 1,
  ArrowUp: (day) => day - week,
  ArrowDown: (day) => day + week,
  Home: (day) => day - weekdayOf(day),
  End: (day) => day - weekdayOf(day) + week - 1,
  PageUp: (day) => sameDayOf(day, -1),
  PageDown: (day) => sameDayOf(day, 1),
}

/**
 * The day that a key moves to, as in the date grid of the ARIA Authoring Practices, within the range; null for a key
 * that does not move.
 */
export function dayMovedTo(day: number, key: string, { first, last }: DayRange): number | null {
  const move = moves[key]
  return move ? Math.max(first, Math.min(last, move(day))) : null
}
