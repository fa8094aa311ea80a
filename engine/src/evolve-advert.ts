import { type Advert, type AdvertStatus, type CauseOfDeath, isTerminal } from './adverts/advert.ts'
import { decayLine } from './adverts/quantity-decay.ts'
import { securityOf } from './adverts/submit.ts'
import { offsetsOf } from './adverts/trigger-levels.ts'
import type { EventOf } from './events.ts'
import { addDue, dropDue } from './state/due-queue.ts'
import type { State } from './state/state.ts'
import { changeIndexed, enterIndex, leaveIndex } from './state/state-index.ts'

/** An advert that an event names. That the state lacks it means a broken journal, not a refusal. */
export function knownAdvert(state: State, advertId: string): Advert {
  const advert = state.adverts.get(advertId)
  if (!advert) throw new Error(`the journal names an unknown advert ${advertId}`)
  return advert
}

export function ioiCountsOf(state: State, traderId: string) {
  const trader = state.traders.get(traderId)
  if (!trader) throw new Error(`the journal names an unknown trader ${traderId}`)
  return trader.counts
}

type Placed = EventOf<'advertDrafted'> | EventOf<'advertSubmitted'>
type Origin = Pick<Advert, 'offsets' | 'parentAdvertId'> & { readonly place?: number }

/** Every advert is made with the same fields in the same order: it is read often and kept by the million. */
function enlist(state: State, event: Placed, { offsets, parentAdvertId, place }: Origin): Advert {
  state.sequence += 1
  const advert: Advert = {
    id: event.advertId,
    traderId: event.traderId,
    firmId: event.firmId,
    securityId: event.securityId,
    sequence: state.sequence,
    place: place ?? state.sequence,
    draftedAt: event.at,
    terms: event.terms,
    advertisementStatus: 'UNSENT',
    causeOfDeath: null,
    errorCode: null,
    minShares: event.minShares,
    quantityRemaining: event.terms.shareQuantity,
    decay: null,
    frozenQuantity: null,
    advertTriggerSatisfied: false,
    submitTime: null,
    expiryDate: null,
    priorityTime: event.at,
    settledSince: event.at,
    locateId: null,
    offsets,
    parentAdvertId,
    residualId: null,
  }
  state.adverts.set(advert.id, advert)
  state.traders.get(advert.traderId)?.advertIds.add(advert.id)
  return advert
}

export function evolveAdvertDrafted(state: State, event: EventOf<'advertDrafted'>): void {
  enterIndex(state, enlist(state, event, event))
  if (event.parentAdvertId) knownAdvert(state, event.parentAdvertId).residualId = event.advertId
}

export function evolveAdvertSubmitted(state: State, event: EventOf<'advertSubmitted'>): void {
  const dead = event.replaces ? knownAdvert(state, event.replaces) : null
  const advert = dead
    ? enlist(state, event, { offsets: dead.offsets, parentAdvertId: null, place: dead.place })
    : knownAdvert(state, event.advertId)
  if (dead) replace(state, dead)
  changeIndexed(state, advert, () => {
    setTerms(state, advert, event)
    advert.submitTime = event.at
    advert.advertisementStatus = 'SENT'
  })
  setExpiry(state, advert, event.expiryDate)
  ioiCountsOf(state, event.traderId).upload += 1
}

type Termed = EventOf<'advertSubmitted'> | EventOf<'advertModified'>

function setTerms(state: State, advert: Advert, event: Termed): void {
  const { terms, at } = event
  advert.offsets = offsetsOf(terms, advert.offsets, securityOf(state, advert.securityId))
  advert.decay = decayLine(advert, terms.quantityDecay, terms.shareQuantity, at)
  advert.terms = terms
  advert.minShares = event.minShares
  advert.quantityRemaining = terms.shareQuantity
  advert.settledSince = at
}

/** An advert sent again stands in its owner's list where the dead one stood (rules 2). */
function replace(state: State, dead: Advert): void {
  state.adverts.delete(dead.id)
  state.traders.get(dead.traderId)?.advertIds.delete(dead.id)
}

export function evolveAdvertModified(state: State, event: EventOf<'advertModified'>): void {
  const advert = knownAdvert(state, event.advertId)
  changeIndexed(state, advert, () => {
    setTerms(state, advert, event)
    if (!event.keepsPriority) advert.priorityTime = event.at
    advert.advertisementStatus = event.advertisementStatus
  })
  setExpiry(state, advert, event.expiryDate)
}

/** Latched: the sweep that follows lets it go live (rules 11). */
export function evolveAdvertTriggered(state: State, { advertId }: EventOf<'advertTriggered'>): void {
  const advert = knownAdvert(state, advertId)
  changeIndexed(state, advert, () => {
    advert.advertTriggerSatisfied = true
  })
}

export function evolveAdvertReleased(state: State, { advertId, at }: EventOf<'advertReleased'>): void {
  knownAdvert(state, advertId).priorityTime = at
  setAdvertStatus(state, advertId, 'LIVE')
}

export function evolveAdvertResumed(
  state: State,
  { advertId, at, advertisementStatus }: EventOf<'advertResumed'>,
): void {
  const advert = knownAdvert(state, advertId)
  advert.priorityTime = at
  advert.settledSince = at
  setAdvertStatus(state, advertId, advertisementStatus)
}

export function setAdvertStatus(state: State, advertId: string, status: AdvertStatus): void {
  const advert = knownAdvert(state, advertId)
  leaveIndex(state, advert)
  advert.advertisementStatus = status
  enterIndex(state, advert)
}

export function evolveAdvertCancelled(state: State, event: EventOf<'advertCancelled'>): void {
  const { advertId, causeOfDeath, errorCode } = event
  const advert = knownAdvert(state, advertId)
  advert.errorCode = errorCode
  const counts = ioiCountsOf(state, advert.traderId)
  if (causeOfDeath === 'CANCELLED_BY_USER') counts.cancel += 1
  if (causeOfDeath === 'CANCEL_TRIGGER' || causeOfDeath === 'INDEX_RELATIVE_CANCEL') counts.triggerCancel += 1
  endAdvert(state, advertId, causeOfDeath)
}

export function endAdvert(state: State, advertId: string, causeOfDeath: CauseOfDeath): void {
  knownAdvert(state, advertId).causeOfDeath = causeOfDeath
  setAdvertStatus(state, advertId, 'DEAD')
  forgetExpiries(state)
}

function setExpiry(state: State, advert: Advert, expiryDate: number): void {
  if (advert.expiryDate !== expiryDate) addDue(state.index.expiries, expiryDate, advert.id)
  advert.expiryDate = expiryDate
}

/**
 * Clears the queue's head of adverts that ended, so that it does not grow for ever; also of those whose time
 * was prolonged, which stand in it again: one that stays would keep everything behind it.
 */
function forgetExpiries(state: State): void {
  dropDue(state.index.expiries, state.at, (id) => {
    const advert = state.adverts.get(id)
    return advert !== undefined && !isTerminal(advert) && Number(advert.expiryDate) <= state.at
  })
}
