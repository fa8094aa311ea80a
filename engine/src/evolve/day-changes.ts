import { tradingDay } from '../calendar/trading-days.ts'
import { isTerminal } from '../model/advert.ts'
import type { EventOf } from '../model/events.ts'
import { hasNoFailures, type State } from '../model/state.ts'
import { addAllCandidates } from '../model/state-index.ts'
import { removeAdvert } from './advert-changes.ts'
import { dropFailuresBefore } from './failures.ts'
import { dropHandoversBefore } from './handover-changes.ts'

/**
 * Begins a trading day: removes old drafts and whatever has ended, and forgets failures. What was sent after
 * midnight belongs to the new day, even if it has ended before the sweep that begins it (docs/rules.md §2).
 */
export function beginTradingDay(state: State, { day, at }: EventOf<'tradingDayEnded'>): void {
  state.day = day
  for (const advert of [...state.adverts.values()]) {
    const isOver = isTerminal(advert) || advert.advertisementStatus === 'UNSENT'
    if (isOver && tradingDay(advert.submitTime ?? advert.draftedAt) < day) removeAdvert(state, advert)
  }
  for (const locate of [...state.locates.values()]) if (locate.outcome) state.locates.delete(locate.locateId)
  // A failure of the new day may be older than the sweep that ends the previous day. It still counts.
  for (const [pair, cooldown] of [...state.cooldowns])
    if (cooldown.until <= at && cooldown.day < day) state.cooldowns.delete(pair)
  if (!hasNoFailures(state.failures) || state.index.openHandovers.size > 0) {
    dropFailuresBefore(state.failures, day)
    dropHandoversBefore(state, day)
    // Whoever had used up a budget or was at a limit can be located again.
    addAllCandidates(state.index)
  }
  for (const [key, rest] of [...state.rests]) if (rest.until <= at && rest.day < day) state.rests.delete(key)
  for (const [key, last] of [...state.lastOffers]) if (last.day < day) state.lastOffers.delete(key)
  for (const [key, last] of [...state.lastLocates])
    if (at - last.at >= state.limits.directionFlipMs) state.lastLocates.delete(key)
}
