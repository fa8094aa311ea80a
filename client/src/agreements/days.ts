import type { ConnectionAgreement } from '@aitai/contract/agreements.ts'
import { startOfTradingDay, tradingDay } from '@aitai/engine/calendar.ts'

/** A trading day by its number, or all of them. */
export type DayShown = number | 'all'

/** Whether somebody still has to give a password. */
export const isOpen = ({ buyStatus, sellStatus }: ConnectionAgreement): boolean => !(buyStatus && sellStatus)

const dayOfAgreement = ({ locateTime }: ConnectionAgreement): number => tradingDay(locateTime)

/** A trading day as Tokyo writes it: 2026-11-20. */
export const dayName = (day: number): string =>
  // The middle of the day in Tokyo is on the same date in UTC.
  new Date(startOfTradingDay(day) + 43_200_000).toISOString().slice(0, 10)

/** The agreements of a day, in the order of their locates. */
export const ofDay = (agreements: readonly ConnectionAgreement[], day: DayShown): ConnectionAgreement[] =>
  agreements
    .filter((agreement) => day === 'all' || dayOfAgreement(agreement) === day)
    .sort((a, b) => a.locateTime - b.locateTime)

/** Today and every earlier day that has agreements, the newest first. */
export const daysOf = (agreements: readonly ConnectionAgreement[], today: number): number[] =>
  [...new Set([today, ...agreements.map(dayOfAgreement)])].sort((a, b) => b - a)
