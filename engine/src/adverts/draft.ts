import type { Limits } from '../limits.ts'
import type { Price } from '../market/price.ts'
import { ceilLot, type Security } from '../market/security.ts'
import type { AdvertTerms, TriggerOffsets } from './advert.ts'
import { basisPointsOf } from './percent.ts'
import {
  editorDefaults,
  normalizedPreferences,
  type PathPreferences,
  type TraderPreferences,
} from './preferences.ts'
import { advertisingLevel, knockoutLevel } from './trigger-levels.ts'

export interface DraftInput {
  readonly security: Security
  /** The last mid or the close, in 1/10,000 yen. */
  readonly price: Price
  readonly limits: Limits
  /** The owner's credibility rating: a low one arms no advertising trigger (rules 11). */
  readonly rating: number
  /** Those the institution may use, in the order in which they are offered. */
  readonly brokerIds: readonly string[]
  /** Null for a trader who never saved any. */
  readonly preferences: TraderPreferences | null
}

/** What a new draft says, and the offsets from which its levels are computed again. */
export interface AdvertDraft {
  readonly terms: AdvertTerms
  readonly offsets: TriggerOffsets
}

/**
 * A new draft: the trader's own preferences, or the editor's (rules 19), the levels they make of the close
 * (rules 11), and the smallest quantity that can be sent, so that it can be sent at once.
 */
export function draftTerms({
  security,
  price,
  limits,
  rating,
  brokerIds,
  preferences,
}: DraftInput): AdvertDraft {
  const wanted = normalizedPreferences(preferences ?? editorDefaults, limits)
  const { priceConditions: conditions, advertPreferences: advert, pathPreferences: path } = wanted
  const direction = 'BUY'
  const offsets = {
    advertising: basisPointsOf(conditions.advertTriggerOffset),
    knockout: basisPointsOf(conditions.knockoutTriggerOffset),
  }
  const terms: AdvertTerms = {
    direction,
    shareQuantity: ceilLot(Math.ceil(limits.platformMinimumNotional / price), security.lotSize),
    minimumQuantity: advert.minQuantity,
    duration: advert.duration,
    credibilityHurdle: advert.credibilityHurdle,
    transactionType: advert.transactionType,
    transactionTypePreference: advert.contraTransactionType,
    brokerIds: pathOf(path, brokerIds).slice(0, limits.brokersPerAdvert),
    ranked: path.ranked,
    quantityDecay: advert.quantityDecay,
    // The editor lets nobody under 41 turn the switch, so a draft that came switched on could not be sent.
    advertisingTriggerActivated: conditions.advertTriggerStatus && rating >= limits.armingRating,
    advertisingTrigger: advertisingLevel(direction, security.closePrice, offsets.advertising, security),
    knockoutTriggerActivated: conditions.knockoutTriggerStatus,
    knockoutTrigger: knockoutLevel(direction, security.closePrice, offsets.knockout, security),
    indexRelativeKOTriggerActivated: conditions.indexRelativeStatus,
    indexRelativeKOTrigger: basisPointsOf(conditions.indexRelativeOffset),
  }
  return { terms, offsets }
}

/**
 * The saved brokers that are still usable. Saving a path asks for one broker at least, so an empty one was
 * never saved, and all are offered.
 */
function pathOf({ brokers }: PathPreferences, offered: readonly string[]): readonly string[] {
  if (brokers.length === 0) return offered
  return brokers.map(({ id }) => id).filter((id) => offered.includes(id))
}
