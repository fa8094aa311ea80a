import type { ConnectionAgreement } from '@aitai/contract/schemas/agreements.ts'
import { minuteMs } from '@aitai/engine/calendar/trading-days.ts'
import { formatDuration } from '../ui/format/format.ts'
import type { TextFunction } from '../ui/text/use-text.ts'
import { isAgreementOpen } from './trading-days.ts'

/**
 * From when a pending side is waiting, and from when it is late, in milliseconds after both accepted. Both traders
 * are asked to call at once, which takes about a minute. After five, an agreement needs a call by the broker: until
 * it is confirmed, it counts as an open handover of both traders, who are not located with too many of them
 * (docs/rules.md §21).
 */
export const pendingThresholdsMs = { waiting: minuteMs, late: 5 * minuteMs } as const

export type PendingUrgency = 'new' | keyof typeof pendingThresholdsMs

/** How urgent a side is that is still pending, this long after both accepted. */
export const urgencyAfter = (ms: number): PendingUrgency =>
  ms >= pendingThresholdsMs.late ? 'late' : ms >= pendingThresholdsMs.waiting ? 'waiting' : 'new'

/** A time since both accepted: minutes and seconds, and from an hour on hours and minutes. */
export function pendingTimeText(ms: number, text: TextFunction): string {
  const minutes = Math.floor(Math.max(0, ms) / minuteMs)
  if (minutes < 60) return formatDuration(Math.floor(Math.max(0, ms) / 1_000))
  const minutesOfHour = String(minutes % 60).padStart(2, '0')
  return text('agreement.ageHours', { hours: Math.floor(minutes / 60), minutes: minutesOfHour })
}

/** When the agreement that has been open for the longest was agreed; null without an open one. */
export function longestPendingSince(agreements: readonly ConnectionAgreement[]): number | null {
  const open = agreements.filter(isAgreementOpen).map(({ agreedAt }) => agreedAt)
  return open.length > 0 ? Math.min(...open) : null
}
