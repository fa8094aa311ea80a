import { tradingDay } from '../calendar/trading-days.ts'
import { locatePrice } from '../market/meeting-price.ts'
import type { Command } from '../model/commands.ts'
import { dropDue } from '../model/due-queue.ts'
import { hasNoFailures, type State } from '../model/state.ts'
import { addAllCandidates, addCandidate, openAdvert } from '../model/state-index.ts'
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
  for (const sighting of command.sightings)
    if (!sighting.waits && locatePrice(state, sighting, command.at) !== null)
      dropCandidates(state, sighting.securityId, command.at)
}

/**
 * Adverts that were changed too recently (E11) stay candidates: they become eligible with time alone. The longer rest
 * after a raise has a queue instead.
 */
function dropCandidates(state: State, securityId: string, at: number): void {
  const candidates = state.index.candidates.get(securityId)
  if (!candidates) return
  for (const advert of candidates) if (isSettled(state, advert, at)) candidates.delete(advert)
  if (candidates.size === 0) state.index.candidates.delete(securityId)
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

const isTwoSidedPool = (state: State, securityId: string): boolean => {
  const pool = state.index.pools.get(securityId)
  return pool !== undefined && pool.BUY.adverts.length > 0 && pool.SELL.adverts.length > 0
}

/** Whether a security may hold a match. Call `addCandidatesAfterCooldown` first. */
export const mayHoldMatch = (state: State, securityId: string): boolean =>
  (state.index.candidates.get(securityId)?.size ?? 0) > 0 && isTwoSidedPool(state, securityId)

/** The securities that may hold a match now, in a fixed order. Adds candidates after cooldowns first. */
export function securitiesToMatch(state: State, at: number): string[] {
  addCandidatesAfterCooldown(state, at)
  return [...state.index.candidates.keys()].filter((id) => mayHoldMatch(state, id)).sort()
}
