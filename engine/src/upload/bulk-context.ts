import type { TraderPreferences } from '../adverts/preferences.ts'
import { liveNotional, type SizeLimits, sizeLimitsOf } from '../adverts/size-limits.ts'
import { type TermsContext, termsContext, withoutLiveLimit } from '../adverts/terms-guards.ts'
import { haltRefusal } from '../market/halts.ts'
import type { Advert } from '../model/advert.ts'
import type { Limits } from '../model/limits.ts'
import { isBrokerUsable, traderOf } from '../model/lookups.ts'
import type { Price } from '../model/price.ts'
import type { Refusal } from '../model/refusals.ts'
import type { Security } from '../model/security.ts'
import type { ShareRatio } from '../model/share-ratio.ts'
import type { State } from '../model/state.ts'
import { openAdvert } from '../model/state-index.ts'
import { normalizeText } from './cell-text.ts'

/** A broker that the trader's firm may use now, with the name used in files. */
export interface UploadBroker {
  readonly brokerId: string
  readonly shortName: string
}

/** What the rows of a trader are validated against: data of the trader's own firm and public data only. */
export interface BulkContext {
  /** The moment, in milliseconds UTC. */
  readonly at: number
  readonly limits: Limits
  /** The size limits of the trader's firm (docs/rules.md §22). */
  readonly sizeLimits: SizeLimits
  /** The notional of the firm's adverts in play in other securities. */
  readonly liveNotional: (securityId: string) => Price
  /** Null if the trader never saved any. */
  readonly preferences: TraderPreferences | null
  /** The conditions that the trader has saved under this name, in whatever case and width; null if there are none. */
  readonly conditionsNamed: (name: string) => TraderPreferences | null
  /** The brokers that the firm may use now, in the order of the list. */
  readonly brokers: readonly UploadBroker[]
  readonly securityOf: (securityId: string) => Security | undefined
  /** The ratios of new shares for old ones that the security ever had (docs/rules.md §26). */
  readonly ratiosOf: (securityId: string) => readonly ShareRatio[]
  /** The last mid or the close. */
  readonly priceOf: (security: Security) => Price
  /** The trader's own draft in the security, which a row replaces. */
  readonly draftOn: (securityId: string) => string | null
  /** Whether the firm has another open advert in the security (docs/rules.md §2). */
  readonly isTaken: (securityId: string) => boolean
  /** The halt that keeps the firm's adverts in the security out of play. */
  readonly haltOf: (securityId: string) => Refusal | null
  /** What the terms of one row are validated against, without the limit on all live adverts together. */
  readonly termsContextOf: (security: Security) => TermsContext
}

/** Data from outside the engine: the trader's preferences and saved conditions, the names of brokers, and prices. */
export interface BulkFacts {
  readonly preferences: TraderPreferences | null
  readonly savedConditions?: readonly { readonly name: string; readonly conditions: TraderPreferences }[]
  /** All brokers, in the order of the list. */
  readonly brokers: readonly UploadBroker[]
  readonly priceOf: (security: Security) => Price
  readonly ratiosOf?: (securityId: string) => readonly ShareRatio[]
}

/**
 * Whether an advert is a draft that a row may replace: looking up a security creates one
 * (docs/specification.md §4). The draft of a residual must not be replaced.
 */
const isBare = ({ advertisementStatus, parentAdvertId }: Advert): boolean =>
  advertisementStatus === 'UNSENT' && parentAdvertId === null

/**
 * The context for validating a trader's bulk file or restored adverts at a moment, in milliseconds UTC
 * (docs/rules.md §18). Throws if the trader is not in the reference data.
 */
export function bulkContext(state: State, traderId: string, at: number, facts: BulkFacts): BulkContext {
  const { firmId } = traderOf(state, traderId)
  const saved = new Map(
    facts.savedConditions?.map(({ name, conditions }) => [normalizeText(name), conditions]),
  )
  const own = (securityId: string) => ({ firmId, securityId })
  const open = (securityId: string) => openAdvert(state.index, firmId, securityId)
  const draftOn = (securityId: string): string | null => {
    const advert = open(securityId)
    return advert && isBare(advert) && advert.traderId === traderId ? advert.id : null
  }
  return {
    at,
    limits: state.limits,
    sizeLimits: sizeLimitsOf(state.firms.get(firmId)),
    liveNotional: (securityId) => liveNotional(state, firmId, securityId),
    preferences: facts.preferences,
    conditionsNamed: (name) => saved.get(normalizeText(name)) ?? null,
    brokers: facts.brokers.filter(({ brokerId }) => isBrokerUsable(state, firmId, brokerId)),
    securityOf: (securityId) => state.securities.get(securityId),
    ratiosOf: facts.ratiosOf ?? (() => []),
    priceOf: facts.priceOf,
    draftOn,
    isTaken: (securityId) => open(securityId) !== undefined && draftOn(securityId) === null,
    haltOf: (securityId) => haltRefusal(state, own(securityId)),
    termsContextOf: (security) => ({
      ...withoutLiveLimit(
        termsContext(
          state,
          { traderId, ...own(security.securityId) },
          { at, price: facts.priceOf(security) },
        ),
      ),
      hurdles: state.limits.credibilityHurdle,
    }),
  }
}
