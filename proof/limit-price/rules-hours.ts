/* The hours of docs/rules.md §13, in minutes after midnight UTC. */

const minuteMs = 60_000

export type Phase = 'MATCHING' | 'AFTER_HOURS' | 'CLOSED'

interface Range {
  readonly from: number
  readonly to: number
}

export interface DayHours {
  readonly platform: readonly Range[]
  readonly exchange: readonly Range[]
  readonly matching: readonly Range[]
  readonly afterHours: readonly Range[]
}

/** The hours of docs/rules.md §13 for Tokyo. */
export const tokyoHours: DayHours = {
  platform: [{ from: 23 * 60, to: 8 * 60 }],
  exchange: [
    { from: 0, to: 150 },
    { from: 210, to: 390 },
  ],
  matching: [
    { from: 0, to: 149 },
    { from: 210, to: 384 },
  ],
  afterHours: [{ from: 391, to: 440 }],
}

const allDay = [{ from: 0, to: 1_440 }]
export const neverCloses: DayHours = { platform: allDay, exchange: allDay, matching: allDay, afterHours: [] }

const midnightBefore = (now: number): number => now - (now % (1_440 * minuteMs))
const isIn = (ranges: readonly Range[], now: number): boolean => {
  const minute = (now - midnightBefore(now)) / minuteMs
  return ranges.some(({ from, to }) =>
    from < to ? minute >= from && minute < to : minute >= from || minute < to,
  )
}

export function phaseAt({ matching, afterHours }: DayHours, now: number): Phase {
  if (isIn(matching, now)) return 'MATCHING'
  return isIn(afterHours, now) ? 'AFTER_HOURS' : 'CLOSED'
}

export const exchangeIsOpen = ({ exchange }: DayHours, now: number): boolean => isIn(exchange, now)

export const platformIsOpen = ({ platform }: DayHours, now: number): boolean => isIn(platform, now)

/** The milliseconds until the current phase of matching ends. */
export function msToMatchingEnd({ matching, afterHours }: DayHours, now: number): number {
  const since = now - midnightBefore(now)
  const range = [...matching, ...afterHours].find(
    ({ from, to }) => since >= from * minuteMs && since < to * minuteMs,
  )
  if (!range || range.to - range.from === 1_440) return Number.POSITIVE_INFINITY
  return range.to * minuteMs - since
}

/** The moments at which a phase begins, on the day of a moment and the next. */
export const edgesOf = ({ matching, afterHours }: DayHours, now: number): number[] =>
  [...matching, ...afterHours].flatMap(({ from, to }) =>
    [from, to].map((minute) => midnightBefore(now) + minute * minuteMs),
  )

/** Whole minutes from the submit, or until platform hours end; an own expiry is a time of today in Tokyo. */
export function expiryOf({ platform }: DayHours, duration: string, now: number): number {
  const tokyoMs = 9 * 60 * minuteMs
  const dayInTokyo = midnightBefore(now + tokyoMs) - tokyoMs
  const [range] = platform
  // Without an end of platform hours the trading day ends at midnight in Tokyo.
  const neverEnds = range !== undefined && range.to - range.from === 1_440
  const dayEnd = neverEnds ? dayInTokyo + 1_440 * minuteMs : endOfPlatform(range, now)
  if (duration === 'END_OF_DAY') return dayEnd
  if (duration.includes(':')) {
    const [hour, minute] = duration.split(':').map(Number)
    return dayInTokyo + (Number(hour) * 60 + Number(minute)) * minuteMs
  }
  const ends = now + Number(duration) * minuteMs
  return neverEnds ? ends : Math.min(ends, dayEnd)
}

function endOfPlatform(range: Range | undefined, now: number): number {
  if (!range) throw new Error('the platform has hours')
  const today = midnightBefore(now) + range.to * minuteMs
  return today > now ? today : today + 1_440 * minuteMs
}
