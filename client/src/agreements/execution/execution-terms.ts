import type { ConnectionAgreement } from '@aitai/contract/schemas/agreements.ts'
import { isExecutionQuantity, isExecutionTime } from '@aitai/engine/locates/executions.ts'
import type { Yen } from '@aitai/engine/model/price.ts'
import { halfWidth } from '../../ui/format/format.ts'

/** One execution as the broker reports it. Prices in yen, time in milliseconds UTC. */
export interface ExecutionTerms {
  readonly quantity: number | null
  readonly price: Yen | null
  readonly executedAt: number | null
}

export type ReportedExecution = ConnectionAgreement['executions'][number]

/** How far a price is from the mid of the locate, in basis points. */
export const distanceFromMid = (price: Yen, mid: Yen): number => ((price - mid) / mid) * 10_000

const twoDigits = (value: number): string => String(value).padStart(2, '0')

/** A local date and time as it is shown and typed: 2026-11-20 10:03:15. */
export function localDateTime(at: number): string {
  const date = new Date(at)
  const day = [date.getFullYear(), date.getMonth() + 1, date.getDate()].map(twoDigits).join('-')
  const time = [date.getHours(), date.getMinutes(), date.getSeconds()].map(twoDigits).join(':')
  return `${day} ${time}`
}

const momentPattern = /^(?:(\d{4})[-/](\d{1,2})[-/](\d{1,2})\s+)?(\d{1,2}):(\d{2})(?::(\d{2}))?$/

/**
 * The time in milliseconds UTC that a local time means, typed with its date or without: then it is the last such
 * time before `now`. Full-width digits count too. Null for anything else.
 */
export function parseLocalTime(typed: string, now: number): number | null {
  const [, ...parts] = momentPattern.exec(halfWidth(typed)) ?? []
  if (parts.length === 0) return null
  const [year, month, day, hour, minute, second] = parts.map((part) => Number(part ?? 0)) as [
    ...[number, number, number],
    ...[number, number, number],
  ]
  const date = parts[0] ? new Date(year, month - 1, day) : new Date(now)
  date.setHours(hour, minute, second, 0)
  const isDate = !parts[0] || (date.getMonth() === month - 1 && date.getDate() === day)
  if (!isDate || hour > 23 || minute > 59 || second > 59) return null
  if (!parts[0] && date.getTime() > now) date.setDate(date.getDate() - 1)
  return date.getTime()
}

/** What is wrong with the terms before the server sees them: a text key, or null. */
export function termsFault(
  { quantity, price, executedAt }: ExecutionTerms,
  { left, from, to }: { left: number; from: number; to: number },
): 'quantity' | 'price' | 'time' | null {
  if (quantity === null || !isExecutionQuantity(quantity, left)) return 'quantity'
  if (price === null || price <= 0) return 'price'
  // The field has whole seconds; the locate may have been within the same one.
  if (executedAt === null || !isExecutionTime(executedAt, Math.floor(from / 1_000) * 1_000, to)) return 'time'
  return null
}
