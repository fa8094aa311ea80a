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
 * The passing of time. In this order: expire before looking for contras, or an advert is located as it ends;
 * settle before releasing, so that each step reads what was there when the sweep began. What ends in a sweep
 * is not touched by its later steps.
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
  add(lapses(state, ask.at))
  for (const sighting of ask.sightings) add(marketEvents(state, sighting, ask.at))
  add(releases(state, ask.at))
  add(newLocates(state, ask, gone))
  return { events }
}

/** What a market does to the adverts in it: it turns, ends them, or fires their triggers (rules 11, 12). */
function marketEvents(state: State, sighting: Sighting, at: number): Event[] {
  const turn = marketStatusChange(state, sighting, at)
  const deaths = marketCancellations(state, sighting, at)
  const fired = firedTriggerEvents(state, sighting, at)
  return turn || deaths.length > 0 ? [...(turn ? [turn] : []), ...deaths, ...fired] : fired
}

const nothing: Event[] = []

function expiries(state: State, at: number): Event[] {
  if (nextDue(state.index.expiries) > at) return nothing
  // One advert may stand in the queue twice, after a changed duration.
  return [...new Set(dueBy(state.index.expiries, at))]
    .map((id) => state.adverts.get(id))
    .filter((advert): advert is Advert => advert !== undefined && isExpired(advert, at))
    .sort((a, b) => a.sequence - b.sequence)
    .map(({ id }): EventOf<'advertExpired'> => ({ type: 'advertExpired', at, advertId: id }))
}

function lapses(state: State, at: number): Event[] {
  const latest = at - state.limits.locateGraceMs
  if (nextDue(state.index.deadlines) > latest) return nothing
  return dueBy(state.index.deadlines, latest)
    .map((id) => state.index.openLocates.get(id))
    .filter((locate) => locate !== undefined)
    .filter((locate) => isPastDeadline(state, locate, at))
    .sort((a, b) => a.deadline - b.deadline || (a.locateId < b.locateId ? -1 : 1))
    .map((locate) => locateFailedEvent(state, locate, locate.answers, locate.excused, at))
}

/** What was sent becomes live once matching is open for it and its trigger has fired (rules 2, 11). */
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
