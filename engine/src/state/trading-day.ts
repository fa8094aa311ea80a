import { isTerminal } from '../adverts/advert.ts'
import { tradingDay } from '../calendar/calendar.ts'
import type { EventOf } from '../events.ts'
import { removeAdvert } from './advert-changes.ts'
import type { State } from './state.ts'

/** Begins a trading day: removes old drafts and whatever has ended, and forgets the failures of pairs. */
export function beginTradingDay(state: State, { day, at, tradingDays }: EventOf<'tradingDayEnded'>): void {
  state.day = day
  for (const trader of state.traders.values()) trader.quietDays += tradingDays
  for (const advert of [...state.adverts.values()]) {
    // A draft of the new day may be older than the sweep that ends the previous day.
    const isOldDraft = advert.advertisementStatus === 'UNSENT' && tradingDay(advert.draftedAt) < day
    if (isTerminal(advert) || isOldDraft) removeAdvert(state, advert)
  }
  for (const locate of [...state.locates.values()]) if (locate.outcome) state.locates.delete(locate.locateId)
  // A failure of the new day may be older than the sweep that ends the previous day. It still counts.
  for (const [pair, cooldown] of [...state.cooldowns])
    if (cooldown.until <= at && cooldown.day < day) state.cooldowns.delete(pair)
  for (const [key, last] of [...state.lastLocates])
    if (at - last.at >= state.limits.directionFlipMs) state.lastLocates.delete(key)
}
