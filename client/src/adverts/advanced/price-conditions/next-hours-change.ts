import type { PlatformHours } from '@aitai/contract/schemas/reference.ts'
import { parseRange } from '@aitai/engine/calendar/hours.ts'

const minuteMs = 60_000
const dayMs = 1_440 * minuteMs

/**
 * When what the hours say of just now is next out of date: a range begins or ends, or in Tokyo a new day
 * does. Milliseconds UTC, after `now`.
 */
export function nextHoursChange(hours: PlatformHours, now: number): number {
  const ranges = [
    ...hours.platformHourRanges,
    ...hours.matchingEngineHourRanges,
    ...hours.exchangeHourRanges,
  ].map(parseRange)
  const midnightInTokyo = 15 * 60
  const minutes = ranges.flatMap((range) => (range ? [range.from, range.to] : []))
  const today = Math.floor(now / dayMs) * dayMs
  return Math.min(
    ...[...minutes, midnightInTokyo].map((minute) => {
      const at = today + (minute % 1_440) * minuteMs
      return at > now ? at : at + dayMs
    }),
  )
}
