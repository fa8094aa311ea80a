import { type Direction, directions } from '@aitai/engine/adverts/advert.ts'
import { type Locate, opposite, sideOf } from '@aitai/engine/locates/locate.ts'
import type { Quote } from '@aitai/engine/market/quote.ts'
import { performOnDay, type SimulatedDay } from '../simulated-day.ts'
import { sightingFrom } from '../world/prices.ts'
import { disturbParties } from './external-events.ts'

/** Answers to locates, and presence of traders. */
export function answerLocate(day: SimulatedDay): void {
  const { chance, state, market, prices } = day
  if (market.careless && chance.happens(0.85)) return
  const tooLate = chance.happens(0.05)
  const locates = [...state.locates.values()].filter((locate) => tooLate || !locate.outcome)
  if (locates.length === 0) return
  const locate = chance.oneOf(locates)
  const unanswered = directions.filter((side) => locate.answers[side] === null)
  const side = chance.oneOf(chance.happens(0.7) && unanswered.length > 0 ? unanswered : directions)
  const traderId = chance.happens(0.97) ? locate.traderIds[side] : chance.oneOf(market.traderIds)
  const own = sideOf(locate, traderId)
  const direction = own && chance.happens(0.98) ? own : opposite(side)
  // The quote of another security must not judge an answer.
  const quoted = chance.happens(0.03) ? chance.oneOf(market.securityIds) : locate.securityId
  give(day, locate, traderId, direction, sightingFrom(prices, quoted).quote)
}

function give(
  day: SimulatedDay,
  { locateId }: Locate,
  traderId: string,
  direction: Direction,
  quote: Quote | null,
): void {
  const { chance, market } = day
  performOnDay(day, {
    type: 'answerLocate',
    traderId,
    locateId,
    direction,
    answer: chance.happens(market.friendly ? 0.97 : 0.7) ? 'ACCEPT' : 'DECLINE',
    quote,
    agreementId: chance.id(),
    passwords: { BUY: chance.id().slice(0, 8), SELL: chance.id().slice(0, 8) },
  })
}

/**
 * Both sides answer while the locate may not go on, sometimes in the last moment: without a quote, or after
 * something happened to the two institutions or to their broker.
 */
export function answerInTrouble(day: SimulatedDay): void {
  const { chance, state, prices } = day
  const locates = [...state.index.openLocates.values()]
  if (locates.length === 0) return
  const locate = chance.oneOf(locates)
  const isQuoted = chance.happens(0.5)
  if (isQuoted) disturbParties(day, locate)
  if (chance.happens(0.3)) day.at = Math.max(day.at, locate.deadline + state.limits.locateGraceMs)
  const quote = isQuoted ? sightingFrom(prices, locate.securityId).quote : null
  for (const side of chance.shuffled(directions)) give(day, locate, locate.traderIds[side], side, quote)
}

export function leavePlatform(day: SimulatedDay): void {
  const traderId = day.chance.oneOf(day.market.traderIds)
  performOnDay(day, { type: 'endSession', traderId, reason: day.chance.oneOf(['LOGGED_OUT', 'TIMED_OUT']) })
}

export function changePresence(day: SimulatedDay): void {
  const traderId = day.chance.oneOf(day.market.traderIds)
  performOnDay(day, { type: 'setPresence', traderId, present: day.chance.happens(0.9) })
}

export function connectBroker(day: SimulatedDay): void {
  const { chance, state, market } = day
  const agreements = [...state.agreements.values()]
  if (agreements.length === 0) return
  const { agreementId, traderIds } = chance.oneOf(agreements)
  const traderId = chance.oneOf([traderIds.BUY, traderIds.SELL, chance.oneOf(market.traderIds)])
  performOnDay(day, { type: 'connectBroker', traderId, agreementId })
}
