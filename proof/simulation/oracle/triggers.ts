import type { Advert, AdvertTerms } from '@aitai/engine/model/advert.ts'
import type { Limits } from '@aitai/engine/model/limits.ts'
import type { Quote, Sighting } from '@aitai/engine/model/quote.ts'
import type { Security } from '@aitai/engine/model/security.ts'
import type { State } from '@aitai/engine/model/state.ts'
import { matchPrice, midOf, moveFromClose } from './market-data.ts'
import { holdsLongEnough, type QuoteHistory } from './quote-history.ts'
import { phaseAt } from './trading-hours.ts'

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
  quoteHistory: QuoteHistory,
  security: Security,
  at: number,
  limits: Limits,
): boolean =>
  [beyondKnockout, beyondIndex].some((beyond) =>
    holdsLongEnough(quoteHistory, security, at, limits, (quote) => beyond(advert, quote, security)),
  )

export type FiredTrigger = 'ADVERTISING' | 'KNOCKOUT' | 'INDEX' | null

/**
 * The effect of the market on an advert now: a knockout takes precedence over going live (docs/rules.md §11).
 */
export function firedTriggerOf(
  advert: TriggeredAdvert,
  quoteHistory: QuoteHistory,
  security: Security,
  at: number,
  limits: Limits,
): FiredTrigger {
  const status = advert.advertisementStatus
  if (status !== 'SENT' && status !== 'LIVE') return null
  const confirmed = (beyond: Beyond): boolean =>
    holdsLongEnough(quoteHistory, security, at, limits, (quote) => beyond(advert, quote, security))
  if (confirmed(beyondKnockout)) return 'KNOCKOUT'
  if (confirmed(beyondIndex)) return 'INDEX'
  const waits = status === 'SENT' && !advert.advertTriggerSatisfied
  return waits && confirmed(beyondAdvertising) ? 'ADVERTISING' : null
}

/** The limit price, written from docs/rules.md §25 and not from the engine. */
type Limited = Pick<AdvertTerms, 'direction' | 'limitPrice'>

/** Whether the owner of a limit would not deal at a price. */
export function isBeyond({ direction, limitPrice }: Limited, price: number): boolean {
  if (limitPrice === null) return false
  return direction === 'BUY' ? price > limitPrice : price < limitPrice
}

/** Whether an advert waits for its limit from a submit or a change on, by the last mid or the close. */
export const beginsBeyond = (terms: AdvertTerms, hasFired: boolean, price: number): boolean =>
  (hasFired || !terms.advertisingTriggerActivated) && isBeyond(terms, price)

/** The same for a change, which decides again only if it is about the limit, the side or the trigger. */
export function staysBeyond(advert: Advert, terms: AdvertTerms, price: number): boolean {
  const waitsForTrigger = (of: AdvertTerms): boolean =>
    of.advertisingTriggerActivated && !advert.advertTriggerSatisfied
  const decidedBy = (of: AdvertTerms): string =>
    JSON.stringify([of.limitPrice, of.direction, waitsForTrigger(of)])
  return decidedBy(terms) === decidedBy(advert.terms)
    ? advert.isBeyondLimit
    : beginsBeyond(terms, advert.advertTriggerSatisfied, price)
}

/** Whether the market moves an advert across its limit now. */
export function crossesLimit(
  { calendar, ...state }: State,
  advert: Advert,
  {
    sighting,
    quoteHistory,
    security,
  }: { sighting: Sighting; quoteHistory: QuoteHistory; security: Security },
  at: number,
): boolean {
  const { terms, advertisementStatus: status } = advert
  if (terms.limitPrice === null || (status !== 'SENT' && status !== 'LIVE')) return false
  if (terms.advertisingTriggerActivated && !advert.advertTriggerSatisfied) return false
  const was = advert.isBeyondLimit
  switch (phaseAt(calendar, security.exchange, at)) {
    case 'MATCHING': {
      const isOther = (quote: Quote): boolean => isBeyond(terms, midOf(quote)) !== was
      return holdsLongEnough(quoteHistory, security, at, state.limits, isOther)
    }
    case 'AFTER_HOURS': {
      const close = matchPrice({ calendar, ...state }, sighting, at)
      return close !== null && isBeyond(terms, close) !== was
    }
    default:
      return false
  }
}

/** Whether new terms let in a price that the old ones did not, which costs the priority. */
export function opensLimit(was: Limited, is: Limited): boolean {
  if (was.limitPrice === null) return false
  if (is.limitPrice === null) return true
  const further = is.direction === 'BUY' ? is.limitPrice - was.limitPrice : was.limitPrice - is.limitPrice
  return further > 0
}
