import { dayMs, minuteMs, minutesPerDay, tokyoOffsetMinutes } from '@aitai/engine/calendar/trading-days.ts'

/** When a session may be logged on. Times of day are minutes since midnight in Tokyo, which has no summer time. */
export interface SessionSchedule {
  /** When a day begins: numbers start again at 1, and the stored messages are deleted. */
  readonly startMinute: number
  /** When a day ends and the counterparty is logged out; equal to the start for a session around the clock. */
  readonly endMinute: number
}

/** Returns when the day of a session began which is going on or was the last, in milliseconds since the epoch. */
export function dayStart({ startMinute }: SessionSchedule, at: number): number {
  const offset = (tokyoOffsetMinutes - startMinute) * minuteMs
  return Math.floor((at + offset) / dayMs) * dayMs - offset
}

/** Whether a session may be logged on. */
export function isOpen(schedule: SessionSchedule, at: number): boolean {
  const { startMinute, endMinute } = schedule
  const length = (endMinute - startMinute + minutesPerDay) % minutesPerDay || minutesPerDay
  return at - dayStart(schedule, at) < length * minuteMs
}
