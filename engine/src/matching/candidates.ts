import { tradingDay } from '../calendar/trading-days.ts'
import { isBeyondAnyLiveLimit } from '../market/limit-price.ts'
import { locatePrice } from '../market/matching-price.ts'
import type { Command } from '../model/commands.ts'
import { dropDue } from '../model/due-queue.ts'
import { hasBothSides } from '../model/pool.ts'
import type { Sighting } from '../model/quote.ts'
import { hasNoFailures, type SecurityBook, type State } from '../model/state.ts'
import { addAllCandidates, addCandidate, openAdvert, securitiesWithCandidates } from '../model/state-index.ts'
import { isSettled } from './eligibility.ts'

/*
 * Candidates are adverts that may have gained a contra since the last sweep. They are hints: a wrong one costs
 * time but changes no event. So they are not in the journal, and a replay derives its own.
 */

/**
 * Drops the candidates of the securities that a sweep has matched, once its events are applied: the sweep matched
 * on the state that its other events lead to.
 */
export function dropMatchedCandidates(state: State, command: Command): void {
  if (command.type !== 'sweep') return
  const { at, sightings } = command
  for (const sighting of sightings) {
    const book = state.index.books.get(sighting.securityId)
    if (!book || book.candidates.size === 0) continue
    if (isSearched(state, book, sighting, at)) dropCandidates(state, book, at)
  }
}

/** Whether the candidates of a security need not be searched again until something changes. */
function isSearched(state: State, book: SecurityBook, sighting: Sighting, at: number): boolean {
  // Where one side is empty there is no pair, and whoever enters it is a candidate.
  if (!hasBothSides(book)) return true
  const price = sighting.waits ? null : locatePrice(state, sighting, at)
  // A price that was beyond a limit for a moment returns without an event, so candidates stay until it does.
  return price !== null && !isBeyondAnyLiveLimit(book, price)
}

/**
 * Adverts that were changed too recently (E11) stay candidates: they become eligible with time alone. The longer rest
 * after a raise has a queue instead.
 */
function dropCandidates(state: State, { candidates }: SecurityBook, at: number): void {
  for (const advert of candidates) if (isSettled(state, advert, at)) candidates.delete(advert)
}

/**
 * Adds the adverts of institutions whose cooldown or rest has ended, and on a new day those of whoever was at a limit.
 * It must be called before a sweep is decided, also in a replay. Calling it more often changes no event.
 */
export function addCandidatesAfterCooldown(state: State, at: number): void {
  const { index } = state
  const isLimited = !hasNoFailures(state.failures) || index.openHandovers.size > 0
  if (isLimited && tradingDay(at) > state.day) addAllCandidates(index)
  dropDue(index.cooldownEnds, at, (pair) => {
    const [firmId, otherFirmId, securityId] = pair.split('|') as [string, string, string]
    for (const each of [firmId, otherFirmId]) {
      const advert = openAdvert(index, each, securityId)
      if (advert?.advertisementStatus === 'LIVE') addCandidate(index, advert)
    }
    return false
  })
  dropDue(index.restEnds, at, (key) => {
    const [firmId, securityId] = key.split('|') as [string, string]
    const advert = openAdvert(index, firmId, securityId)
    if (advert?.advertisementStatus === 'LIVE') addCandidate(index, advert)
    return false
  })
}

/** Whether a security may hold a match. Call `addCandidatesAfterCooldown` first. */
export function mayHoldMatch({ index }: State, securityId: string): boolean {
  const book = index.books.get(securityId)
  return book !== undefined && book.candidates.size > 0 && hasBothSides(book)
}

/** The securities that may hold a match now, in a fixed order. Adds candidates after cooldowns first. */
export function securitiesToMatch(state: State, at: number): string[] {
  addCandidatesAfterCooldown(state, at)
  return securitiesWithCandidates(state.index)
    .filter((id) => mayHoldMatch(state, id))
    .sort()
}
