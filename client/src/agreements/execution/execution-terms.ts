import type { ConnectionAgreement } from '@aitai/contract/schemas/agreements.ts'

/** One execution as the broker reports it. Prices in yen, time in milliseconds UTC. */
export interface ExecutionTerms {
  readonly quantity: number | null
  readonly price: number | null
  readonly executedAt: number | null
}

export type ReportedExecution = ConnectionAgreement['executions'][number]

/** The reported shares, and their average price in yen; null without a report. */
export function executedOf({
  executions,
}: Pick<ConnectionAgreement, 'executions'>): { quantity: number; price: number } | null {
  const quantity = executions.reduce((sum, each) => sum + each.quantity, 0)
  if (quantity === 0) return null
  return { quantity, price: executions.reduce((sum, each) => sum + each.quantity * each.price, 0) / quantity }
}

/** The shares that are left to report, with those of the execution that is corrected. */
export const quantityLeft = (
  { locationQuantity, executions }: Pick<ConnectionAgreement, 'locationQuantity' | 'executions'>,
  corrected: ReportedExecution | null,
): number =>
  executions.reduce((left, { quantity }) => left - quantity, locationQuantity) + (corrected?.quantity ?? 0)

/** How far a price is from the mid of the locate, in basis points. */
export const distanceFromMid = (price: number, mid: number): number => ((price - mid) / mid) * 10_000

const twoDigits = (value: number): string => String(value).padStart(2, '0')

/** A time as the value of a field for local date and time: 2026-11-20T10:03:15. */
export function localDateTime(at: number): string {
  const date = new Date(at)
  const day = [date.getFullYear(), date.getMonth() + 1, date.getDate()].map(twoDigits).join('-')
  const time = [date.getHours(), date.getMinutes(), date.getSeconds()].map(twoDigits).join(':')
  return `${day}T${time}`
}

/** The time of such a value in milliseconds UTC; null while it is incomplete. */
export function timeOfLocal(value: string): number | null {
  const time = new Date(value).getTime()
  return Number.isNaN(time) ? null : time
}

/** What is wrong with the terms before the server sees them: a text key, or null. */
export function termsFault(
  { quantity, price, executedAt }: ExecutionTerms,
  { left, from, to }: { left: number; from: number; to: number },
): 'quantity' | 'price' | 'time' | null {
  if (quantity === null || !Number.isInteger(quantity) || quantity <= 0 || quantity > left) return 'quantity'
  if (price === null || price <= 0) return 'price'
  // The field has whole seconds; the locate may have been within the same one.
  if (executedAt === null || executedAt < Math.floor(from / 1_000) * 1_000 || executedAt > to) return 'time'
  return null
}
