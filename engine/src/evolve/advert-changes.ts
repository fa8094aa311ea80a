import { currentQuantity, decayLine } from '../adverts/quantity-decay.ts'
import { offsetsOf } from '../adverts/trigger-levels.ts'
import { tradingDay } from '../calendar/trading-days.ts'
import {
  Advert,
  type AdvertStatus,
  type CauseOfDeath,
  isTerminal,
  type TriggerOffsets,
} from '../model/advert.ts'
import { addDue, dropDue } from '../model/due-queue.ts'
import type { EventOf } from '../model/events.ts'
import { knownAdvert, securityOf } from '../model/lookups.ts'
import { firmSecurityKey, type State } from '../model/state.ts'
import { addOpenAdvert, enterIndex, leaveIndex, removeOpenAdvert } from '../model/state-index.ts'

/*
 * The changes to adverts that events make. Each leaves the index in step with the adverts.
 */

type AdvertOrigin = Pick<Advert, 'offsets' | 'parentAdvertId'> & { readonly listPosition?: number }

/** Adds an unsent advert. */
export function addAdvert(
  state: State,
  event: EventOf<'advertDrafted' | 'advertSubmitted'>,
  { offsets, parentAdvertId, listPosition }: AdvertOrigin,
): Advert {
  state.sequence += 1
  const advert = new Advert({
    id: event.advertId,
    ...sharedIds(state, event),
    sequence: state.sequence,
    listPosition: listPosition ?? state.sequence,
    draftedAt: event.at,
    terms: event.terms,
    minShares: event.minShares,
    offsets,
    parentAdvertId,
  })
  state.adverts.set(advert.id, advert)
  state.traders.get(advert.traderId)?.advertIds.add(advert.id)
  addOpenAdvert(state.index, advert)
  return advert
}

/** The ids of the reference data, because ids that an event or a snapshot brings take memory of their own. */
export const sharedIds = (
  { traders, firms, securities }: State,
  { traderId, firmId, securityId }: Pick<Advert, 'traderId' | 'firmId' | 'securityId'>,
) => ({
  traderId: traders.get(traderId)?.traderId ?? traderId,
  firmId: firms.get(firmId)?.firmId ?? firmId,
  securityId: securities.get(securityId)?.securityId ?? securityId,
})

/** A dead advert that is sent again becomes a new one in the same position of its owner's list. */
export function replaceDeadAdvert(state: State, event: EventOf<'advertSubmitted'>, deadId: string): Advert {
  const dead = knownAdvert(state, deadId)
  const advert = addAdvert(state, event, {
    offsets: dead.offsets,
    parentAdvertId: null,
    listPosition: dead.listPosition,
  })
  if (event.isAutomatic) {
    advert.renewals = dead.renewals + 1
    advert.resumes = dead.resumes
  }
  state.adverts.delete(dead.id)
  state.traders.get(dead.traderId)?.advertIds.delete(dead.id)
  return advert
}

/** Sets the terms of a submit or a modification, and the status that follows from it. */
export function setTerms(
  state: State,
  advert: Advert,
  event: EventOf<'advertSubmitted' | 'advertModified'>,
  status: AdvertStatus,
): void {
  const { terms, at, expiryDate } = event
  const security = securityOf(state, advert.securityId)
  // Not by `changeIndexed`, which would allocate a function for every submit.
  leaveIndex(state, advert)
  advert.offsets = sharedOffsets(state, offsetsOf(terms, advert.offsets, security))
  advert.baseClose = security.closePrice
  advert.decay = decayLine(advert, terms.quantityDecay, terms.shareQuantity, at)
  advert.terms = terms
  advert.minShares = event.minShares
  advert.quantityRemaining = terms.shareQuantity
  advert.settledSince = at
  advert.restsUntil = restAfter(state, advert, event)
  advert.isBeyondLimit = event.isBeyondLimit
  advert.automaticSince = null
  advert.advertisementStatus = status
  enterIndex(state, advert)
  if (advert.expiryDate !== expiryDate) addDue(state.index.expiries, expiryDate, advert.id)
  advert.expiryDate = expiryDate
}

/**
 * The end of the institution's rest in the security after a submit or modify. It stays with the security, so that
 * nobody escapes it by cancelling and sending again (docs/rules.md §21).
 */
function restAfter(
  state: State,
  { firmId, securityId }: Advert,
  { at, restsUntil }: EventOf<'advertSubmitted' | 'advertModified'>,
): number | null {
  const key = firmSecurityKey(firmId, securityId)
  const last = state.rests.get(key)
  if (restsUntil === null) return last?.until ?? null
  const day = tradingDay(at)
  state.rests.set(key, { until: restsUntil, count: last?.day === day ? last.count + 1 : 1, day })
  addDue(state.index.restEnds, restsUntil, key)
  return restsUntil
}

/** Most adverts have the offsets of many others and share one object with them, which saves memory. */
export function sharedOffsets({ index }: State, offsets: TriggerOffsets): TriggerOffsets {
  const { advertising, knockout } = offsets
  const key = advertising * 2 ** 16 + knockout
  const known = index.offsets.get(key)
  if (known?.advertising === advertising && known.knockout === knockout) return known
  index.offsets.set(key, offsets)
  return offsets
}

export function setAdvertStatus(state: State, advertId: string, status: AdvertStatus): void {
  const advert = knownAdvert(state, advertId)
  leaveIndex(state, advert)
  advert.advertisementStatus = status
  enterIndex(state, advert)
}

export function endAdvert(state: State, advertId: string, causeOfDeath: CauseOfDeath, at: number): void {
  const advert = knownAdvert(state, advertId)
  const { expiryDate } = advert
  // One that is found to have expired at midnight, by the first sweep of a day, ended on the day before.
  const endedAt = expiryDate === null ? at : Math.min(at, expiryDate - 1)
  setLastOffer(state, advert, currentQuantity(state, advert, endedAt), endedAt)
  advert.causeOfDeath = causeOfDeath
  advert.automaticSince = null
  setAdvertStatus(state, advertId, 'DEAD')
  dropPastExpiries(state)
}

/** Remembers what an advert offered that ends now: the next one of the institution is compared with it. */
export function setLastOffer(
  state: State,
  { firmId, securityId, terms }: Advert,
  quantity: number,
  at: number,
): void {
  const last = { direction: terms.direction, quantity, day: tradingDay(at) }
  state.lastOffers.set(firmSecurityKey(firmId, securityId), last)
}

/** Removes an advert of an earlier day. */
export function removeAdvert(state: State, advert: Advert): void {
  state.adverts.delete(advert.id)
  state.traders.get(advert.traderId)?.advertIds.delete(advert.id)
  removeOpenAdvert(state.index, advert)
}

/**
 * Removes entries of ended adverts from the head of the queue, so that it does not grow without bound. Also
 * removes entries of adverts whose duration was extended, which are in the queue a second time: such an entry
 * at the head would block everything behind it.
 */
function dropPastExpiries(state: State): void {
  dropDue(state.index.expiries, state.at, (id) => {
    const advert = state.adverts.get(id)
    return advert !== undefined && !isTerminal(advert) && Number(advert.expiryDate) <= state.at
  })
}
