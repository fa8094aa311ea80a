import { isTradingDay } from '../calendar/trading-days.ts'
import { afterHoursIsOpen, formatRange, matchingIsOpen, platformIsOpen } from '../calendar/hours.ts'
import type { CommandOf } from '../model/commands.ts'
import { ratingRange } from '../model/limits.ts'
import { haltRefusal } from '../market/halts.ts'
import { type Price, toYen } from '../model/price.ts'
import type { Security } from '../model/security.ts'
import { type Decision, happened, type Refusal, refused } from '../model/refusals.ts'
import { isBrokerUsable, ownAdvert, securityOf, traderOf } from '../model/lookups.ts'
import { firmSecurityKey, type State } from '../model/state.ts'
import { awaitsNoTrigger, openAdvert } from '../model/state-index.ts'
import { type Advert, type AdvertStatus, type AdvertTerms, type Direction } from '../model/advert.ts'
import { advertCan } from './status-actions.ts'
import { isLargeEnough, minSharesOf, ownSizeRefusal, sizeRefusal } from './size-limits.ts'
import { expiryDateOf } from './expiry.ts'
import { currentQuantity, decayLine } from './quantity-decay.ts'
import { keepsPriority, sameTerms } from './terms.ts'
import { changesAdvertisingTrigger, changesTriggers, validateTriggers } from './trigger-validation.ts'

/** Creates a private draft. The firm must not have an open advert in the security (docs/rules.md §2). */
export function createAdvert(state: State, ask: CommandOf<'createAdvert'>): Decision {
  const { at, advertId, traderId, securityId, terms, offsets } = ask
  const { firmId } = traderOf(state, traderId)
  const security = state.securities.get(securityId)
  if (!security) return refused('SECURITY-NOT-FOUND')
  if (openAdvert(state.index, firmId, securityId)) return refused('ADVERT-ERROR-001')

  const minShares = minSharesOf(terms, security)
  const draft = { advertId, traderId, firmId, securityId, terms, minShares, offsets, parentAdvertId: null }
  return happened({ type: 'advertDrafted', at, ...draft })
}

/**
 * Puts a draft into play, or a dead advert again as a new one: LIVE if it can match now, else SENT (docs/rules.md
 * §2, §13).
 */
export function submitAdvert(state: State, ask: CommandOf<'submitAdvert'>): Decision {
  const { at, advertId, traderId, terms } = ask
  const advert = ownAdvert(state, traderId, advertId)
  if (!advert) return refused('ADVERT-NOT-FOUND')
  if (!advertCan('submit', advert)) return refused('ADVERT-ERROR-008')
  const { firmId, securityId } = advert
  const security = securityOf(state, securityId)
  const again = advert.advertisementStatus === 'DEAD'
  const place = openAdvert(state.index, firmId, securityId)
  if (place && place !== advert) return refused('ADVERT-ERROR-001')
  const refusal =
    haltRefusal(state, advert) ??
    hoursRefusal(state, security, at) ??
    termsRefusal(state, advert, security, terms, ask.price) ??
    sizeRefusal(state, advert, terms.shareQuantity, ask.price) ??
    armingRefusal(state, traderId, null, terms) ??
    flipRefusal(state, advert, terms, at)
  if (refusal) return { refusal }

  return happened({
    type: 'advertSubmitted',
    at,
    advertId: again ? ask.freshId : advertId,
    traderId,
    firmId,
    securityId,
    terms,
    minShares: minSharesOf(terms, security),
    expiryDate: expiryDateOf(state, security, terms, at, at),
    replaces: again ? advertId : null,
    advertisementStatus: canMatchNow(state, security, { terms, advertTriggerSatisfied: false }, at)
      ? 'LIVE'
      : 'SENT',
  })
}

/** Whether an advert that comes into play needs to wait for nothing (docs/rules.md §2). */
export const canMatchNow = (
  { calendar }: State,
  { exchange }: Security,
  advert: Pick<Advert, 'terms' | 'advertTriggerSatisfied'>,
  at: number,
): boolean =>
  awaitsNoTrigger(advert) &&
  (matchingIsOpen(calendar, exchange, at) || afterHoursIsOpen(calendar, exchange, at))

/** Changes the terms of a sent, live or paused advert (docs/rules.md §2, §4). */
export function modifyAdvert(state: State, ask: CommandOf<'modifyAdvert'>): Decision {
  const { at, advertId, traderId, terms } = ask
  const advert = ownAdvert(state, traderId, advertId)
  if (!advert) return refused('ADVERT-NOT-FOUND')
  if (!advertCan('modify', advert)) return refused('ADVERT-ERROR-002')
  // It has expired, although no sweep has ended it yet. A longer duration must not revive it.
  if (advert.expiryDate !== null && advert.expiryDate <= at) return refused('ADVERT-ERROR-002')
  const security = securityOf(state, advert.securityId)
  const refusal =
    termsRefusal(state, advert, security, terms, ask.price) ??
    modifiedSizeRefusal(state, advert, terms, ask.price) ??
    frozenRefusal(state, security, advert, terms, at) ??
    armingRefusal(state, traderId, advert.terms, terms) ??
    flipRefusal(state, advert, terms, at)
  if (refusal) return { refusal }
  const expiryDate = expiryDateOf(state, security, terms, advert.submitTime ?? at, at)
  if (expiryDate <= at) return refused('ADVERT-DURATION')
  // Idempotent: resubmitting identical terms is a no-op.
  if (sameTerms(advert.terms, terms)) return happened()

  const minShares = minSharesOf(terms, security)
  const changed: Advert = {
    ...advert,
    terms,
    minShares,
    expiryDate,
    quantityRemaining: terms.shareQuantity,
    decay: decayLine(advert, terms.quantityDecay, terms.shareQuantity, at),
  }
  const offered = {
    before: currentQuantity(state, advert, at),
    after: currentQuantity(state, changed, at),
  }
  return happened({
    type: 'advertModified',
    at,
    advertId,
    terms,
    minShares,
    expiryDate,
    keepsPriority: keepsPriority(advert.terms, terms, offered),
    advertisementStatus: statusAfter(advert, terms),
  })
}

/** A live advert goes back to SENT when its advertising trigger is armed. Any other status stays. */
const statusAfter = (
  { advertisementStatus, advertTriggerSatisfied }: Advert,
  terms: AdvertTerms,
): AdvertStatus =>
  advertisementStatus === 'LIVE' && !awaitsNoTrigger({ terms, advertTriggerSatisfied })
    ? 'SENT'
    : advertisementStatus

function hoursRefusal(state: State, security: Security, at: number): Refusal | null {
  if (!isTradingDay(state.calendar, at)) return { errorCode: 'ADVERT-ERROR-010' }
  if (platformIsOpen(state.calendar, security.exchange, at)) return null
  const hours = state.calendar.hours[security.exchange].platform.map(formatRange).join(', ')
  return { errorCode: 'PLATFORM-HOURS', variables: { ric: security.ric, exchange: security.exchange, hours } }
}

/** What is wrong with the terms, in order of precedence. */
function termsRefusal(
  state: State,
  { firmId }: Pick<Advert, 'firmId'>,
  security: Security,
  terms: AdvertTerms,
  price: Price,
): Refusal | null {
  const { minimumQuantityPercent: range, platformMinimumNotional } = state.limits
  const percent = terms.minimumQuantity
  if (terms.brokerIds.length === 0) return { errorCode: 'ADVERT-ERROR-011' }
  if (!brokersAreUsable(state, firmId, terms.brokerIds)) return { errorCode: 'ADVERT-BROKER' }
  if (!isWholeLots(terms.shareQuantity, security))
    return { errorCode: 'ADVERT-LOT', variables: { lotSize: security.lotSize } }
  if (!isLargeEnough(terms.shareQuantity, price, security, state.limits))
    return { errorCode: 'ADVERT-ERROR-004', variables: { notional: toYen(platformMinimumNotional) } }
  if (!(Number.isInteger(percent) && percent >= range.min && percent <= range.max))
    return { errorCode: 'ADVERT-MINIMUM', variables: { min: range.min, max: range.max } }
  if (
    !(
      Number.isInteger(terms.credibilityHurdle) &&
      terms.credibilityHurdle >= ratingRange.min &&
      terms.credibilityHurdle <= ratingRange.max
    )
  )
    return { errorCode: 'ADVERT-ERROR-006' }
  return validateTriggers(terms, security, state.limits)
}

/** A paused advert is not in play, so the limit on all live adverts is checked when it is resumed. */
const modifiedSizeRefusal = (
  state: State,
  advert: Advert,
  { shareQuantity }: AdvertTerms,
  price: Price,
): Refusal | null =>
  advert.advertisementStatus === 'PAUSED'
    ? ownSizeRefusal(state, advert.firmId, shareQuantity, price)
    : sizeRefusal(state, advert, shareQuantity, price)

/** Arming an advertising trigger requires a rating of 41. An armed one stays armed (docs/rules.md §11). */
function armingRefusal(
  state: State,
  traderId: string,
  was: AdvertTerms | null,
  is: AdvertTerms,
): Refusal | null {
  if (!is.advertisingTriggerActivated || was?.advertisingTriggerActivated) return null
  const rating = state.limits.armingRating
  return traderOf(state, traderId).rating >= rating
    ? null
    : { errorCode: 'TRIGGER-RATING', variables: { rating } }
}

/**
 * A trigger that has fired cannot be changed. During matching at the official close none can (docs/rules.md
 * §11, §13).
 */
function frozenRefusal(
  state: State,
  security: Security,
  advert: Advert,
  terms: AdvertTerms,
  at: number,
): Refusal | null {
  if (advert.advertTriggerSatisfied && changesAdvertisingTrigger(advert.terms, terms))
    return { errorCode: 'TRIGGER-SATISFIED' }
  if (!changesTriggers(advert.terms, terms)) return null
  return afterHoursIsOpen(state.calendar, security.exchange, at) ? { errorCode: 'TRIGGER-FROZEN' } : null
}

const isWholeLots = (shares: number, security: Security): boolean =>
  Number.isSafeInteger(shares) && shares > 0 && shares % security.lotSize === 0

function brokersAreUsable(state: State, firmId: string, brokerIds: readonly string[]): boolean {
  return (
    brokerIds.length <= state.limits.brokersPerAdvert &&
    brokerIds.every(
      (brokerId, i) => brokerIds.indexOf(brokerId) === i && isBrokerUsable(state, firmId, brokerId),
    )
  )
}

/**
 * Whether the institution was located in the security on the other side so recently that this direction is
 * refused. The platform operator may set such a time, because a quick flip after a locate probes for the
 * contra.
 */
export function flipsTooSoon(
  { limits, lastLocates }: Pick<State, 'limits' | 'lastLocates'>,
  { firmId, securityId }: Pick<Advert, 'firmId' | 'securityId'>,
  direction: Direction,
  at: number,
): boolean {
  if (limits.directionFlipMs === 0) return false
  const last = lastLocates.get(firmSecurityKey(firmId, securityId))
  return last !== undefined && last.direction !== direction && at - last.at < limits.directionFlipMs
}

function flipRefusal(state: State, advert: Advert, terms: AdvertTerms, at: number): Refusal | null {
  return flipsTooSoon(state, advert, terms.direction, at) ? { errorCode: 'ADVERT-DIRECTION' } : null
}
