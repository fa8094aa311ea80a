import type { Advert } from '@aitai/contract/adverts.ts'
import type { PlatformHours } from '@aitai/contract/reference.ts'
import { isWithin, parseRange } from '@aitai/engine/hours.ts'

/** What the market indicator says (specification 4). */
export type MarketState = 'open' | 'paused' | 'closed'

const within = (ranges: readonly string[], at: number): boolean =>
  isWithin(
    ranges.map(parseRange).filter((range) => range !== null),
    at,
  )

/**
 * Closed outside platform hours, paused while the platform is open but the exchange is not, else open.
 * @param at milliseconds UTC, on the server's clock as well as is known
 */
export function marketStateAt(hours: PlatformHours, at: number): MarketState {
  if (!hours.tradingDay || !within(hours.platformHourRanges, at)) return 'closed'
  return within(hours.exchangeHourRanges, at) ? 'open' : 'paused'
}

/** Whether contras are being looked for: a matter of public hours, never of anyone's adverts (rules 15). */
export const engineIsOn = (hours: PlatformHours, at: number): boolean =>
  hours.tradingDay && within(hours.matchingEngineHourRanges, at)

/**
 * Whether a contra can be located for this trader just now: a live socket, and an own advert that is live. A
 * function of the own session alone, never of who else is in the pool (quality NI7).
 */
export const isReceiving = (
  isConnected: boolean,
  own: readonly Pick<Advert, 'advertisementStatus'>[],
): boolean => isConnected && own.some(({ advertisementStatus }) => advertisementStatus === 'LIVE')

/** '00:00–02:30, 03:30–06:30': the ranges as the banner shows them, in UTC. */
export const rangesText = (ranges: readonly string[]): string =>
  ranges.map((range) => range.replace(' to ', '–')).join(', ')

/** Open all day, so that hours need no mention. */
export const isAllDay = (ranges: readonly string[]): boolean =>
  ranges.map(parseRange).some((range) => range !== null && (range.to - range.from) % 1_440 === 0)
