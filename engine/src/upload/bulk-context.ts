import type { Advert, Direction } from '../adverts/advert.ts'
import type { TraderPreferences } from '../adverts/preferences.ts'
import { flipsTooSoon } from '../adverts/submit.ts'
import type { Calendar } from '../calendar/calendar.ts'
import type { Limits } from '../limits.ts'
import { haltRefusal } from '../market/halts.ts'
import type { Price } from '../market/price.ts'
import type { Security } from '../market/security.ts'
import type { Refusal } from '../refusals.ts'
import { isBrokerUsable, traderOf } from '../state/lookups.ts'
import type { State } from '../state/state.ts'
import { openAdvert } from '../state/state-index.ts'

/** A broker that the asker's firm may use now, by the name that a file calls it. */
export interface UploadBroker {
  readonly brokerId: string
  readonly shortName: string
}

/** What the rows of a trader are judged by: facts of the trader's own firm and public ones, nothing else. */
export interface BulkContext {
  /** The moment, in milliseconds UTC. */
  readonly at: number
  readonly calendar: Calendar
  readonly limits: Limits
  /** The trader's own credibility rating. */
  readonly rating: number
  /** Null for a trader who never saved any. */
  readonly preferences: TraderPreferences | null
  /** Those the firm may use now, in the order in which they are offered. */
  readonly brokers: readonly UploadBroker[]
  readonly securityOf: (securityId: string) => Security | undefined
  /** The last mid or the close, in 1/10,000 yen. */
  readonly priceOf: (security: Security) => Price
  /** The trader's own draft on the security, in whose place a row is sent. */
  readonly draftOn: (securityId: string) => string | null
  /** Whether the firm has any other advert on the security that is not terminal (rules 2). */
  readonly isTaken: (securityId: string) => boolean
  /** Why nothing of the firm may go into play in the security now. */
  readonly haltOf: (securityId: string) => Refusal | null
  readonly flipsTooSoon: (securityId: string, direction: Direction) => boolean
}

/** What the engine cannot look up: the trader's preferences, the names of brokers, and today's prices. */
export interface BulkFacts {
  readonly preferences: TraderPreferences | null
  /** In the order in which they are offered; those that the firm may not use are left out here. */
  readonly brokers: readonly UploadBroker[]
  readonly priceOf: (security: Security) => Price
}

/**
 * A draft that holds nothing yet: whoever looks a security up gets one (specification 4). That of a residual
 * is what is left of an agreement, and no row takes its place.
 */
const isBare = ({ advertisementStatus, parentAdvertId }: Advert): boolean =>
  advertisementStatus === 'UNSENT' && parentAdvertId === null

/**
 * What a trader's bulk file or restored adverts are judged by, at a moment in milliseconds UTC. Throws for a
 * trader who is not in the reference data (rules 15, 18).
 */
export function bulkContext(state: State, traderId: string, at: number, facts: BulkFacts): BulkContext {
  const { firmId, rating } = traderOf(state, traderId)
  const own = (securityId: string) => ({ firmId, securityId })
  const open = (securityId: string) => openAdvert(state.index, firmId, securityId)
  const draftOn = (securityId: string): string | null => {
    const advert = open(securityId)
    return advert && isBare(advert) && advert.traderId === traderId ? advert.id : null
  }
  return {
    at,
    calendar: state.calendar,
    limits: state.limits,
    rating,
    preferences: facts.preferences,
    brokers: facts.brokers.filter(({ brokerId }) => isBrokerUsable(state, firmId, brokerId)),
    securityOf: (securityId) => state.securities.get(securityId),
    priceOf: facts.priceOf,
    draftOn,
    isTaken: (securityId) => open(securityId) !== undefined && draftOn(securityId) === null,
    haltOf: (securityId) => haltRefusal(state, own(securityId)),
    flipsTooSoon: (securityId, direction) => flipsTooSoon(state, own(securityId), direction, at),
  }
}
