import { type Direction, directions } from '@aitai/engine/model/advert.ts'
import { advertIdOn, type Locate, opposite, sideOf } from '@aitai/engine/model/locate.ts'
import { performOnDay, type SimulatedDay } from '../simulated-day.ts'
import { type AnswerMarket, advancePrices, answerMarketFrom } from '../world/prices.ts'
import { disturbParties, gap } from './external-events.ts'
import { sweepUntilIdle } from './sweeps.ts'

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
  give(day, locate, traderId, direction, answerMarketFrom(prices, quoted))
}

function give(
  day: SimulatedDay,
  { locateId }: Locate,
  traderId: string,
  direction: Direction,
  judgedBy: AnswerMarket,
): void {
  const { chance, market } = day
  performOnDay(day, {
    type: 'answerLocate',
    traderId,
    locateId,
    direction,
    answer: chance.happens(market.friendly ? 0.99 : 0.7) ? 'ACCEPT' : 'DECLINE',
    ...judgedBy,
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
  const isQuoted = chance.happens(0.8)
  if (isQuoted) disturbParties(day, locate)
  const isLastMoment = chance.happens(0.4)
  if (isLastMoment) day.at = Math.max(day.at, locate.deadline + state.limits.locateGraceMs)
  const judgedBy = isQuoted ? answerMarketFrom(prices, locate.securityId) : { quote: null, run: [] }
  for (const side of chance.shuffled(directions)) give(day, locate, locate.traderIds[side], side, judgedBy)
  if (isLastMoment) day.at += chance.between(0, 2)
}

/**
 * The price stays beyond a knockout of a located advert until it counts as reached, perhaps after its owner has
 * accepted: the free look of docs/rules.md §8.
 */
export function reachKnockout(day: SimulatedDay): void {
  const found = drawKnockout(day)
  if (!found) return
  if (day.chance.happens(0.6)) answerAs(day, found.locate, found.side)
  moveBeyond(day, found.locate)
}

/** Answers arrive between the quotes that reach a knockout and the next sweep, before which the price may come back. */
export function answerAtKnockout(day: SimulatedDay): void {
  const { chance, prices } = day
  const found = drawKnockout(day)
  if (!found) return
  const { locate, side } = found
  if (chance.happens(0.5)) answerAs(day, locate, opposite(side))
  moveBeyond(day, locate)
  for (const each of chance.someOf(chance.shuffled(directions), 1)) answerAs(day, locate, each)
  const walk = prices.walks.get(locate.securityId)
  if (!walk || chance.happens(0.15)) return
  walk.mid = locate.midPrice
  passSeconds(day, chance.between(1, 3))
  sweepUntilIdle(day, false)
}

function drawKnockout({ chance, state }: SimulatedDay): { locate: Locate; side: Direction } | null {
  const knockoutsOf = (locate: Locate): Direction[] =>
    directions.filter(
      (side) => state.adverts.get(advertIdOn(locate, side))?.terms.knockoutTriggerActivated === true,
    )
  const locates = [...state.index.openLocates.values()].filter((each) => knockoutsOf(each).length > 0)
  if (locates.length === 0) return null
  const locate = chance.oneOf(locates)
  return { locate, side: chance.oneOf(knockoutsOf(locate)) }
}

function moveBeyond(day: SimulatedDay, locate: Locate): void {
  const { chance, prices } = day
  gap(day, locate)
  const walk = prices.walks.get(locate.securityId)
  if (walk) Object.assign(walk, { marketCondition: 'CALM', until: day.at + 30_000, drift: 0 })
  passSeconds(day, chance.between(3, 8))
}

function passSeconds(day: SimulatedDay, seconds: number): void {
  const { chance, state, prices, market } = day
  for (let second = 0; second < seconds; second += 1) {
    day.at += 1_000
    advancePrices(prices, chance, state, day.at, market.friendly)
  }
}

const answerAs = (day: SimulatedDay, locate: Locate, side: Direction): void =>
  give(day, locate, locate.traderIds[side], side, answerMarketFrom(day.prices, locate.securityId))

/**
 * The market of a located security stops being fresh, for a part of the window or until it is over, and answers may
 * arrive meanwhile: the free look of a trader whose own order makes the market (docs/rules.md §8).
 */
export function disturbMarket(day: SimulatedDay): void {
  const { chance, state, prices } = day
  const locates = [...state.index.openLocates.values()]
  if (locates.length === 0) return
  const locate = chance.oneOf(locates)
  const walk = prices.walks.get(locate.securityId)
  if (!walk) return
  const lastAnswer = locate.deadline + state.limits.locateGraceMs
  const until = chance.oneOf([day.at + chance.between(2, 14) * 1_000, lastAnswer, lastAnswer + 20_000])
  const marketCondition = chance.oneOf(['SILENT', 'WIDE', 'ONE_SIDED', 'WORTHLESS', 'FLICKERING'] as const)
  Object.assign(walk, { marketCondition, until })
  passSeconds(day, chance.between(1, 12))
  if (chance.happens(0.5)) sweepUntilIdle(day, false)
  if (chance.happens(0.4))
    for (const side of chance.someOf(chance.shuffled(directions), 1)) answerAs(day, locate, side)
  if (chance.happens(0.4) && day.at <= lastAnswer)
    passSeconds(day, Math.ceil((lastAnswer + 1 - day.at) / 1_000))
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
