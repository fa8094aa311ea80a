import { type Duration, type OwnExpiry, presetDurations } from '../../model/advert.ts'

const presets: readonly Duration[] = presetDurations

/** Whether a duration is an own expiry. */
export const isOwnExpiry = (duration: Duration): duration is OwnExpiry => !presets.includes(duration)

/** A duration by its kind. A switch over the kinds is exhaustive: the compiler names it when there is a further one. */
export type ParsedDuration =
  | { readonly kind: 'MINUTES'; readonly minutes: number }
  | { readonly kind: 'END_OF_DAY' }
  /** In minutes after midnight in Tokyo. */
  | { readonly kind: 'OWN_EXPIRY'; readonly minuteOfDay: number }

export function parseDuration(duration: Duration): ParsedDuration {
  if (duration === 'END_OF_DAY') return { kind: 'END_OF_DAY' }
  if (!isOwnExpiry(duration)) return { kind: 'MINUTES', minutes: Number(duration) }
  const [hours = Number.NaN, minutes = Number.NaN] = duration.split(':').map(Number)
  return { kind: 'OWN_EXPIRY', minuteOfDay: hours * 60 + minutes }
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
