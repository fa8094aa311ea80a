import type { Remark } from '@aitai/contract/routes/console/remarks.ts'
import { formatRange, isWithin, parseRange } from '@aitai/engine/calendar/hours.ts'
import { minuteMs, minutesPerDay } from '@aitai/engine/calendar/trading-days.ts'
import type { ExchangeHours, HourRange } from '@aitai/engine/model/calendar.ts'
import { remark } from './remarks.ts'

/** The names of an exchange's lists of hours. */
export const hourLists = {
  platform: 'platform hours',
  exchange: 'exchange hours',
  matching: 'matching hours',
  afterHours: 'after-hours',
} as const satisfies Record<keyof ExchangeHours, string>
export type HourList = keyof typeof hourLists

/** Midnight in Tokyo, in minutes after midnight UTC: the trading day ends there (docs/rules.md §13). */
const tokyoMidnight = 15 * 60

/** Formats a list as 'HH:MM to HH:MM' in UTC, separated by commas; 'none' if it is empty. */
export const formatHourList = (ranges: readonly HourRange[]): string =>
  ranges.length === 0 ? 'none' : ranges.map(formatRange).join(', ')

/** Parses a list in the form of `formatHourList`; returns a message for an invalid range. */
export function parseHourList(text: string): readonly HourRange[] | string {
  const written = text.normalize('NFKC').trim()
  if (written === 'none') return []
  const ranges: HourRange[] = []
  for (const part of written.split(',')) {
    const range = parseRange(part.trim())
    if (!range) return `'${part.trim()}' is not 'HH:MM to HH:MM' in UTC`
    ranges.push(range)
  }
  return ranges
}

/** The length of a range in minutes; a range may cross midnight UTC. */
const lengthOf = ({ from, to }: HourRange): number => (to > from ? to - from : to - from + minutesPerDay)

const isWholeDay = ({ from, to }: HourRange): boolean => from === 0 && to === minutesPerDay

/** What is wrong with one range, or null. */
function rangeFault(range: HourRange): string | null {
  const { from, to } = range
  if (isWholeDay(range)) return null
  if (from === minutesPerDay) return `'${formatRange(range)}' begins at 24:00: write 00:00`
  if (from === to)
    return `'${formatRange(range)}' has no length: write '00:00 to 24:00' for the whole day, 'none' for no hours`
  const untilMidnight = (tokyoMidnight - from + minutesPerDay) % minutesPerDay
  if (untilMidnight > 0 && untilMidnight < lengthOf(range))
    return `'${formatRange(range)}' goes over midnight in Tokyo (15:00 UTC), where the trading day ends: write two ranges`
  return null
}

/**
 * The first minute of the UTC day at which the predicate holds, as HH:MM; undefined if there is none. The
 * predicate must depend on nothing but the ranges, so it changes only where one of them begins or ends.
 */
function firstMinute(ranges: readonly HourRange[], holds: (at: number) => boolean): string | undefined {
  const edges = ranges.flatMap(({ from, to }) => [from, to % minutesPerDay])
  const minute = [0, ...edges].sort((a, b) => a - b).find((each) => holds(each * minuteMs))
  return minute === undefined ? undefined : formatRange({ from: minute, to: minute }).slice(0, 5)
}

/** What is wrong with one list: an invalid range, overlapping ranges, or no range where one is needed. */
function listFault(list: HourList, ranges: readonly HourRange[]): string | null {
  for (const range of ranges) {
    const fault = rangeFault(range)
    if (fault) return `${hourLists[list]}: ${fault}`
  }
  const shared = firstMinute(ranges, (at) => ranges.filter((range) => isWithin([range], at)).length > 1)
  if (shared !== undefined) return `${hourLists[list]}: two ranges overlap at ${shared}`
  return ranges.length === 0 && list !== 'afterHours' ? `${hourLists[list]} cannot be none` : null
}

/**
 * What is wrong with the hours of an exchange, or null. Matching at the mid needs a trading exchange, nothing
 * matches while the platform is closed, and matching and after-hours must not overlap (docs/rules.md §13).
 */
export function hoursFault(hours: ExchangeHours): string | null {
  for (const list of Object.keys(hourLists) as HourList[]) {
    const fault = listFault(list, hours[list])
    if (fault) return fault
  }
  const { platform, exchange, matching, afterHours } = hours
  const rules = [
    ['matching hours outside platform hours', matching, (at: number) => !isWithin(platform, at)],
    ['matching hours while the exchange does not trade', matching, (at: number) => !isWithin(exchange, at)],
    ['after-hours outside platform hours', afterHours, (at: number) => !isWithin(platform, at)],
    ['after-hours while the exchange trades', afterHours, (at: number) => isWithin(exchange, at)],
  ] as const
  const every = [platform, exchange, matching, afterHours].flat()
  for (const [fault, ranges, isWrong] of rules) {
    const minute = firstMinute(every, (at) => isWithin(ranges, at) && isWrong(at))
    if (minute !== undefined) return `${fault}: at ${minute} UTC`
  }
  return null
}

/** Valid settings that are likely a mistake. */
export function hoursWarnings({ platform, exchange, matching }: ExchangeHours): readonly Remark[] {
  const lateEnds = matching
    .filter(({ to }) => !isWithin(exchange, (to % minutesPerDay) * minuteMs))
    .map((range) => remark('LATE_LOCATE', { hours: formatRange(range) }))
  const early = firstMinute(
    [...exchange, ...platform],
    (at) => isWithin(exchange, at) && !isWithin(platform, at),
  )
  return early === undefined ? lateEnds : [...lateEnds, remark('TRADES_WHILE_CLOSED', { time: early })]
}
