import type { Advert } from './advert.ts'
import type { Command } from './commands.ts'
import { dropDue } from './due.ts'
import type { Event } from './events.ts'
import { drafted, ended, modified, released, resumed, submitted, turned } from './evolve-advert.ts'
import { dayEnded } from './evolve-day.ts'
import { agreed, answered, executed, failed, handed, located, withdrawn } from './evolve-locate.ts'
import { presenceTurned, referenceTaken } from './evolve-reference.ts'
import { tradingDay } from './hours.ts'
import { marketIsMeetable } from './market.ts'
import { placeOf, type State, stir } from './state.ts'

/** Takes an event into the state, in place. It decides nothing: what is in the journal has happened. */
export function evolve(state: State, event: Event): State {
  state.at = Math.max(state.at, event.at)
  // The first thing that ever happens begins the first day: there was none before it that could end.
  if (state.day === 0) state.day = tradingDay(event.at)
  change(state, event)
  return state
}

function change(state: State, event: Event): void {
  switch (event.type) {
    case 'referenceChanged':
      return referenceTaken(state, event)
    case 'presenceChanged':
      return presenceTurned(state, event)
    case 'advertDrafted':
      return drafted(state, event)
    case 'advertSubmitted':
      return submitted(state, event)
    case 'advertModified':
      return modified(state, event)
    case 'advertReleased':
      return released(state, event)
    case 'advertPaused':
      return turned(state, event.advertId, 'PAUSED')
    case 'advertResumed':
      return resumed(state, event)
    case 'advertCancelled':
      return ended(state, event.advertId, event.causeOfDeath)
    case 'advertExpired':
      return ended(state, event.advertId, 'EXPIRED')
    case 'contraLocated':
      return located(state, event)
    case 'locateAnswered':
      return answered(state, event)
    case 'locateFailed':
      return failed(state, event)
    case 'locateWithdrawn':
      return withdrawn(state, event)
    case 'connectionAgreed':
      return agreed(state, event)
    case 'brokerConnected':
      return handed(state, event)
    case 'executionConfirmed':
      return executed(state, event, true)
    case 'executionUndone':
      return executed(state, event, false)
    case 'tradingDayEnded':
      return dayEnded(state, event)
    default:
      event satisfies never
  }
}

/**
 * Takes a command's events into the state, and forgets the hints that a sweep has used up: its securities
 * hold no pair that could still meet, until something stirs there again.
 */
export function apply(state: State, command: Command, events: readonly Event[]): State {
  if (command.type === 'sweep') {
    for (const quote of command.quotes)
      if (marketIsMeetable(state, quote, command.at)) rest(state, quote.securityId, command.at)
  }
  for (const event of events) evolve(state, event)
  return state
}

/** Adverts that are not settled long enough (E11) stay restless: time alone will let them meet. */
function rest(state: State, securityId: string, at: number): void {
  const young = (advert: Advert): boolean => advert.settledSince + state.limits.minLiveMs > at
  const kept = [...(state.index.restless.get(securityId) ?? [])].filter(young)
  if (kept.length === 0) state.index.restless.delete(securityId)
  else state.index.restless.set(securityId, new Set(kept))
}

/**
 * Stirs the adverts of institutions whose silence has ended. Touches hints only, so that doing it twice or
 * too often changes no event; it must be done before a sweep is decided, also in a replay.
 */
export function wake(state: State, at: number): void {
  const { index } = state
  dropDue(index.cooldownEnds, at, (pair) => {
    const [firmId, otherFirmId, securityId] = pair.split('|') as [string, string, string]
    for (const each of [firmId, otherFirmId]) {
      const advert = index.openAdverts.get(placeOf(each, securityId))
      if (advert?.advertisementStatus === 'LIVE') stir(index, advert)
    }
    return false
  })
}

/** The securities in which a sweep may find a contra now, in a fixed order. Wakes first. */
export function restlessSecurities(state: State, at: number): string[] {
  wake(state, at)
  const { pools, restless } = state.index
  const isTwoSided = (securityId: string): boolean => {
    const pool = pools.get(securityId)
    return pool !== undefined && pool.BUY.size > 0 && pool.SELL.size > 0
  }
  return [...restless.keys()].filter((id) => (restless.get(id)?.size ?? 0) > 0 && isTwoSided(id)).sort()
}
