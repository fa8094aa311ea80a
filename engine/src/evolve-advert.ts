import type { Advert, AdvertStatus, CauseOfDeath } from './advert.ts'
import { addDue, dropDue } from './due.ts'
import type { Fact } from './events.ts'
import { reindex, type State } from './state.ts'

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

function place(state: State, event: Placed, more: Partial<Advert>): Advert {
  state.sequence += 1
  const advert: Advert = {
    id: event.advertId,
    traderId: event.traderId,
    firmId: event.firmId,
    securityId: event.securityId,
    sequence: state.sequence,
    draftedAt: event.at,
    terms: event.terms,
    advertisementStatus: 'UNSENT',
    causeOfDeath: null,
    minShares: event.minShares,
    quantityRemaining: event.terms.shareQuantity,
    submitTime: null,
    expiryDate: null,
    priorityTime: event.at,
    settledSince: event.at,
    locateId: null,
    ...more,
  }
  state.adverts.set(advert.id, advert)
  state.traders.get(advert.traderId)?.advertIds.add(advert.id)
  return advert
}

export function drafted(state: State, event: Fact<'advertDrafted'>): void {
  reindex(state.index, place(state, event, {}))
}

export function submitted(state: State, event: Fact<'advertSubmitted'>): void {
  const advert = state.adverts.get(event.advertId) ?? place(state, event, {})
  if (event.replaces) replace(state, event.replaces, advert)
  advert.terms = event.terms
  advert.minShares = event.minShares
  advert.quantityRemaining = event.terms.shareQuantity
  advert.submitTime = event.at
  advert.settledSince = event.at
  advert.advertisementStatus = 'SENT'
  setExpiry(state, advert, event.expiryDate)
  countsOf(state, event.traderId).upload += 1
  reindex(state.index, advert)
}

/** An advert sent again stands in its owner's list where the dead one stood (rules 2). */
function replace(state: State, deadId: string, { id, traderId }: Advert): void {
  state.adverts.delete(deadId)
  const advertIds = state.traders.get(traderId)?.advertIds
  if (!advertIds) return
  const inOrder = [...advertIds].filter((each) => each !== id).map((each) => (each === deadId ? id : each))
  advertIds.clear()
  for (const each of inOrder) advertIds.add(each)
}

export function modified(state: State, event: Fact<'advertModified'>): void {
  const advert = known(state, event.advertId)
  advert.terms = event.terms
  advert.minShares = event.minShares
  advert.quantityRemaining = event.terms.shareQuantity
  advert.settledSince = event.at
  if (!event.keepsPriority) advert.priorityTime = event.at
  setExpiry(state, advert, event.expiryDate)
  reindex(state.index, advert)
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
  advert.advertisementStatus = status
  reindex(state.index, advert)
}

export function ended(state: State, advertId: string, causeOfDeath: CauseOfDeath): void {
  const advert = known(state, advertId)
  advert.causeOfDeath = causeOfDeath
  if (causeOfDeath === 'CANCELLED_BY_USER') countsOf(state, advert.traderId).cancel += 1
  turned(state, advertId, 'DEAD')
  forgetExpiries(state)
}

function setExpiry(state: State, advert: Advert, expiryDate: number): void {
  if (advert.expiryDate !== expiryDate) addDue(state.index.expiries, expiryDate, advert.id)
  advert.expiryDate = expiryDate
}

/** Clears the queue's head of adverts that ended, so that it does not grow for ever. */
function forgetExpiries(state: State): void {
  dropDue(state.index.expiries, state.at, (id) => {
    const advert = state.adverts.get(id)
    return advert !== undefined && advert.causeOfDeath === null && advert.advertisementStatus !== 'COMPLETED'
  })
}
