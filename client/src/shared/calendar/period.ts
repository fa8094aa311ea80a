import { dateOfDay, dayOfDate } from '@aitai/engine/calendar/trading-days.ts'

/** Trading days, as ISO dates in Tokyo. */
export interface Period {
  readonly from: string
  readonly to: string
}

/** As many days as the server analyses at once. */
export const mostDays = 31

/** The days up to one, so many in all. */
export const daysUpTo = (day: number, count: number): Period => ({
  from: dateOfDay(day - count + 1),
  to: dateOfDay(day),
})

/** The period in the form of the call; null if it is empty, too long or not a date. */
export function periodParameter({ from, to }: Period): string | null {
  const days = dayOfDate(to) - dayOfDate(from) + 1
  if (!(days >= 1 && days <= mostDays)) return null
  return from === to ? from : `${from}..${to}`
}
