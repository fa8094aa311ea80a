import { dayMs, type HourRange, minuteMs, tokyoOffsetMinutes } from './calendar.ts'
import { memoized } from './memoize.ts'

/** A part of a trading day: milliseconds after midnight in Tokyo, the end not included. */
export interface OpenInterval {
  readonly from: number
  readonly to: number
}

const minutesPerDay = dayMs / minuteMs

/** Where both ends are the same minute the range is the whole day. */
const lengthOf = ({ from, to }: HourRange): number =>
  (to - from + minutesPerDay) % minutesPerDay || minutesPerDay

/** Whether a range holds a minute after midnight UTC. */
export const coversMinute = (range: HourRange, minute: number): boolean =>
  (minute - range.from + minutesPerDay) % minutesPerDay < lengthOf(range)

/** A range by the clock of Tokyo; in two parts where it wraps midnight there. */
function partsOf(range: HourRange): OpenInterval[] {
  const from = (range.from + tokyoOffsetMinutes) % minutesPerDay
  const to = from + lengthOf(range)
  if (to <= minutesPerDay) return [{ from, to }]
  return [
    { from, to: minutesPerDay },
    { from: 0, to: to - minutesPerDay },
  ]
}

/**
 * Ranges as every trading day has them: in order of time, those that overlap or touch joined to one. Midnight
 * in Tokyo always parts two spans, because the next day may be a holiday. Remembered for the list given.
 */
export const openIntervalsOf = memoized((ranges: readonly HourRange[]): readonly OpenInterval[] => {
  const spans: OpenInterval[] = []
  for (const { from, to } of ranges.flatMap(partsOf).sort((a, b) => a.from - b.from)) {
    const last = spans.at(-1)
    if (last && from * minuteMs <= last.to)
      spans[spans.length - 1] = { from: last.from, to: Math.max(last.to, to * minuteMs) }
    else spans.push({ from: from * minuteMs, to: to * minuteMs })
  }
  return spans
})
