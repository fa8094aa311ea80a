import { type Advert, type AdvertStatus, type CauseOfDeath, isTerminal } from './advert.ts'
import { decayLine } from './decay.ts'
import { addDue, dropDue } from './due.ts'
import type { Fact } from './events.ts'
import { change, enterIndex, leaveIndex } from './index.ts'
import type { State } from './state.ts'
import { securityOf } from './submit.ts'
import { offsetsOf } from './trigger-levels.ts'

/** An advert that an event names. That the state lacks it means a broken journal, not a refusal. */
export function known(state: State, advertId: string): Advert {
  const advert = state.adverts.get(advertId)
  if (!advert) throw new Error(`the journal names an unknown advert ${advertId}`)
  return advert
}

export function countsOf(state: State, traderId: string) {
  const trader = state.traders.get(traderId)
  if (!trader) throw new Error(`the journal names an unknown trader ${traderId}`)
  return trader.counts
}

type Placed = Fact<'advertDrafted'> | Fact<'advertSubmitted'>
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

export function drafted(state: State, event: Fact<'advertDrafted'>): void {
  enterIndex(state, enlist(state, event, event))
  if (event.parentAdvertId) known(state, event.parentAdvertId).residualId = event.advertId
}

export function submitted(state: State, event: Fact<'advertSubmitted'>): void {
  const dead = event.replaces ? known(state, event.replaces) : null
  const advert = dead
    ? enlist(state, event, { offsets: dead.offsets, parentAdvertId: null, place: dead.place })
    : known(state, event.advertId)
  if (dead) replace(state, dead)
  change(state, advert, () => {
    setTerms(state, advert, event)
    advert.submitTime = event.at
    advert.advertisementStatus = 'SENT'
  })
  setExpiry(state, advert, event.expiryDate)
  countsOf(state, event.traderId).upload += 1
}

type Termed = Fact<'advertSubmitted'> | Fact<'advertModified'>

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

export function modified(state: State, event: Fact<'advertModified'>): void {
  const advert = known(state, event.advertId)
  change(state, advert, () => {
    setTerms(state, advert, event)
    if (!event.keepsPriority) advert.priorityTime = event.at
    advert.advertisementStatus = event.advertisementStatus
  })
  setExpiry(state, advert, event.expiryDate)
}

/** Latched: the sweep that follows lets it go live (rules 11). */
export function triggered(state: State, { advertId }: Fact<'advertTriggered'>): void {
  const advert = known(state, advertId)
  change(state, advert, () => {
    advert.advertTriggerSatisfied = true
  })
}

export function released(state: State, { advertId, at }: Fact<'advertReleased'>): void {
  known(state, advertId).priorityTime = at
  turned(state, advertId, 'LIVE')
}

export function resumed(state: State, { advertId, at, advertisementStatus }: Fact<'advertResumed'>): void {
  const advert = known(state, advertId)
  advert.priorityTime = at
  advert.settledSince = at
  turned(state, advertId, advertisementStatus)
}

export function turned(state: State, advertId: string, status: AdvertStatus): void {
  const advert = known(state, advertId)
  leaveIndex(state, advert)
  advert.advertisementStatus = status
  enterIndex(state, advert)
}

export function cancelled(state: State, event: Fact<'advertCancelled'>): void {
  const { advertId, causeOfDeath, errorCode } = event
  const advert = known(state, advertId)
  advert.errorCode = errorCode
  const counts = countsOf(state, advert.traderId)
  if (causeOfDeath === 'CANCELLED_BY_USER') counts.cancel += 1
  if (causeOfDeath === 'CANCEL_TRIGGER' || causeOfDeath === 'INDEX_RELATIVE_CANCEL') counts.triggerCancel += 1
  ended(state, advertId, causeOfDeath)
}

export function ended(state: State, advertId: string, causeOfDeath: CauseOfDeath): void {
  known(state, advertId).causeOfDeath = causeOfDeath
  turned(state, advertId, 'DEAD')
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
