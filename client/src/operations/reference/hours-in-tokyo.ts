import { formatRange, parseRange } from '@aitai/engine/calendar/hours.ts'
import { minutesPerDay, tokyoOffsetMinutes } from '@aitai/engine/calendar/trading-days.ts'
import type { HourRange } from '@aitai/engine/model/calendar.ts'

const none = 'none'
const wholeDay = '00:00 to 24:00'

/** How people write that there are no hours. */
const noHours: readonly string[] = [none, 'なし', '無し']

const moved = (minute: number, by: number): number => (minute + by + minutesPerDay) % minutesPerDay

/** The same range on a clock that is ahead by so many minutes. An end at midnight is 24:00. */
function shifted({ from, to }: HourRange, by: number): HourRange {
  const end = moved(to % minutesPerDay, by)
  return { from: moved(from, by), to: end === 0 ? minutesPerDay : end }
}

/** Hours in UTC as `aitai hours` writes them, in Tokyo: '09:00–11:30, 12:30–15:30'. Null for none. */
export function hoursInTokyo(utc: string): string | null {
  if (utc === none) return null
  return utc
    .split(', ')
    .map((text) => {
      const range = parseRange(text)
      return range === null || text === wholeDay ? text : formatRange(shifted(range, tokyoOffsetMinutes))
    })
    .map((text) => text.replace(' to ', '–'))
    .join(', ')
}

/**
 * Hours in Tokyo as people type them, in UTC as `aitai hours set` takes them. Null for anything that is not hours, such
 * as 25:00; the server decides whether they are possible.
 */
export function hoursFromTokyo(typed: string): string | null {
  const text = typed.normalize('NFKC').trim()
  if (noHours.includes(text.toLowerCase())) return none
  const ranges: string[] = []
  for (const part of text.split(/[,、]/)) {
    const written = part
      .trim()
      .replace(/\s*(?:to|から|[-–—‐−~〜～])\s*/, ' to ')
      .replace(/\b(\d):/g, '0$1:')
    const range = parseRange(written)
    if (range === null) return null
    ranges.push(written === wholeDay ? wholeDay : formatRange(shifted(range, -tokyoOffsetMinutes)))
  }
  return ranges.join(', ')
}
