import { afterHoursIsOpen, matchingIsOpen } from '../calendar/hours.ts'
import { haltRefusal } from '../market/halts.ts'
import { isWithinLimit } from '../market/limit-price.ts'
import type { Advert, AdvertStatus, AdvertTerms } from '../model/advert.ts'
import type { CommandOf } from '../model/commands.ts'
import { ownAdvert, securityOf, traderOf } from '../model/lookups.ts'
import type { Price } from '../model/price.ts'
import { type Decision, happened, type Refusal, refused, termsRefusalCodes } from '../model/refusals.ts'
import type { Security } from '../model/security.ts'
import type { State } from '../model/state.ts'
import { awaitsNoTrigger, openAdvert, waitsForNothing } from '../model/state-index.ts'
import { automaticOf, mayRenew } from './automatic.ts'
import { expiryDateOf } from './duration/expiry.ts'
import { firstRefusal, guardsInOrder } from './guard.ts'
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
  if (command.isAutomatic && !mayRenew(state, advert, at)) return refused('ADVERT-ERROR-008')
  const { firmId, securityId } = advert
  const security = securityOf(state, securityId)
  const again = advert.advertisementStatus === 'DEAD'
  // A draft is the institution's open advert itself.
  if (again && openAdvert(state.index, firmId, securityId)) return refused('ADVERT-ERROR-001')
  if (security.isDelisted) return refused('SECURITY-NOT-FOUND')
  const refusal =
    haltRefusal(state, advert) ??
    hoursRefusal(state.calendar, security, at) ??
    termsRefusal(terms, termsContext(state, advert, command))
  if (refusal) return { refusal }

  const beforeAnyPrice = { terms, advertTriggerSatisfied: false }
  const sent = { ...beforeAnyPrice, isBeyondLimit: startsBeyondLimit(beforeAnyPrice, command.price) }
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
    isBeyondLimit: sent.isBeyondLimit,
    advertisementStatus: canMatchNow(state, security, sent, at) ? 'LIVE' : 'SENT',
    restsUntil: endOfRest(
      state,
      advert,
      lastOfferOnDay(state, advert, at),
      { direction: terms.direction, quantity: terms.shareQuantity },
      at,
    ),
    ...automaticOf(command),
  })
}

/** Whether an advert that comes into play needs to wait for nothing (docs/rules.md §2). */
export const canMatchNow = (
  { calendar }: State,
  { exchange }: Security,
  advert: Pick<Advert, 'terms' | 'advertTriggerSatisfied' | 'isBeyondLimit'>,
  at: number,
): boolean =>
  waitsForNothing(advert) &&
  (matchingIsOpen(calendar, exchange, at) || afterHoursIsOpen(calendar, exchange, at))

/**
 * Whether an advert begins to wait for its limit with its submit or with a new limit, by the last mid or the
 * close. What is confirmed later decides again (docs/rules.md §25).
 */
const startsBeyondLimit = (advert: Pick<Advert, 'terms' | 'advertTriggerSatisfied'>, price: Price): boolean =>
  awaitsNoTrigger(advert) && !isWithinLimit(advert.terms, price)

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
  const { securityId, advertisementStatus, advertTriggerSatisfied, frozenQuantity } = advert
  // The fields on which its quantity and its status afterwards depend. An advert cannot be copied with a spread.
  const changed = {
    securityId,
    advertisementStatus,
    advertTriggerSatisfied,
    frozenQuantity,
    terms,
    minShares,
    expiryDate,
    isBeyondLimit: isBeyondAfter(advert, terms, command.price),
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
    isBeyondLimit: changed.isBeyondLimit,
    advertisementStatus: statusAfter(changed),
  })
}

/** A modification keeps what was confirmed about a limit, unless the limit, the side or the trigger changes. */
function isBeyondAfter(advert: Advert, terms: AdvertTerms, price: Price): boolean {
  const changed = { terms, advertTriggerSatisfied: advert.advertTriggerSatisfied }
  const isSame =
    terms.limitPrice === advert.terms.limitPrice &&
    terms.direction === advert.terms.direction &&
    awaitsNoTrigger(changed) === awaitsNoTrigger(advert)
  return isSame ? advert.isBeyondLimit : startsBeyondLimit(changed, price)
}

/** A live advert that has to wait for a trigger or its limit goes back to SENT. Any other status stays. */
const statusAfter = (
  changed: Pick<Advert, 'advertisementStatus' | 'terms' | 'advertTriggerSatisfied' | 'isBeyondLimit'>,
): AdvertStatus =>
  changed.advertisementStatus === 'LIVE' && !waitsForNothing(changed) ? 'SENT' : changed.advertisementStatus

const everyGuard = guardsInOrder(termsGuards, termsRefusalCodes)

const termsRefusal = (terms: AdvertTerms, context: TermsContext): Refusal | null =>
  firstRefusal(everyGuard, terms, context)

/** A paused advert is not in play, so the limit on all live adverts is checked when it is resumed. */
function modifyContext(state: State, advert: Advert, command: CommandOf<'modifyAdvert'>): TermsContext {
  const context = { ...termsContext(state, advert, command), modified: advert }
  return advert.advertisementStatus === 'PAUSED' ? withoutLiveLimit(context) : context
}
