import type { Duration, OwnExpiry } from '../model/advert.ts'

const clock = /^(\d{2}):(\d{2})$/

/** Whether a duration is an own expiry. */
export const isOwnExpiry = (duration: Duration): duration is OwnExpiry => clock.test(duration)

/** The minutes after midnight in Tokyo of an own expiry; null for any other duration (docs/rules.md §13). */
export function ownExpiryMinuteOfDay(duration: Duration): number | null {
  const match = clock.exec(duration)
  return match ? Number(match[1]) * 60 + Number(match[2]) : null
}

/** An own expiry at a time of day, in minutes after midnight in Tokyo. */
export function ownExpiryAt(minutes: number): OwnExpiry {
  const two = (count: number): string => String(count).padStart(2, '0')
  return `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}` as OwnExpiry
}

/**
 * Reads a time of day as people type it: `15:10`, `9:05`, `1510`, `15時10分`, also in full width. Returns minutes after
 * midnight, or null.
 */
export function parseTimeOfDay(typed: string): number | null {
  const text = typed.normalize('NFKC').trim()
  const match = /^(\d{1,2})[:時](\d{2})分?$/.exec(text) ?? /^(\d{1,2})(\d{2})$/.exec(text)
  if (!match) return null
  const [hours, minutes] = [Number(match[1]), Number(match[2])]
  return hours < 24 && minutes < 60 ? hours * 60 + minutes : null
}
