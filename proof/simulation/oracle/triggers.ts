import type { Advert, AdvertTerms } from '@aitai/engine/model/advert.ts'
import type { Limits } from '@aitai/engine/model/limits.ts'
import type { Quote } from '@aitai/engine/model/quote.ts'
import type { Security } from '@aitai/engine/model/security.ts'
import { midOf, moveFromClose } from './market-data.ts'
import { holdsLongEnough, type QuoteHistory } from './quote-history.ts'

/** What triggers depend on. */
export interface TriggeredAdvert extends Pick<Advert, 'advertisementStatus' | 'advertTriggerSatisfied'> {
  readonly terms: Pick<
    AdvertTerms,
    | 'direction'
    | 'advertisingTriggerActivated'
    | 'advertisingTrigger'
    | 'knockoutTriggerActivated'
    | 'knockoutTrigger'
    | 'indexRelativeKOTriggerActivated'
    | 'indexRelativeKOTrigger'
  >
}

/**
 * Triggers, written independently from the table of docs/rules.md §11: when a level is reached, and the
 * effect.
 */
type Beyond = (advert: TriggeredAdvert, quote: Quote, security: Security) => boolean

const isBuy = ({ terms }: TriggeredAdvert): boolean => terms.direction === 'BUY'

const beyondAdvertising: Beyond = (advert, quote) => {
  const { advertisingTriggerActivated, advertisingTrigger } = advert.terms
  if (!advertisingTriggerActivated || advertisingTrigger === null) return false
  return isBuy(advert) ? midOf(quote) <= advertisingTrigger : midOf(quote) >= advertisingTrigger
}

const beyondKnockout: Beyond = (advert, quote) => {
  const { knockoutTriggerActivated, knockoutTrigger } = advert.terms
  if (!knockoutTriggerActivated || knockoutTrigger === null) return false
  return isBuy(advert) ? midOf(quote) >= knockoutTrigger : midOf(quote) <= knockoutTrigger
}

const beyondIndex: Beyond = (advert, quote, security) => {
  const { indexRelativeKOTriggerActivated, indexRelativeKOTrigger } = advert.terms
  if (!indexRelativeKOTriggerActivated || indexRelativeKOTrigger === null) return false
  if (quote.indexMove === null) return false
  const lead = moveFromClose(midOf(quote), security) - quote.indexMove
  return isBuy(advert) ? lead >= indexRelativeKOTrigger : lead <= -indexRelativeKOTrigger
}

/**
 * Whether either knockout of a located advert is reached, by as many quotes as would end a live one: the
 * locate is then withdrawn (docs/rules.md §8, §11).
 */
export const isKnockedOut = (
  advert: Advert,
  reel: QuoteHistory,
  security: Security,
  at: number,
  limits: Limits,
): boolean =>
  [beyondKnockout, beyondIndex].some((beyond) =>
    holdsLongEnough(reel, security, at, limits, (quote) => beyond(advert, quote, security)),
  )

export type FiredTrigger = 'ADVERTISING' | 'KNOCKOUT' | 'INDEX' | null

/**
 * The effect of the market on an advert now: a knockout takes precedence over going live (docs/rules.md §11).
 */
export function firedTriggerOf(
  advert: TriggeredAdvert,
  reel: QuoteHistory,
  security: Security,
  at: number,
  limits: Limits,
): FiredTrigger {
  const status = advert.advertisementStatus
  if (status !== 'SENT' && status !== 'LIVE') return null
  const confirmed = (beyond: Beyond): boolean =>
    holdsLongEnough(reel, security, at, limits, (quote) => beyond(advert, quote, security))
  if (confirmed(beyondKnockout)) return 'KNOCKOUT'
  if (confirmed(beyondIndex)) return 'INDEX'
  const waits = status === 'SENT' && !advert.advertTriggerSatisfied
  return waits && confirmed(beyondAdvertising) ? 'ADVERTISING' : null
}
