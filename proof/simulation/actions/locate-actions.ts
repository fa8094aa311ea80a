import { type Direction, directions } from '@aitai/engine/model/advert.ts'
import { advertIdOn, type Locate, opposite, sideOf } from '@aitai/engine/model/locate.ts'
import type { Quote } from '@aitai/engine/model/quote.ts'
import { performOnDay, type SimulatedDay } from '../simulated-day.ts'
import { advancePrices, sightingFrom } from '../world/prices.ts'
import { disturbParties, gap } from './external-events.ts'

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
  // An answer must not depend on the quote of another security.
  const quoted = chance.happens(0.06) ? chance.oneOf(market.securityIds) : locate.securityId
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
    run: quote ? sightingFrom(day.prices, quote.securityId).run : [],
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
  const isLastMoment = chance.happens(0.4)
  if (isLastMoment) day.at = Math.max(day.at, locate.deadline + state.limits.locateGraceMs)
  const quote = isQuoted ? sightingFrom(prices, locate.securityId).quote : null
  for (const side of chance.shuffled(directions)) give(day, locate, locate.traderIds[side], side, quote)
  if (isLastMoment) day.at += chance.between(0, 2)
}

/**
 * The price stays beyond a knockout of a located advert until it counts as reached, perhaps after its owner has
 * accepted: the free look of docs/rules.md §8.
 */
export function reachKnockout(day: SimulatedDay): void {
  const { chance, state, prices, market } = day
  const knockoutsOf = (locate: Locate): Direction[] =>
    directions.filter(
      (side) => state.adverts.get(advertIdOn(locate, side))?.terms.knockoutTriggerActivated === true,
    )
  const locates = [...state.index.openLocates.values()].filter((each) => knockoutsOf(each).length > 0)
  if (locates.length === 0) return
  const locate = chance.oneOf(locates)
  const side = chance.oneOf(knockoutsOf(locate))
  if (chance.happens(0.6))
    give(day, locate, locate.traderIds[side], side, sightingFrom(prices, locate.securityId).quote)
  gap(day, locate)
  const walk = prices.walks.get(locate.securityId)
  if (walk) Object.assign(walk, { marketCondition: 'CALM', until: day.at + 30_000, drift: 0 })
  const seconds = chance.between(3, 8)
  for (let second = 0; second < seconds; second += 1) {
    day.at += 1_000
    advancePrices(prices, chance, state, day.at, market.friendly)
  }
}

export function leavePlatform(day: SimulatedDay): void {
  const traderId = day.chance.oneOf(day.market.traderIds)
  performOnDay(day, { type: 'endSession', traderId, reason: day.chance.oneOf(['LOGGED_OUT', 'TIMED_OUT']) })
}

export function changePresence(day: SimulatedDay): void {
  const { chance, market, state } = day
  const absent = market.traderIds.filter((id) => !state.traders.get(id)?.present)
  const traderId = chance.oneOf(absent.length > 0 && chance.happens(0.7) ? absent : market.traderIds)
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
