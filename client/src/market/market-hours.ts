import type { Advert } from '@aitai/contract/schemas/adverts.ts'
import type { PlatformHours } from '@aitai/contract/schemas/reference.ts'
import { isWithin, parseRanges } from '@aitai/engine/calendar/hours.ts'
import type { Language } from '@aitai/messages/language.ts'
import { rangeSign } from '../ui/format/format.ts'

/** The state of the market indicator. */
export type MarketState = 'open' | 'paused' | 'closed'

const within = (ranges: readonly string[], at: number): boolean => isWithin(parseRanges(ranges), at)

/**
 * Closed outside platform hours and while an operator has closed the platform, paused while the platform is
 * open but the exchange is not, else open.
 * @param at milliseconds UTC, on the server's clock as well as is known
 */
export function marketStateAt(hours: PlatformHours, at: number): MarketState {
  if (hours.halted === 'PLATFORM-CLOSED' || !hours.tradingDay || !within(hours.platformHourRanges, at))
    return 'closed'
  return within(hours.exchangeHourRanges, at) ? 'open' : 'paused'
}

/** Whether matching runs: depends on public hours and halts, never on adverts (docs/rules.md §15). */
export const isEngineOn = (hours: PlatformHours, at: number): boolean =>
  hours.halted === null && matchesAt(hours, at)

const matchesAt = (hours: PlatformHours, at: number): boolean =>
  hours.tradingDay && within(hours.matchingEngineHourRanges, at)

type OwnAdvert = Pick<Advert, 'advertisementStatus' | 'securityId'>

interface Receiving {
  readonly isConnected: boolean
  readonly own: readonly OwnAdvert[]
  /** Null until they are known. */
  readonly hours: PlatformHours | null
  /** The security that the hours are of. */
  readonly securityId: string | null
  /** Milliseconds UTC. */
  readonly at: number
}

export type NotReceivingReason = 'disconnected' | 'halted' | 'notMatching' | 'nothingLive'

/**
 * Why no contra can be located for this trader now; null if one could. Depends on the trader's session and the
 * platform's state, never on who else is in the pool.
 */
export function notReceivingReason(query: Receiving): NotReceivingReason | null {
  const { isConnected, own, hours, securityId, at } = query
  if (!isConnected) return 'disconnected'
  if (hours?.halted === 'PLATFORM-CLOSED' || hours?.halted === 'FIRM-HALTED') return 'halted'
  if (hours && !matchesAt(hours, at)) return 'notMatching'
  const live = own.filter(({ advertisementStatus }) => advertisementStatus === 'LIVE')
  if (live.length === 0) return 'nothingLive'
  // A halted security stops its own adverts, and no others.
  const isHalted = (advert: OwnAdvert): boolean => hours?.halted != null && advert.securityId === securityId
  return live.every(isHalted) ? 'halted' : null
}

/** The ranges in UTC as the banner shows them: '00:00–02:30, 03:30–06:30', in Japanese with ～ and 、. */
export const formatUtcRanges = (ranges: readonly string[], language: Language): string =>
  ranges.map((range) => range.replace(' to ', rangeSign[language])).join(language === 'Jp' ? '、' : ', ')

/** Open all day, so that hours need no mention. */
export const isAllDay = (ranges: readonly string[]): boolean =>
  parseRanges(ranges).some(({ from, to }) => (to - from) % 1_440 === 0)
