import type { Advert } from './adverts/advert.ts'
import { isTerminal } from './adverts/advert.ts'
import { tradingDay } from './calendar/hours.ts'
import type { EventOf } from './events.ts'
import type { State } from './state/state.ts'

/** A new trading day: old drafts and what ended are dropped, failures are forgotten (rules 2, 8). */
export function evolveTradingDayEnded(
  state: State,
  { day, at, tradingDays }: EventOf<'tradingDayEnded'>,
): void {
  state.day = day
  for (const trader of state.traders.values()) trader.quietDays += tradingDays
  for (const advert of [...state.adverts.values()]) {
    // A draft of the new day may be older than the sweep that ends the old one.
    const isOldDraft = advert.advertisementStatus === 'UNSENT' && tradingDay(advert.draftedAt) < day
    if (isTerminal(advert) || isOldDraft) drop(state, advert)
  }
  for (const locate of [...state.locates.values()]) if (locate.outcome) state.locates.delete(locate.locateId)
  // A failure of the new day may be older than the sweep that ends the old one: it still counts.
  for (const [pair, cooldown] of [...state.cooldowns])
    if (cooldown.until <= at && cooldown.day < day) state.cooldowns.delete(pair)
  for (const [place, last] of [...state.lastLocates]) {
    if (at - last.at >= state.limits.directionFlipMs) state.lastLocates.delete(place)
  }
}

function drop(state: State, advert: Advert): void {
  state.adverts.delete(advert.id)
  state.traders.get(advert.traderId)?.advertIds.delete(advert.id)
  const own = state.index.openAdverts.get(advert.firmId)
  if (own?.get(advert.securityId) === advert) own.delete(advert.securityId)
}
