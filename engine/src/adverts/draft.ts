import type { AdvertTerms, Direction, TriggerOffsets } from '../model/advert.ts'
import type { Limits } from '../model/limits.ts'
import type { Price } from '../model/price.ts'
import type { Security } from '../model/security.ts'
import { basisPointsOf } from './percent.ts'
import {
  editorDefaults,
  normalizedPreferences,
  type PathPreferences,
  type TraderPreferences,
} from './preferences.ts'
import { smallestQuantity } from './size-limits.ts'
import type { EveryTerm } from './terms.ts'
import { levelOf } from './trigger-levels.ts'
import { mayArm } from './trigger-validation.ts'

export interface DraftInput {
  readonly security: Security
  /** The last mid or the close. */
  readonly price: Price
  readonly limits: Limits
  /** The owner's credibility rating. A low one must not arm an advertising trigger (docs/rules.md §11). */
  readonly rating: number
  /** The brokers that the institution may use, in the order of the list. */
  readonly brokerIds: readonly string[]
  /** Null if the trader never saved any. */
  readonly preferences: TraderPreferences | null
}

/** The terms of a new draft, and the offsets from which its levels can be recomputed. */
export interface AdvertDraft {
  readonly terms: AdvertTerms
  readonly offsets: TriggerOffsets
}

/**
 * A new draft that can be sent as it is: the trader's preferences or else the editor's defaults, trigger
 * levels computed from the close (docs/rules.md §11), and the smallest quantity that may be sent.
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
  const direction: Direction = 'BUY'
  const offsets = {
    advertising: basisPointsOf(conditions.advertTriggerOffset),
    knockout: basisPointsOf(conditions.knockoutTriggerOffset),
  }
  const terms = {
    direction,
    shareQuantity: smallestQuantity(price, security, limits),
    minimumQuantity: advert.minQuantity,
    duration: advert.duration,
    credibilityHurdle: advert.credibilityHurdle,
    transactionType: advert.transactionType,
    transactionTypePreference: advert.contraTransactionType,
    brokerIds: pathOf(path, brokerIds).slice(0, limits.brokersPerAdvert),
    ranked: path.ranked,
    quantityDecay: advert.quantityDecay,
    orderReference: null,
    parentQuantity: null,
    doneElsewhere: 0,
    autoRenewals: 0,
    autoResumes: 0,
    limitPrice: null,
    // The editor locks the switch for a rating below 41, so a draft with the trigger on could not be sent.
    advertisingTriggerActivated: conditions.advertTriggerStatus && mayArm({ limits, rating, modified: null }),
    advertisingTrigger: levelOf('advertising', direction, security.closePrice, offsets.advertising, security),
    knockoutTriggerActivated: conditions.knockoutTriggerStatus,
    knockoutTrigger: levelOf('knockout', direction, security.closePrice, offsets.knockout, security),
    indexRelativeKOTriggerActivated: conditions.indexRelativeStatus,
    indexRelativeKOTrigger: basisPointsOf(conditions.indexRelativeOffset),
  } satisfies AdvertTerms & EveryTerm
  return { terms, offsets }
}

/**
 * The saved brokers that are still usable. A saved path has at least one broker, so an empty path was never
 * saved and stands for all brokers.
 */
function pathOf({ brokers }: PathPreferences, offered: readonly string[]): readonly string[] {
  if (brokers.length === 0) return offered
  return brokers.map(({ id }) => id).filter((id) => offered.includes(id))
}
