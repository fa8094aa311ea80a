import { instantPattern } from '@aitai/contract/schemas/feed.ts'

const instant = new RegExp(instantPattern)

/**
 * Parses a time such as `2026-11-18T09:00:00.000+09:00` to milliseconds UTC, or null. Requires a zone, since a
 * local time would depend on the machine, and rejects dates that do not exist, such as 31 February.
 */
export function parseTimestamp(text: string): number | null {
  if (!instant.test(text)) return null
  const at = Date.parse(text)
  if (Number.isNaN(at)) return null
  const day = Number(text.slice(8, 10))
  return day <= 28 || day <= lastDayOf(text) ? at : null
}

const lastDayOf = (text: string): number =>
  new Date(Date.UTC(Number(text.slice(0, 4)), Number(text.slice(5, 7)), 0)).getUTCDate()
