import type { PlatformHours } from '@aitai/contract/schemas/reference.ts'
import { parseRange } from '@aitai/engine/calendar/hours.ts'
import { dayMs, minuteMs } from '@aitai/engine/calendar/trading-days.ts'
import type { HourRange } from '@aitai/engine/model/calendar.ts'
import { type SizeWarning, sizeWarnings, type WarnedSize } from '../../shared/sizes/size-warnings.ts'
import type { Terms } from '../terms.ts'

/** A warning of the review before sending. Times in milliseconds UTC. */
export type ReviewWarning =
  | SizeWarning
  /** The platform closes before the duration is over. */
  | { readonly kind: 'close'; readonly at: number }
  /** Matching has ended by then, although the platform is still open. */
  | { readonly kind: 'over'; readonly at: number }
  /** Nothing can be sent: out of hours, or not a trading day. */
  | { readonly kind: 'closed' | 'holiday' }
  | { readonly kind: 'break'; readonly from: number; readonly to: number }

/** Matching is off although the platform is open. */
type IdleWarning = Extract<ReviewWarning, { kind: 'break' | 'over' }>

interface Span {
  readonly start: number
  readonly end: number
}

/** The occurrence of a daily range that contains `now` or comes next; an all-day range is endless. */
function nextOccurrence({ from, to }: HourRange, now: number): Span {
  const length = ((to - from + 1_440) % 1_440) * minuteMs
  if (length === 0) return { start: Number.NEGATIVE_INFINITY, end: Number.POSITIVE_INFINITY }
  let start = Math.floor(now / dayMs) * dayMs - dayMs + from * minuteMs
  while (start + length <= now) start += dayMs
  return { start, end: start + length }
}

/** Time ranges in order, with adjacent ones joined. */
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

const startOf = (idle: IdleWarning): number => (idle.kind === 'break' ? idle.from : idle.at)

/** The breaks of matching from `now` on, and its end if the advert outlives it. */
function idleTimes(matching: readonly Span[], now: number, end: number, close: number): IdleWarning[] {
  const warnings: IdleWarning[] = []
  let idleFrom = now
  for (const span of matching) {
    if (idleFrom >= end || span.start >= close) break
    if (span.start > idleFrom) warnings.push({ kind: 'break', from: idleFrom, to: span.start })
    idleFrom = span.end
  }
  return idleFrom < end ? [...warnings, { kind: 'over', at: idleFrom }] : warnings
}

/**
 * Where the close or a break of matching shortens the useful life of an advert (docs/rules.md §13): its
 * duration runs on over lunch, and the platform is open longer than matching runs. A good-for-the-day advert
 * is shortened by nothing, so only a break that holds now is reported.
 * @param submitTime of an active advert, from which its duration counts; null for one that is sent now
 */
export function lifetimeWarnings(
  duration: Terms['duration'],
  hours: PlatformHours,
  submitTime: number | null,
  now: number,
): ReviewWarning[] {
  const platform = upcoming(hours.platformHourRanges, now)[0]
  const isOpen = hours.tradingDay && platform !== undefined && platform.start <= now
  // An active advert can be modified at any hour; a new one would be refused.
  if (!isOpen && submitTime !== null) return []
  if (!isOpen) return [{ kind: hours.tradingDay ? 'closed' : 'holiday' }]
  const close = platform.end
  const end = duration === 'END_OF_DAY' ? close : (submitTime ?? now) + Number(duration) * minuteMs
  const idle = idleTimes(upcoming(hours.matchingEngineHourRanges, now), now, Math.min(end, close), close)
  if (duration === 'END_OF_DAY') return idle.filter((each) => startOf(each) === now)
  return close < end ? [...idle, { kind: 'close', at: close }] : idle
}

interface ReviewedAdvert extends WarnedSize {
  readonly duration: Terms['duration']
  /** Null while unknown. */
  readonly hours: PlatformHours | null
  /** Submission time of an active advert; null for one that is sent now. */
  readonly submitTime: number | null
  /** Milliseconds UTC, on the server's clock. */
  readonly now: number
}

/** All warnings before an advert is sent or modified. */
export function reviewWarnings(advert: ReviewedAdvert): readonly ReviewWarning[] {
  const { duration, hours, submitTime, now } = advert
  return [...sizeWarnings(advert), ...(hours ? lifetimeWarnings(duration, hours, submitTime, now) : [])]
}
