import { matchingIsOpen } from './hours.ts'
import { isFresh, type Quote } from './quote.ts'
import type { State } from './state.ts'
import { tickAt } from './ticks.ts'

/** E4: matching hours of the exchange, a trading day, and a fresh mid (rules 3, 12). */
export function marketIsMeetable(state: State, quote: Quote, at: number): boolean {
  const security = state.securities.get(quote.securityId)
  if (!security || !matchingIsOpen(state.calendar, security.exchange, at)) return false
  return isFresh(quote, security, tickAt(quote.bid, security), at, state.limits)
}
