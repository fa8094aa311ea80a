import { minuteMs, tokyoOffsetMinutes } from './trading-days.ts'

/** A moment in UTC by ISO 8601, as files, mails and replies to staff print it: 2026-11-20T06:04:05.678Z. */
export function isoTime(at: number): string
export function isoTime(at: number | null): string | null
export function isoTime(at: number | null): string | null {
  return at === null ? null : new Date(at).toISOString()
}

/** A moment in Tokyo with its offset, by ISO 8601: 2026-11-20T15:04:05.678+09:00. */
export const tokyoIsoTime = (at: number): string =>
  new Date(at + tokyoOffsetMinutes * minuteMs).toISOString().replace('Z', '+09:00')
