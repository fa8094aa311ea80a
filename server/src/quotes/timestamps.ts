import { instantPattern } from '@aitai/contract/feed.ts'

const instant = new RegExp(instantPattern)

/**
 * The milliseconds UTC of a time such as `2026-11-18T09:00:00.000+09:00`, or null if it is none. Strict: a
 * time without its zone would mean another moment on every machine, and 31 February is not 3 March.
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
