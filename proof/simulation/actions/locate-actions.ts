import { directions } from '@aitai/engine/adverts/advert.ts'
import { opposite, sideOf } from '@aitai/engine/locates/locate.ts'
import { performOnDay, type SimulatedDay } from '../simulated-day.ts'
import { sightingFrom } from '../world/prices.ts'

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
  performOnDay(day, {
    type: 'answerLocate',
    traderId,
    locateId: locate.locateId,
    direction: own && chance.happens(0.98) ? own : opposite(side),
    answer: chance.happens(market.friendly ? 0.97 : 0.7) ? 'ACCEPT' : 'DECLINE',
    quote: sightingFrom(prices, locate.securityId).quote,
    agreementId: chance.id(),
    passwords: { BUY: chance.id().slice(0, 8), SELL: chance.id().slice(0, 8) },
  })
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
