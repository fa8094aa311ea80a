import { tradingDay } from '@aitai/engine/calendar/calendar.ts'
import type { CommandOf } from '@aitai/engine/commands.ts'
import type { Event } from '@aitai/engine/events.ts'
import { nextMarketTime } from '@aitai/engine/market/market-status.ts'
import { meetingPrice } from '@aitai/engine/market/meeting-price.ts'
import type { Sighting } from '@aitai/engine/market/quote.ts'
import { affectedMarket } from '@aitai/engine/matching/affected-market.ts'
import {
  isMarketWatched,
  marketHasEffect,
  securitiesToMatch,
  watchedSecurities,
} from '@aitai/engine/matching/candidates.ts'
import { addDue, dropDue, emptyDueQueue, nextDue } from '@aitai/engine/state/due-queue.ts'
import type { State } from '@aitai/engine/state/state.ts'
import type { Quotes } from '../quotes/quotes.ts'
import { randomSeed } from '../random.ts'

/** What a sweep reads of the quotes. */
export type SweptQuotes = Pick<Quotes, 'sightingOf' | 'changesSince'>

/**
 * Prepares the sweeps of one state. Each has every security in which something would happen now, as if all watched
 * markets had been looked at. Only those are looked at whose quote or state has changed, or in which time may do
 * something; the others would have no effect. A look that came earlier or later because somebody had changed
 * something would tell the traders of that security.
 */
export interface Sweeper {
  /** The sweep command for a time: the securities in which something may happen now, with their quotes. */
  nextSweep(state: State, at: number): CommandOf<'sweep'>
  /** The state has changed by events, which have been applied to it. */
  note(state: State, events: readonly Event[]): void
  /** The next sweep is of another state. */
  reset(): void
}

/**
 * Delays the sweep of a changed security by `delay()` milliseconds, so that the time of a locate does not
 * reveal who came last. What falls due by the clock is never delayed.
 */
export function createSweeper(quotes: SweptQuotes, delay: () => number): Sweeper {
  /** When each changed security is due, in milliseconds UTC. */
  let dueTimes = new Map<string, number>()
  /** The securities that may hold a match. Null if they have to be looked for. */
  let changedIds: readonly string[] | null = null
  /** Those of them whose market was closed to matching when they were looked at last. */
  const closed = new Set<string>()
  /** The securities whose market has to be looked at. Null for all. */
  let unseen: Set<string> | null = null
  let quotePosition = 0
  /** When to look at a market again though nothing has changed. `lookTimes` has the earliest time of each. */
  let looks = emptyDueQueue()
  let lookTimes = new Map<string, number>()

  /** The securities in which contras are to be looked for now. */
  function takeDue(state: State, at: number): string[] {
    // By time alone, a security may only hold a match again after a cooldown and on a new day.
    if (nextDue(state.index.cooldownEnds) <= at || tradingDay(at) > state.day) changedIds = null
    changedIds ??= securitiesToMatch(state, at)
    const next = new Map<string, number>()
    for (const id of changedIds) if (!closed.has(id)) next.set(id, dueTimes.get(id) ?? at + delay())
    const due = [...next].filter(([, time]) => time <= at).map(([id]) => id)
    for (const id of due) next.delete(id)
    dueTimes = next
    // The sweep takes the candidates of the due securities away.
    if (due.length > 0) changedIds = null
    return due
  }

  /** The watched securities in whose market something may have changed since the last sweep. */
  function takeUnseen(state: State, at: number): Iterable<string> {
    const { securityIds, position } = quotes.changesSince(quotePosition)
    quotePosition = position
    dropDue(looks, at, (id) => {
      lookTimes.delete(id)
      unseen?.add(id)
      return false
    })
    const before = unseen
    unseen = new Set()
    if (before === null || securityIds === null) return watchedSecurities(state)
    for (const id of securityIds) before.add(id)
    return before
  }

  function planLook(state: State, sighting: Sighting, at: number): void {
    const { securityId } = sighting
    const time = nextMarketTime(state, sighting, at)
    if ((lookTimes.get(securityId) ?? Number.POSITIVE_INFINITY) <= time) return
    lookTimes.set(securityId, time)
    addDue(looks, time, securityId)
  }

  return {
    nextSweep(state, at) {
      const found = new Map<string, Sighting>()
      const seen = new Map<string, Sighting>()
      for (const id of takeUnseen(state, at)) {
        closed.delete(id)
        if (!isMarketWatched(state, id)) continue
        const sighting = quotes.sightingOf(id)
        seen.set(id, sighting)
        planLook(state, sighting, at)
        // What a look makes live is matched after a delay of its own, like everything else.
        if (marketHasEffect(state, sighting, at)) found.set(id, { ...sighting, waits: true })
      }
      for (const id of takeDue(state, at)) {
        const sighting = seen.get(id) ?? quotes.sightingOf(id)
        if (meetingPrice(state, sighting.quote, at) === null) closed.add(id)
        else found.set(id, sighting)
      }
      for (const id of found.keys()) unseen?.add(id)
      const sightings = [...found].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, sighting]) => sighting)
      return { type: 'sweep', at, seed: randomSeed(), sightings }
    },
    note(state, events) {
      if (events.length > 0) changedIds = null
      for (const event of events) {
        const affected = affectedMarket(state, event)
        if (affected === 'ALL') unseen = null
        else if (affected !== null) unseen?.add(affected)
      }
    },
    reset() {
      dueTimes = new Map()
      changedIds = null
      closed.clear()
      unseen = null
      looks = emptyDueQueue()
      lookTimes = new Map()
    },
  }
}
