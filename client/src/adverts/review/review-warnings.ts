import type { Advert } from '@aitai/contract/schemas/adverts.ts'
import type { PlatformHours } from '@aitai/contract/schemas/reference.ts'
import type { HourRange } from '@aitai/engine/calendar/calendar.ts'
import { parseRange } from '@aitai/engine/calendar/hours.ts'
import type { Terms } from '../terms.ts'

const minuteMs = 60_000
const dayMs = 1_440 * minuteMs

/** What the review popup points at before anything is sent. Times in milliseconds UTC. */
export type ReviewWarning =
  | { readonly kind: 'large'; readonly times: number }
  /** The platform closes before the duration is over. */
  | { readonly kind: 'close'; readonly at: number }
  /** No contra is looked for from then on, though the platform is open still. */
  | { readonly kind: 'over'; readonly at: number }
  /** Nothing can be sent just now: out of hours, or not a trading day. */
  | { readonly kind: 'closed' | 'holiday' }
  | { readonly kind: 'break'; readonly from: number; readonly to: number }

/** When no contra is looked for, though the platform is open. */
type Idle = Extract<ReviewWarning, { kind: 'break' | 'over' }>

/** From how many times the usual size a quantity may be a slip of the finger. */
const unusualTimes = 5
/** Below this many other adverts there is no usual size. Today's and those of the last kept day count. */
const fewestToCompare = 3

/**
 * How many times the median notional of the trader's other adverts this one is, if unusual (quality U39): the
 * median, so that one block of last week does not make the next slip look usual. `others` in whole yen.
 */
export function unusualSizeFactor(
  jpynotional: number,
  others: readonly Pick<Advert, 'jpynotional'>[],
): number | null {
  const sizes = others
    .map((advert) => advert.jpynotional)
    .filter((size) => size > 0)
    .sort((a, b) => a - b)
  if (sizes.length < fewestToCompare) return null
  const usual = sizes[Math.floor(sizes.length / 2)] ?? 0
  const times = jpynotional / usual
  return times > unusualTimes ? Math.round(times) : null
}

interface Span {
  readonly start: number
  readonly end: number
}

/** A daily range as moments, the occurrence that holds `now` or comes next; one of all day has no end. */
function nextOccurrence({ from, to }: HourRange, now: number): Span {
  const length = ((to - from + 1_440) % 1_440) * minuteMs
  if (length === 0) return { start: Number.NEGATIVE_INFINITY, end: Number.POSITIVE_INFINITY }
  let start = Math.floor(now / dayMs) * dayMs - dayMs + from * minuteMs
  while (start + length <= now) start += dayMs
  return { start, end: start + length }
}

/** Ranges in time order, those that touch joined. */
function upcoming(ranges: readonly string[], now: number): readonly Span[] {
  const spans = ranges
    .map(parseRange)
    .filter((range) => range !== null)
    .map((range) => nextOccurrence(range, now))
    .sort((a, b) => a.start - b.start)
  const joined: Span[] = []
  for (const { start, end } of spans) {
    const last = joined.at(-1)
    if (last && start <= last.end)
      joined[joined.length - 1] = { start: last.start, end: Math.max(last.end, end) }
    else joined.push({ start, end })
  }
  return joined
}

const beginOf = (idle: Idle): number => (idle.kind === 'break' ? idle.from : idle.at)

/** The breaks of matching from `now` on, and its end if that comes before the life of the advert is over. */
function idleTimes(matching: readonly Span[], now: number, end: number, close: number): Idle[] {
  const cautions: Idle[] = []
  let idleFrom = now
  for (const span of matching) {
    if (idleFrom >= end || span.start >= close) break
    if (span.start > idleFrom) cautions.push({ kind: 'break', from: idleFrom, to: span.start })
    idleFrom = span.end
  }
  return idleFrom < end ? [...cautions, { kind: 'over', at: idleFrom }] : cautions
}

/**
 * Where the close or a break of matching cuts an advert's life short (rules 13): the clock of an advert runs
 * on over lunch, and the platform is open longer than contras are looked for. Good for the day is cut by
 * nothing, so it is only told what holds just now. A venue that is open round the clock has none of it.
 * @param submitTime of an advert in play, whose duration counts from there; null for one that is sent now
 */
export function lifetimeWarnings(
  duration: Terms['duration'],
  hours: PlatformHours,
  submitTime: number | null,
  now: number,
): ReviewWarning[] {
  const platform = upcoming(hours.platformHourRanges, now)[0]
  const isOpen = hours.tradingDay && platform !== undefined && platform.start <= now
  // One in play is changed at any hour; one that is new would be refused.
  if (!isOpen && submitTime !== null) return []
  if (!isOpen) return [{ kind: hours.tradingDay ? 'closed' : 'holiday' }]
  const close = platform.end
  const end = duration === 'END_OF_DAY' ? close : (submitTime ?? now) + Number(duration) * minuteMs
  const idle = idleTimes(upcoming(hours.matchingEngineHourRanges, now), now, Math.min(end, close), close)
  if (duration === 'END_OF_DAY') return idle.filter((each) => beginOf(each) === now)
  return close < end ? [...idle, { kind: 'close', at: close }] : idle
}

interface Cautioned {
  readonly duration: Terms['duration']
  /** What would be sent, in whole yen; null while no price is known. */
  readonly jpynotional: number | null
  /** What a usual size is measured against: the trader's other adverts, in whole yen. */
  readonly usual: readonly Pick<Advert, 'jpynotional'>[]
  /** Null while they are not known. */
  readonly hours: PlatformHours | null
  /** Of an advert in play; null for one that is sent now. */
  readonly submitTime: number | null
  /** Milliseconds UTC, on the server's clock. */
  readonly now: number
}

/** Everything to look at twice before one advert is sent or changed; for one review, and for many at once. */
export function reviewWarnings(cautioned: Cautioned): readonly ReviewWarning[] {
  const { duration, jpynotional, usual, hours, submitTime, now } = cautioned
  const times = jpynotional === null ? null : unusualSizeFactor(jpynotional, usual)
  return [
    ...(times === null ? [] : [{ kind: 'large', times } as const]),
    ...(hours ? lifetimeWarnings(duration, hours, submitTime, now) : []),
  ]
}
