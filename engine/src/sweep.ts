import type { Advert } from './adverts/advert.ts'
import { isExpired } from './adverts/expiry.ts'
import { phaseOf } from './calendar/hours.ts'
import type { CommandOf } from './commands.ts'
import type { Event, EventOf } from './events.ts'
import { isPastDeadline, locateFailedEvent } from './locates/locate-answer.ts'
import { isAdvertHalted } from './market/halts.ts'
import { marketCancellations, marketStatusChange } from './market/market-status.ts'
import type { Sighting } from './market/quote.ts'
import { firedTriggerEvents } from './market/trigger-firing.ts'
import { newLocates } from './matching/new-locates.ts'
import { dayEndEvents } from './rating/day-end.ts'
import type { Decision } from './refusals.ts'
import { dueBy, nextDue } from './state/due-queue.ts'
import type { State } from './state/state.ts'

/**
 * Applies the passing of time. The order matters: expire before matching, or an advert could be located in
 * the moment it ends. Every step reads the state at the start of the sweep, so later steps skip adverts that
 * ended in earlier ones.
 */
export function sweep(state: State, ask: CommandOf<'sweep'>): Decision {
  const events: Event[] = []
  const gone = new Set<string>()
  const add = (more: readonly Event[]): void => {
    for (const event of more) {
      const ends = event.type === 'advertExpired' || event.type === 'advertCancelled'
      if ('advertId' in event && gone.has(event.advertId)) continue
      if (ends) gone.add(event.advertId)
      events.push(event)
    }
  }
  add(dayEndEvents(state, ask.at))
  add(expiries(state, ask.at))
  add(locateTimeouts(state, ask.at))
  for (const sighting of ask.sightings) add(marketEvents(state, sighting, ask.at))
  add(releases(state, ask.at))
  add(newLocates(state, ask, gone))
  return { events }
}

/** What a market does: its status changes, it ends adverts, or it fires triggers (docs/rules.md §11, §12). */
function marketEvents(state: State, sighting: Sighting, at: number): Event[] {
  const turn = marketStatusChange(state, sighting, at)
  const deaths = marketCancellations(state, sighting, at)
  const fired = firedTriggerEvents(state, sighting, at)
  return turn || deaths.length > 0 ? [...(turn ? [turn] : []), ...deaths, ...fired] : fired
}

const nothing: Event[] = []

function expiries(state: State, at: number): Event[] {
  if (nextDue(state.index.expiries) > at) return nothing
  // After a changed duration an advert is in the queue twice.
  return [...new Set(dueBy(state.index.expiries, at))]
    .map((id) => state.adverts.get(id))
    .filter((advert): advert is Advert => advert !== undefined && isExpired(advert, at))
    .sort((a, b) => a.sequence - b.sequence)
    .map(({ id }): EventOf<'advertExpired'> => ({ type: 'advertExpired', at, advertId: id }))
}

function locateTimeouts(state: State, at: number): Event[] {
  const latest = at - state.limits.locateGraceMs
  if (nextDue(state.index.deadlines) > latest) return nothing
  return dueBy(state.index.deadlines, latest)
    .map((id) => state.index.openLocates.get(id))
    .filter((locate) => locate !== undefined)
    .filter((locate) => isPastDeadline(state, locate, at))
    .sort((a, b) => a.deadline - b.deadline || (a.locateId < b.locateId ? -1 : 1))
    .map((locate) => locateFailedEvent(state, locate, locate.answers, locate.excused, at))
}

/** Sent adverts become live once matching is open and their trigger has fired (docs/rules.md §2, §11). */
function releases(state: State, at: number): Event[] {
  const released: Advert[] = []
  for (const [exchange, waiting] of state.index.waiting) {
    const phase = phaseOf(state.calendar, exchange, at)
    if (waiting.size === 0 || (phase !== 'MATCHING' && phase !== 'AFTER_HOURS')) continue
    for (const advert of waiting)
      if (!isExpired(advert, at) && !isAdvertHalted(state, advert)) released.push(advert)
  }
  return released
    .sort((a, b) => a.sequence - b.sequence)
    .map(({ id }): EventOf<'advertReleased'> => ({ type: 'advertReleased', at, advertId: id }))
}
