import type { DayBars } from '@aitai/contract/schemas/reference.ts'
import { tradesAllDay } from '../shared/prices/market-bars.ts'
import { breaksBetween, shownRange, type TimeRange } from './chart-data.ts'

/** A trading day on an axis of several. */
export interface AxisDay extends TimeRange {
  /** Its first moment, in seconds UTC. */
  readonly start: number
}

/**
 * Where times are drawn, by positions in seconds. Those of one day are its times; an axis of several days leaves out
 * the hours in which the exchange is closed.
 */
export interface TimeAxis extends TimeRange {
  /** The position of a time in seconds UTC. A time that is left out has that of the end of what is before it. */
  readonly positionOf: (time: number) => number
  /** Whether a time in seconds UTC is between the open and the close of a day. */
  readonly contains: (time: number) => boolean
  /** Breaks that are drawn as such, by their positions. */
  readonly breaks: readonly TimeRange[]
  /** The days by their positions; none on an axis of one day. */
  readonly days: readonly AxisDay[]
}

/** The clock of one day, with its breaks. */
export function dayAxis(day: Pick<DayBars, 'sessions' | 'bars'>): TimeAxis {
  const range = shownRange(day)
  return {
    ...range,
    positionOf: (time) => time,
    contains: (time) => time >= range.from && time <= range.to,
    breaks: breaksBetween(day.sessions),
    days: [],
  }
}

/** The intervals that are free after the newest one of a market that never closes. */
const freeIntervals = 2

/**
 * The trading hours of several days, in sequence. Between two days there is room for one interval, for the line
 * that separates them. `newest` is the last minute with a price, in milliseconds UTC.
 */
export function daysAxis(
  days: readonly Pick<DayBars, 'sessions'>[],
  intervalSeconds: number,
  newest: number | undefined,
): TimeAxis {
  const spans: { from: number; to: number; position: number }[] = []
  const drawn: (AxisDay & { end: number })[] = []
  let position = 0
  for (const { sessions } of days) {
    const [first, last] = [sessions[0], sessions.at(-1)]
    if (!first || !last) continue
    if (drawn.length > 0) position += intervalSeconds
    const from = position
    for (const session of sessions) {
      const span = { from: session.from / 1_000, to: session.to / 1_000, position }
      spans.push(span)
      position += span.to - span.from
    }
    drawn.push({ from, to: position, start: first.from / 1_000, end: last.to / 1_000 })
  }
  const positionOf = (time: number): number => {
    const span = spans.findLast(({ from }) => from <= time) ?? spans[0]
    return span ? span.position + Math.min(Math.max(time - span.from, 0), span.to - span.from) : 0
  }
  const isEndless = tradesAllDay(days.at(-1)?.sessions ?? [])
  const interval = (newest ?? 0) / 1_000 - (((newest ?? 0) / 1_000) % intervalSeconds)
  const to =
    isEndless && newest !== undefined
      ? Math.min(position, positionOf(interval) + (1 + freeIntervals) * intervalSeconds)
      : Math.max(position, 1)
  return {
    from: 0,
    to,
    positionOf,
    contains: (time) => drawn.some(({ start, end }) => time >= start && time <= end),
    breaks: [],
    days: drawn.map(({ end: _, ...day }) => ({ ...day, to: Math.min(day.to, to) })),
  }
}
