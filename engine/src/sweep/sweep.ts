import { isExpired } from '../adverts/duration/expiry.ts'
import { phaseOf } from '../calendar/hours.ts'
import { fold } from '../evolve/evolve.ts'
import { isVoidIn } from '../locates/locate-market.ts'
import { byDeadline, isPastDeadline, lapsedLocateEvent } from '../locates/locate-outcome.ts'
import { dueWithdrawals } from '../locates/locate-withdrawal.ts'
import { isAdvertHalted } from '../market/halts.ts'
import { crossedLimitEvents } from '../market/limit-price.ts'
import { marketCancellations, marketStatusChange } from '../market/market-status.ts'
import { firedTriggerEvents } from '../market/trigger-firing.ts'
import { newLocates } from '../matching/new-locates.ts'
import type { Advert } from '../model/advert.ts'
import type { CommandOf } from '../model/commands.ts'
import { dueBy, nextDue } from '../model/due-queue.ts'
import type { Event, EventOf } from '../model/events.ts'
import type { Sighting } from '../model/quote.ts'
import type { Decision } from '../model/refusals.ts'
import type { State } from '../model/state.ts'
import { dayEndEvents } from '../rating/day-end.ts'
import { copyForSweep, withReleased } from './sweep-copy.ts'

/**
 * Applies the passing of time. Each step is decided on the state after the one before, and locates come last:
 * an advert must not be located in the moment it ends, nor with a contra whose rating has just fallen below its
 * hurdle (docs/rules.md §4).
 */
export function sweep(state: State, command: CommandOf<'sweep'>): Decision {
  const { at, sightings } = command
  const events: Event[] = []
  let current = state
  const apply = (more: readonly Event[]): void => {
    if (more.length === 0) return
    if (current === state)
      current = copyForSweep(
        state,
        sightings.map(({ securityId }) => securityId),
        at,
      )
    for (const event of more) events.push(event)
    fold(current, more)
  }
  apply(dayEndEvents(current, at))
  apply(expiries(current, at))
  apply(locateTimeouts(current, sightings, at))
  apply(dueWithdrawals(current, sightings, at))
  for (const sighting of sightings) {
    // Before the cancellations, which read the error that it records.
    const change = marketStatusChange(current, sighting, at)
    if (change) apply([change])
    apply(marketCancellations(current, sighting, at))
    apply(firedTriggerEvents(current, sighting, at))
    apply(crossedLimitEvents(current, sighting, at))
  }
  const released = releases(current, at)
  // Nothing else happened, as in most sweeps: the search needs no copy of everything.
  if (current === state) return happenedInOrder(released, newLocates(withReleased(state, released), command))
  apply(released)
  return happenedInOrder(events, newLocates(current, command))
}

const happenedInOrder = (first: readonly Event[], then: readonly Event[]): Decision => ({
  events: first.length === 0 ? then : [...first, ...then],
})

const nothing: never[] = []

function expiries(state: State, at: number): Event[] {
  if (nextDue(state.index.expiries) > at) return nothing
  // After a changed duration an advert is in the queue twice.
  return [...new Set(dueBy(state.index.expiries, at))]
    .map((id) => state.adverts.get(id))
    .filter((advert): advert is Advert => advert !== undefined && isExpired(advert, at))
    .sort((a, b) => a.sequence - b.sequence)
    .map(({ id }): EventOf<'advertExpired'> => ({ type: 'advertExpired', at, advertId: id }))
}

function locateTimeouts(state: State, sightings: readonly Sighting[], at: number): Event[] {
  const latest = at - state.limits.locateGraceMs
  if (nextDue(state.index.deadlines) > latest) return nothing
  return dueBy(state.index.deadlines, latest)
    .map((id) => state.index.openLocates.get(id))
    .filter((locate) => locate !== undefined)
    .filter((locate) => isPastDeadline(state, locate, at))
    .sort(byDeadline)
    .map((locate) => lapsedLocateEvent(state, locate, isVoidIn(state, locate, sightings, at), at))
}

/** Sent adverts become live once matching is open and they wait for nothing else (docs/rules.md §2, §11, §25). */
function releases(state: State, at: number): EventOf<'advertReleased'>[] {
  const released: Advert[] = []
  for (const [exchange, waiting] of state.index.waiting) {
    if (waiting.size === 0) continue
    const phase = phaseOf(state.calendar, exchange, at)
    if (phase !== 'MATCHING' && phase !== 'AFTER_HOURS') continue
    for (const advert of waiting)
      if (!isExpired(advert, at) && !isAdvertHalted(state, advert)) released.push(advert)
  }
  if (released.length === 0) return nothing
  return released
    .sort((a, b) => a.sequence - b.sequence)
    .map(
      ({ id, priorityTime }): EventOf<'advertReleased'> => ({
        type: 'advertReleased',
        at,
        advertId: id,
        priorityTime,
      }),
    )
}
