import type { Advert, AdvertTerms } from '../model/advert.ts'
import type { Quote } from '../model/quote.ts'
import type { ConfirmedQuotes, QuoteBounds } from './quote-confirmation.ts'

/** The knockout that fired: by level (001) or index-relative (002) (docs/specification.md §8). */
type KnockoutCode = '001' | '002'

/** The triggers of an advert that fire, and the quotes on which they do. */
export interface FiredTriggers {
  readonly advertising: boolean
  readonly knockout: KnockoutCode | null
  readonly quotes: readonly Quote[]
}

/** The fields of an advert that determine which of its triggers are armed. */
export type TriggerHolder = Pick<Advert, 'terms' | 'advertTriggerSatisfied' | 'advertisementStatus'>

const none: FiredTriggers = { advertising: false, knockout: null, quotes: [] }

/** BUY mid ≤ A, SELL mid ≥ A (docs/rules.md §11): the advert goes live at a favourable price. */
const reachesAdvertising = (
  { direction, advertisingTriggerActivated, advertisingTrigger }: AdvertTerms,
  { lowestMid, highestMid }: QuoteBounds,
): boolean =>
  advertisingTriggerActivated &&
  advertisingTrigger !== null &&
  (direction === 'BUY' ? highestMid <= advertisingTrigger : lowestMid >= advertisingTrigger)

/** BUY mid ≥ K, SELL mid ≤ K (docs/rules.md §11): the price moved away. */
const reachesKnockout = (
  { direction, knockoutTriggerActivated, knockoutTrigger }: AdvertTerms,
  { lowestMid, highestMid }: QuoteBounds,
): boolean =>
  knockoutTriggerActivated &&
  knockoutTrigger !== null &&
  (direction === 'BUY' ? lowestMid >= knockoutTrigger : highestMid <= knockoutTrigger)

/**
 * BUY stock move − index move ≥ X, SELL ≤ −X (docs/rules.md §11): the stock moved away from its index. Without an index
 * nothing is known about that.
 */
const reachesIndexRelative = (
  { direction, indexRelativeKOTriggerActivated, indexRelativeKOTrigger }: AdvertTerms,
  { lowestLead, highestLead }: QuoteBounds,
): boolean =>
  indexRelativeKOTriggerActivated &&
  indexRelativeKOTrigger !== null &&
  lowestLead !== null &&
  highestLead !== null &&
  (direction === 'BUY' ? lowestLead >= indexRelativeKOTrigger : highestLead <= -indexRelativeKOTrigger)

function knockoutIn(terms: AdvertTerms, bounds: QuoteBounds): KnockoutCode | null {
  if (reachesKnockout(terms, bounds)) return '001'
  return reachesIndexRelative(terms, bounds) ? '002' : null
}

/**
 * The triggers of an advert that fire on confirmed quotes (docs/rules.md §11). An advertising trigger is
 * armed in a sent advert until it has fired, a knockout in sent and live adverts. No trigger of a paused or
 * located advert fires (docs/rules.md §2).
 */
export function triggersFiredBy(confirmed: ConfirmedQuotes, advert: TriggerHolder): FiredTriggers {
  const { terms, advertTriggerSatisfied, advertisementStatus } = advert
  if (advertisementStatus !== 'SENT' && advertisementStatus !== 'LIVE') return none
  const waits = advertisementStatus === 'SENT' && !advertTriggerSatisfied
  const advertising = waits && reachesAdvertising(terms, confirmed)
  const knockout = knockoutIn(terms, confirmed)
  return advertising || knockout ? { advertising, knockout, quotes: confirmed.quotes } : none
}

/** Whether confirmed quotes reach a knockout of an advert in a locate (docs/rules.md §8). */
export const reachesAnyKnockout = (terms: AdvertTerms, confirmed: ConfirmedQuotes): boolean =>
  knockoutIn(terms, confirmed) !== null
