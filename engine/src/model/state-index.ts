import { type Advert, effectiveHurdle, isSentOrLive, isTerminal } from './advert.ts'
import type { Exchange } from './calendar.ts'
import { addDue } from './due-queue.ts'
import type { Locate } from './locate.ts'
import { emptyBook, enterSide, leaveSide, rebuildBrokerBits, traitsOf } from './pool.ts'
import type { Pool, SecurityBook, State, StateIndex } from './state.ts'
import { setsAnyBound, type TriggerBounds, tightenBounds, triggerBoundsOf } from './trigger-bounds.ts'

/** The entry of a key, created on first use. */
function entryOf<K, V>(map: Map<K, V>, key: K, create: () => V): V {
  const found = map.get(key)
  if (found !== undefined) return found
  const created = create()
  map.set(key, created)
  return created
}

const emptySet = (): Set<Advert> => new Set()

/** The institution's advert in a security that is not terminal. There is at most one. */
export const openAdvert = (
  { openAdverts }: StateIndex,
  firmId: string,
  securityId: string,
): Advert | undefined => openAdverts.get(firmId)?.get(securityId)

/** To be called once, when an advert begins: it stays the institution's open one until it ends. */
export function addOpenAdvert({ openAdverts }: StateIndex, advert: Advert): void {
  entryOf(openAdverts, advert.firmId, () => new Map<string, Advert>()).set(advert.securityId, advert)
}

export function removeOpenAdvert({ openAdverts }: StateIndex, advert: Advert): void {
  const own = openAdverts.get(advert.firmId)
  if (own?.get(advert.securityId) === advert) own.delete(advert.securityId)
}

/** The book of a security, created on first use. */
export const bookOf = ({ books }: StateIndex, securityId: string): SecurityBook =>
  entryOf(books, securityId, emptyBook)

/** Marks a live advert as possibly having gained a contra. */
export function addCandidate(index: StateIndex, advert: Advert): void {
  addCandidateTo(bookOf(index, advert.securityId), index, advert)
}

function addCandidateTo({ candidates }: SecurityBook, index: StateIndex, advert: Advert): void {
  candidates.add(advert)
  index.securitiesToSearch.add(advert.securityId)
}

/**
 * The securities with candidates. Removes the others from `securitiesToSearch` here, because candidates are dropped in
 * several places.
 */
export function securitiesWithCandidates({ books, securitiesToSearch }: StateIndex): string[] {
  for (const id of securitiesToSearch)
    if ((books.get(id)?.candidates.size ?? 0) === 0) securitiesToSearch.delete(id)
  return [...securitiesToSearch]
}

/** Marks every live advert as possibly having gained a contra. */
export function addAllCandidates(index: StateIndex): void {
  for (const { BUY, SELL } of index.books.values())
    for (const advert of [...BUY.adverts, ...SELL.adverts]) addCandidate(index, advert)
}

/** Marks the live adverts of an institution as possibly having gained a contra. */
export function addFirmCandidates(index: StateIndex, firmId: string): void {
  for (const advert of index.openAdverts.get(firmId)?.values() ?? [])
    if (advert.advertisementStatus === 'LIVE') addCandidate(index, advert)
}

export function addOpenLocate({ openLocates, openLocatesIn, deadlines }: StateIndex, locate: Locate): void {
  openLocates.set(locate.locateId, locate)
  entryOf(openLocatesIn, locate.securityId, () => new Set<Locate>()).add(locate)
  addDue(deadlines, locate.deadline, locate.locateId)
}

export function removeOpenLocate({ openLocates, openLocatesIn }: StateIndex, locate: Locate): void {
  openLocates.delete(locate.locateId)
  const others = openLocatesIn.get(locate.securityId)
  others?.delete(locate)
  if (others?.size === 0) openLocatesIn.delete(locate.securityId)
}

/** Whether confirmed prices may change its status: a trigger is armed, or it has a limit price. */
export const isArmed = ({ terms, advertTriggerSatisfied, advertisementStatus }: Advert): boolean =>
  terms.knockoutTriggerActivated ||
  terms.indexRelativeKOTriggerActivated ||
  terms.limitPrice !== null ||
  (advertisementStatus === 'SENT' && terms.advertisingTriggerActivated && !advertTriggerSatisfied)

/** Whether no advertising trigger keeps an advert from going live (docs/rules.md §2, §11). */
export const awaitsNoTrigger = ({
  terms,
  advertTriggerSatisfied,
}: Pick<Advert, 'terms' | 'advertTriggerSatisfied'>): boolean =>
  !terms.advertisingTriggerActivated || advertTriggerSatisfied

/** Whether nothing but the hours keeps an advert from going live (docs/rules.md §2, §11, §25). */
export const waitsForNothing = (
  advert: Pick<Advert, 'terms' | 'advertTriggerSatisfied' | 'isBeyondLimit'>,
): boolean => awaitsNoTrigger(advert) && !advert.isBeyondLimit

const exchangeOf = (state: State, { securityId }: Advert): Exchange =>
  state.securities.get(securityId)?.exchange ?? 'XTKS'

function arm({ armed, nearest }: SecurityBook, advert: Advert): void {
  armed.add(advert)
  if (nearest) tightenBounds(nearest, advert)
}

function disarm(book: SecurityBook, advert: Advert): void {
  book.armed.delete(advert)
  if (book.nearest && setsAnyBound(book.nearest, advert)) book.nearest = null
}

/** The levels nearest to the market at which a trigger can fire or a limit price be crossed. */
export function nearestLevels(book: SecurityBook): TriggerBounds {
  book.nearest ??= triggerBoundsOf(book.armed)
  return book.nearest
}

function count({ hurdles }: StateIndex, { terms }: Advert, by: 1 | -1): void {
  const hurdle = effectiveHurdle(terms)
  hurdles[hurdle] = (hurdles[hurdle] ?? 0) + by
}

/** Removes an advert from the index. To be called before its status or terms change. */
export function leaveIndex(state: State, advert: Advert): void {
  const { index } = state
  const { securityId, advertisementStatus } = advert
  if (!isSentOrLive(advert)) return
  if (advertisementStatus === 'SENT') index.waiting.get(exchangeOf(state, advert))?.delete(advert)
  const book = bookOf(index, securityId)
  if (isArmed(advert)) disarm(book, advert)
  if (advertisementStatus !== 'LIVE') return
  leaveSide(book[advert.terms.direction], advert)
  count(index, advert, -1)
  book.candidates.delete(advert)
}

/** Adds an advert to the index. To be called after its status or terms have changed. */
export function enterIndex(state: State, advert: Advert): void {
  const { index } = state
  const { securityId, advertisementStatus } = advert
  if (isTerminal(advert)) removeOpenAdvert(index, advert)
  if (!isSentOrLive(advert)) return
  const book = bookOf(index, securityId)
  if (isArmed(advert)) arm(book, advert)
  if (advertisementStatus === 'SENT') {
    if (waitsForNothing(advert)) entryOf(index.waiting, exchangeOf(state, advert), emptySet).add(advert)
    return
  }
  enterPool(state, book, advert)
  count(index, advert, 1)
  addCandidateTo(book, index, advert)
}

export function enterPool(state: State, pool: Pool, advert: Advert): void {
  enterSide(pool[advert.terms.direction], advert, traitsOf(state, advert))
}

/** Changes an advert and updates the index. */
export function changeIndexed(state: State, advert: Advert, to: (advert: Advert) => void): void {
  leaveIndex(state, advert)
  to(advert)
  enterIndex(state, advert)
}

/** Rebuilds everything but the queues, after a restore or a change of reference data. */
export function rebuildIndex(state: State): void {
  const { index } = state
  for (const each of [index.books, index.securitiesToSearch, index.openAdverts, index.waiting]) each.clear()
  index.hurdles.fill(0)
  rebuildBrokerBits(state)
  for (const advert of state.adverts.values()) {
    if (!isTerminal(advert)) addOpenAdvert(index, advert)
    enterIndex(state, advert)
  }
}

/** Rebuilds the queues after a restore. */
export function rebuildQueues(state: State): void {
  rebuildEndings(state)
  for (const [pair, { until }] of state.cooldowns) addDue(state.index.cooldownEnds, until, pair)
  for (const [key, { until }] of state.rests) addDue(state.index.restEnds, until, key)
}

/** Rebuilds the queues of expiries and deadlines. */
export function rebuildEndings({ adverts, locates, index }: State): void {
  for (const advert of adverts.values())
    if (advert.expiryDate !== null && !isTerminal(advert))
      addDue(index.expiries, advert.expiryDate, advert.id)
  for (const locate of locates.values()) if (!locate.outcome) addOpenLocate(index, locate)
}
