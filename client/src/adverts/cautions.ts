import type { Advert } from '@aitai/contract/adverts.ts'
import type { PlatformHours } from '@aitai/contract/reference.ts'
import { type HourRange, parseRange } from '@aitai/engine/hours.ts'
import type { Terms } from './terms.ts'

const minuteMs = 60_000
const dayMs = 1_440 * minuteMs

/** What the review popup points at before anything is sent. Times in milliseconds UTC. */
export type Caution =
  | { readonly kind: 'large'; readonly times: number }
  | { readonly kind: 'close'; readonly at: number }
  | { readonly kind: 'break'; readonly from: number; readonly to: number }

/** From how many times the usual size a quantity may be a slip of the finger. */
const unusualTimes = 5
/** Below this many other adverts there is no usual size. Today's and those of the last kept day count. */
const fewestToCompare = 3

/**
 * How many times the median notional of the trader's other adverts this one is, if unusual (quality U39): the
 * median, so that one block of last week does not make the next slip look usual. `others` in whole yen.
 */
export function unusualSize(
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

/** A daily range as moments, the occurrence that holds `now` or comes next. */
function nextOccurrence({ from, to }: HourRange, now: number): { start: number; end: number } {
  const length = ((to - from + 1_440) % 1_440 || 1_440) * minuteMs
  let start = Math.floor(now / dayMs) * dayMs - dayMs + from * minuteMs
  while (start + length <= now) start += dayMs
  return { start, end: start + length }
}

/** Ranges in time order, those that touch joined. */
function upcoming(ranges: readonly string[], now: number): { start: number; end: number }[] {
  const spans = ranges
    .map(parseRange)
    .filter((range) => range !== null)
    .map((range) => nextOccurrence(range, now))
    .sort((a, b) => a.start - b.start)
  const joined: { start: number; end: number }[] = []
  for (const span of spans) {
    const last = joined.at(-1)
    if (last && span.start <= last.end) last.end = Math.max(last.end, span.end)
    else joined.push(span)
  }
  return joined
}

/**
 * Where the close or a break of matching cuts an advert's life short (rules 13): the clock of an advert runs
 * on over lunch. A venue that is open round the clock has neither.
 */
export function cutsShort(
  duration: Terms['duration'],
  hours: PlatformHours,
  submitTime: number | null,
  now: number,
): Caution[] {
  if (duration === 'END_OF_DAY') return []
  const end = (submitTime ?? now) + Number(duration) * minuteMs
  const platform = upcoming(hours.platformHourRanges, now)[0]
  const isOpen = platform !== undefined && platform.start <= now
  const roundTheClock = isOpen && platform.end - platform.start >= dayMs
  const close = isOpen && !roundTheClock ? platform.end : Number.POSITIVE_INFINITY
  const cautions: Caution[] = []
  let idleFrom = now
  for (const { start, end: stop } of upcoming(hours.matchingEngineHourRanges, now)) {
    if (idleFrom >= Math.min(end, close) || start >= close) break
    if (start > idleFrom) cautions.push({ kind: 'break', from: idleFrom, to: start })
    idleFrom = stop
  }
  if (close < end) cautions.push({ kind: 'close', at: close })
  return cautions
}
