import { nextMarketTime } from '@aitai/engine/market/market-status.ts'
import { addDue, dropDue, emptyDueQueue } from '@aitai/engine/model/due-queue.ts'
import type { Event } from '@aitai/engine/model/events.ts'
import type { Sighting } from '@aitai/engine/model/quote.ts'
import type { State } from '@aitai/engine/model/state.ts'
import { affectedMarket } from '@aitai/engine/sweep/affected-market.ts'
import { watchedSecurities } from '@aitai/engine/sweep/market-effects.ts'
import type { Quotes } from '../../quotes/quotes.ts'

/**
 * The securities in whose market the next sweep may have an effect: those whose quote or state has changed, and those
 * in which time may do something. The others need no check.
 */
interface MarketsToCheck {
  /** Takes the securities to check now. */
  take(state: State, at: number): Iterable<string>
  /** Plans the next check of a market that has just been checked, for when nothing but the time changes. */
  planNext(state: State, sighting: Sighting, at: number): void
  /** The next sweep checks the market again, because this one changes it. */
  addNext(securityId: string): void
  /** The state has changed by events, which have been applied to it. */
  note(state: State, events: readonly Event[]): void
  /** The next sweep is of another state. */
  reset(): void
}

export function createMarketsToCheck(quotes: Pick<Quotes, 'changesSince'>): MarketsToCheck {
  /** The securities to check with the next sweep. Null for all. */
  let nextIds: Set<string> | null = null
  let quotePosition = 0
  /** When to check a market again though nothing has changed. `plannedTimes` has the earliest time of each. */
  let planned = emptyDueQueue()
  let plannedTimes = new Map<string, number>()

  return {
    take(state, at) {
      const { securityIds, position } = quotes.changesSince(quotePosition)
      quotePosition = position
      dropDue(planned, at, (id) => {
        plannedTimes.delete(id)
        nextIds?.add(id)
        return false
      })
      const ids = nextIds
      nextIds = new Set()
      if (ids === null || securityIds === null) return watchedSecurities(state)
      for (const id of securityIds) ids.add(id)
      return ids
    },
    planNext(state, sighting, at) {
      const { securityId } = sighting
      const time = nextMarketTime(state, sighting, at)
      if ((plannedTimes.get(securityId) ?? Number.POSITIVE_INFINITY) <= time) return
      plannedTimes.set(securityId, time)
      addDue(planned, time, securityId)
    },
    addNext(securityId) {
      nextIds?.add(securityId)
    },
    note(state, events) {
      for (const event of events) {
        const affected = affectedMarket(state, event)
        if (affected === 'ALL') nextIds = null
        else if (affected !== null) nextIds?.add(affected)
      }
    },
    reset() {
      nextIds = null
      planned = emptyDueQueue()
      plannedTimes = new Map()
    },
  }
}
