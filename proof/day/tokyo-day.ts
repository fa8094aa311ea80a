/** The first trading day of the script: a Wednesday. The next one is a trading day too (docs/rules.md §13). */
export const dayOfScript = '2026-11-18'

/** Midnight in Tokyo, in milliseconds UTC. */
const midnight = Date.UTC(2026, 10, 17, 15)

export const secondMs = 1_000
export const minuteMs = 60_000
export const dayMs = 24 * 60 * minuteMs

/** A moment of the first day by Tokyo's clock, in milliseconds UTC. */
export const tokyo = (hours: number, minutes: number, seconds = 0): number =>
  midnight + (hours * 60 + minutes) * minuteMs + seconds * secondMs

export const platformOpens = tokyo(8, 0)
export const exchangeOpens = tokyo(9, 0)
export const morningEnds = tokyo(11, 30)
/** Orders are accepted again, so that there is a book. */
export const lunchBookOpens = tokyo(12, 5)
export const afternoonBegins = tokyo(12, 30)
export const closingAuctionBegins = tokyo(15, 25)
export const exchangeCloses = tokyo(15, 30)

export const platformCloses = tokyo(17, 0)

/** The same time of the first day. */
const onFirstDay = (at: number): number => midnight + ((at - midnight) % dayMs)

/** Whether the exchange trades, closing auction included. */
export function exchangeIsOpen(at: number): boolean {
  const time = onFirstDay(at)
  return (time >= exchangeOpens && time < morningEnds) || (time >= afternoonBegins && time < exchangeCloses)
}

/** Whether the exchange has closed for the day. */
export const isAfterClose = (at: number): boolean => onFirstDay(at) >= exchangeCloses

/** The trading day of a moment, as an ISO date in Tokyo. */
export const dateOf = (at: number): string => new Date(at + 9 * 60 * minuteMs).toISOString().slice(0, 10)

/** By Tokyo's clock, for messages: 09:31:05. */
export const clockText = (at: number): string => new Date(at + 9 * 60 * minuteMs).toISOString().slice(11, 19)
