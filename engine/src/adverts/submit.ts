import { afterHoursIsOpen, matchingIsOpen } from '../calendar/hours.ts'
import { haltRefusal } from '../market/halts.ts'
import type { Advert, AdvertStatus, AdvertTerms } from '../model/advert.ts'
import type { CommandOf } from '../model/commands.ts'
import { ownAdvert, securityOf, traderOf } from '../model/lookups.ts'
import { type Decision, happened, type Refusal, refused, termsRefusalCodes } from '../model/refusals.ts'
import type { Security } from '../model/security.ts'
import type { State } from '../model/state.ts'
import { awaitsNoTrigger, openAdvert } from '../model/state-index.ts'
import { expiryDateOf } from './expiry.ts'
import { firstRefusal } from './guard.ts'
import { currentQuantity, decayLine } from './quantity-decay.ts'
import { endOfRest, lastOfferOnDay } from './rest-after-raise.ts'
import { minSharesOf } from './size-limits.ts'
import { advertCan } from './status-actions.ts'
import { keepsPriority, sameTerms } from './terms.ts'
import {
  hoursRefusal,
  type TermsContext,
  termsContext,
  termsGuards,
  withoutLiveLimit,
} from './terms-guards.ts'

/** Creates a private draft. The firm must not have an open advert in the security (docs/rules.md §2). */
export function createAdvert(state: State, command: CommandOf<'createAdvert'>): Decision {
  const { at, advertId, traderId, securityId, terms, offsets } = command
  const { firmId } = traderOf(state, traderId)
  const security = state.securities.get(securityId)
  if (!security || security.isDelisted) return refused('SECURITY-NOT-FOUND')
  if (openAdvert(state.index, firmId, securityId)) return refused('ADVERT-ERROR-001')

  const minShares = minSharesOf(terms, security)
  const draft = { advertId, traderId, firmId, securityId, terms, minShares, offsets, parentAdvertId: null }
  return happened({ type: 'advertDrafted', at, ...draft })
}

/**
 * Puts a draft into play, or a dead advert again as a new one: LIVE if it can match now, else SENT (docs/rules.md
 * §2, §13).
 */
export function submitAdvert(state: State, command: CommandOf<'submitAdvert'>): Decision {
  const { at, advertId, traderId, terms } = command
  const advert = ownAdvert(state, traderId, advertId)
  if (!advert) return refused('ADVERT-NOT-FOUND')
  if (!advertCan('submit', advert)) return refused('ADVERT-ERROR-008')
  const { firmId, securityId } = advert
  const security = securityOf(state, securityId)
  const again = advert.advertisementStatus === 'DEAD'
  const place = openAdvert(state.index, firmId, securityId)
  if (place && place !== advert) return refused('ADVERT-ERROR-001')
  if (security.isDelisted) return refused('SECURITY-NOT-FOUND')
  const refusal =
    haltRefusal(state, advert) ??
    hoursRefusal(state.calendar, security, at) ??
    termsRefusal(terms, termsContext(state, advert, command))
  if (refusal) return { refusal }

  return happened({
    type: 'advertSubmitted',
    at,
    advertId: again ? command.freshId : advertId,
    traderId,
    firmId,
    securityId,
    terms,
    minShares: minSharesOf(terms, security),
    expiryDate: expiryDateOf(state.calendar, { exchange: security.exchange, terms, submitTime: at, at }),
    replaces: again ? advertId : null,
    advertisementStatus: canMatchNow(state, security, { terms, advertTriggerSatisfied: false }, at)
      ? 'LIVE'
      : 'SENT',
    restsUntil: endOfRest(
      state,
      advert,
      lastOfferOnDay(state, advert, at),
      { direction: terms.direction, quantity: terms.shareQuantity },
      at,
    ),
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
export function modifyAdvert(state: State, command: CommandOf<'modifyAdvert'>): Decision {
  const { at, advertId, traderId, terms } = command
  const advert = ownAdvert(state, traderId, advertId)
  if (!advert) return refused('ADVERT-NOT-FOUND')
  if (!advertCan('modify', advert)) return refused('ADVERT-ERROR-002')
  // It has expired, although no sweep has ended it yet. A longer duration must not revive it.
  if (advert.expiryDate !== null && advert.expiryDate <= at) return refused('ADVERT-ERROR-002')
  const security = securityOf(state, advert.securityId)
  const refusal = termsRefusal(terms, modifyContext(state, advert, command))
  if (refusal) return { refusal }
  // Idempotent: resubmitting identical terms is a no-op.
  if (sameTerms(advert.terms, terms)) return happened()

  const minShares = minSharesOf(terms, security)
  const { exchange } = security
  const lifetime = { exchange, terms, submitTime: advert.submitTime ?? at, at }
  const expiryDate = expiryDateOf(state.calendar, lifetime)
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
    restsUntil: endOfRest(
      state,
      advert,
      { direction: advert.terms.direction, quantity: offered.before },
      { direction: terms.direction, quantity: offered.after },
      at,
    ),
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

const termsRefusal = (terms: AdvertTerms, context: TermsContext): Refusal | null =>
  firstRefusal(termsGuards, termsRefusalCodes, terms, context)

/** A paused advert is not in play, so the limit on all live adverts is checked when it is resumed. */
function modifyContext(state: State, advert: Advert, command: CommandOf<'modifyAdvert'>): TermsContext {
  const context = { ...termsContext(state, advert, command), modified: advert }
  return advert.advertisementStatus === 'PAUSED' ? withoutLiveLimit(context) : context
}
