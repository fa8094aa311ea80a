import type { Advert, AdvertTerms } from '../adverts/advert.ts'
import { isTwoSided, type Quote } from './quote.ts'
import { type ConfirmedQuotes, type QuoteBounds, quoteBoundsOf } from './quote-confirmation.ts'
import type { Security } from './security.ts'

/** Which of the two knockouts ended an advert: by its level, or by the index (specification 8). */
type KnockoutCode = '001' | '002'

/** What the market does to an advert's triggers, and the quotes that do it. */
export interface FiredTriggers {
  readonly advertising: boolean
  readonly knockout: KnockoutCode | null
  readonly quotes: readonly Quote[]
}

/** What of an advert decides which of its triggers are armed. */
export type TriggerHolder = Pick<Advert, 'terms' | 'advertTriggerSatisfied' | 'advertisementStatus'>

const none: FiredTriggers = { advertising: false, knockout: null, quotes: [] }

/** BUY mid ≤ A, SELL mid ≥ A (rules 11): a buyer shows itself only when it is cheap. */
const reachesAdvertising = (
  { direction, advertisingTriggerActivated, advertisingTrigger }: AdvertTerms,
  { lowestMid, highestMid }: QuoteBounds,
): boolean =>
  advertisingTriggerActivated &&
  advertisingTrigger !== null &&
  (direction === 'BUY' ? highestMid <= advertisingTrigger : lowestMid >= advertisingTrigger)

/** BUY mid ≥ K, SELL mid ≤ K (rules 11): the price ran away. */
const reachesKnockout = (
  { direction, knockoutTriggerActivated, knockoutTrigger }: AdvertTerms,
  { lowestMid, highestMid }: QuoteBounds,
): boolean =>
  knockoutTriggerActivated &&
  knockoutTrigger !== null &&
  (direction === 'BUY' ? lowestMid >= knockoutTrigger : highestMid <= knockoutTrigger)

/** BUY stock move − index move ≥ X, SELL ≤ −X (rules 11): the stock ran away from its market. */
const reachesIndexRelative = (
  { direction, indexRelativeKOTriggerActivated, indexRelativeKOTrigger }: AdvertTerms,
  { lowestLead, highestLead }: QuoteBounds,
): boolean =>
  indexRelativeKOTriggerActivated &&
  indexRelativeKOTrigger !== null &&
  (direction === 'BUY' ? lowestLead >= indexRelativeKOTrigger : highestLead <= -indexRelativeKOTrigger)

function knockoutIn(terms: AdvertTerms, bounds: QuoteBounds): KnockoutCode | null {
  if (reachesKnockout(terms, bounds)) return '001'
  return reachesIndexRelative(terms, bounds) ? '002' : null
}

/**
 * Which triggers of an advert fire on an evidence (rules 11). An advertising trigger is armed in an advert
 * that waits for it, until it has fired; knockouts in what waits and what is live. An advert that is paused
 * or in a locate is left alone (rules 2).
 */
export function triggersFiredBy(evidence: ConfirmedQuotes, advert: TriggerHolder): FiredTriggers {
  const { terms, advertTriggerSatisfied, advertisementStatus } = advert
  if (advertisementStatus !== 'SENT' && advertisementStatus !== 'LIVE') return none
  const waits = advertisementStatus === 'SENT' && !advertTriggerSatisfied
  const advertising = waits && reachesAdvertising(terms, evidence)
  const knockout = knockoutIn(terms, evidence)
  return advertising || knockout ? { advertising, knockout, quotes: evidence.quotes } : none
}

/**
 * Whether a knockout stands at or beyond its level at this one quote: enough to undo a locate (rules 8.4).
 */
export const isKnockoutReached = (terms: AdvertTerms, quote: Quote, security: Security): boolean =>
  isTwoSided(quote) && knockoutIn(terms, quoteBoundsOf([quote], security)) !== null
