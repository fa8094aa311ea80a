/** When a session may be logged on. Times of day are minutes since midnight in Tokyo, which has no summer time. */
export interface SessionSchedule {
  /** When a day begins: numbers start again at 1, and the stored messages are deleted. */
  readonly startMinute: number
  /** When a day ends and the counterparty is logged out; equal to the start for a session around the clock. */
  readonly endMinute: number
}

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs
const tokyoOffsetMs = 9 * 60 * minuteMs

/** Returns when the day of a session began which is going on or was the last, in milliseconds since the epoch. */
export function dayStart({ startMinute }: SessionSchedule, at: number): number {
  const offset = tokyoOffsetMs - startMinute * minuteMs
  return Math.floor((at + offset) / dayMs) * dayMs - offset
}

/** Whether a session may be logged on. */
export function isOpen(schedule: SessionSchedule, at: number): boolean {
  const { startMinute, endMinute } = schedule
  const length = (endMinute - startMinute + 24 * 60) % (24 * 60) || 24 * 60
  return at - dayStart(schedule, at) < length * minuteMs
}
