import { minuteMs } from '@aitai/engine/calendar/trading-days.ts'
import { type Advert, type AdvertTerms, directions, optionalTermsOff } from '@aitai/engine/model/advert.ts'
import { opposite } from '@aitai/engine/model/locate.ts'
import { yen } from '@aitai/engine/model/price.ts'
import { either } from '../../../engine/test/random-terms.ts'
import {
  changeExecution,
  reportExecution,
  reportNotExecuted,
  withdrawNotExecuted,
} from '../actions/execution-reports.ts'
import { disturbLocate } from '../actions/external-events.ts'
import { answerAtKnockout, answerInTrouble, disturbMarket, reachKnockout } from '../actions/locate-actions.ts'
import { changeReference, confirmExecution } from '../actions/operator-actions.ts'
import { sweepUntilIdle } from '../actions/sweeps.ts'
import { nextHourBoundary } from '../actions/time-passing.ts'
import { phaseAt } from '../oracle/trading-hours.ts'
import { performOnDay, type SimulatedDay } from '../simulated-day.ts'
import { advancePrices, answerMarketFrom } from '../world/prices.ts'
import { drawHistoryTerms } from './history-market.ts'

/** The actions of a short history, most of them at the same few times. */
type Action = (day: SimulatedDay) => void

const weightedActions: readonly (readonly [weight: number, action: Action])[] = [
  [40, post],
  [1, postByAll],
  [6, modify],
  [3, pause],
  [18, resume],
  [3, cancel],
  [40, answer],
  [2.5, agreeRepeatedly],
  [10, reportNotExecuted],
  [3, withdrawNotExecuted],
  [4, changeRandomPresence],
  [2, answerInTrouble],
  [3, disturbLocate],
  [2, reachKnockout],
  [4, answerAtKnockout],
  [4, disturbMarket],
  [4, raiseOrFlip],
  [1.5, approachEndOfMatching],
  [1, tradeInBreak],
  [4, confirmExecution],
  [2, reportExecution],
  [1, changeExecution],
  [0.5, changeReference],
]

/** One action of somebody, often a sweep, and the time after it. */
export function performHistoryAction(day: SimulatedDay, seesAll: boolean): void {
  const { chance } = day
  chance.weighted(weightedActions)(day)
  if (chance.happens(0.35)) sweepUntilIdle(day, seesAll)
  day.at = Math.max(day.at, nextMoment(day))
  advancePrices(day.prices, chance, day.state, day.at, true)
}

/** Mostly no time or whole seconds, so that times coincide; sometimes until something is due. */
function nextMoment(day: SimulatedDay): number {
  const { chance, at, state, memory, market } = day
  const { freshMarketMs } = state.limits
  const deadlines = [...state.index.openLocates.values()].map(
    ({ deadline }) => deadline + state.limits.locateGraceMs + chance.oneOf([0, 1]),
  )
  const rests = [...memory.raises.rests.values()].map(({ until }) => until)
  const fresh = market.securityIds.map((id) => Number(memory.quoteHistoryOf(id).freshSince) + freshMarketMs)
  const due = [...deadlines, ...memory.cooldowns.values(), ...rests, ...fresh].filter(
    (time) => time > at && time < at + 20 * minuteMs,
  )
  return chance.weighted([
    [60, at],
    [24, at + 1_000],
    [8, at + 5_000],
    [4, due.length > 0 ? chance.oneOf(due) : at],
    [0.7, at + chance.between(5, 60) * minuteMs],
    [0.3, at + chance.between(6, 30) * 60 * minuteMs],
  ])
}

const ownAdverts = ({ state }: SimulatedDay, holds: (advert: Advert) => boolean): Advert[] =>
  [...state.adverts.values()].filter(holds)

function termsFor({ chance, state, prices }: SimulatedDay, firmId: string, securityId: string) {
  const security = state.securities.get(securityId)
  if (!security) throw new Error(`there is no security ${securityId}`)
  const mid = prices.walks.get(securityId)?.mid ?? security.closePrice
  return drawHistoryTerms(chance, security, state.firms.get(firmId)?.brokerIds ?? [], mid)
}

const priceOf = ({ state }: SimulatedDay, securityId: string): number =>
  state.securities.get(securityId)?.closePrice ?? 0

/** Sends an advert where the institution has none. */
function post(day: SimulatedDay): void {
  const { chance, market, state } = day
  const traderId = chance.oneOf(market.traderIds)
  const firmId = state.traders.get(traderId)?.firmId ?? ''
  const free = market.securityIds.filter((id) => !state.index.openAdverts.get(firmId)?.has(id))
  if (free.length === 0) return resume(day)
  const securityId = chance.oneOf(free)
  send(day, traderId, securityId, termsFor(day, firmId, securityId))
}

/** Sends a draft, or a dead advert again if the trader has one in the security. */
function send(day: SimulatedDay, traderId: string, securityId: string, terms: AdvertTerms): void {
  const dead = ownAdverts(day, (each) => each.traderId === traderId && each.securityId === securityId).find(
    ({ advertisementStatus }) => advertisementStatus === 'DEAD',
  )
  const { chance } = day
  const advertId = dead?.id ?? chance.id()
  if (!dead) {
    const offsets = { advertising: 0, knockout: 500 }
    performOnDay(day, { type: 'createAdvert', traderId, advertId, securityId, terms, offsets })
  }
  const price = priceOf(day, securityId)
  performOnDay(day, {
    type: 'submitAdvert',
    arrivalMid: null,
    usdJpy: 150 * yen,
    traderId,
    advertId,
    freshId: chance.id(),
    terms,
    price,
  })
}

/** Every institution without one sends an advert of the same size in the same moment: only the sequence ranks. */
function postByAll(day: SimulatedDay): void {
  const { chance, market, state } = day
  const securityId = chance.oneOf(market.securityIds)
  for (const firmId of chance.shuffled(market.firmIds)) {
    if (state.index.openAdverts.get(firmId)?.has(securityId)) continue
    const [trader] = [...state.traders.values()].filter((each) => each.firmId === firmId)
    if (!trader) continue
    const drawn = termsFor(day, firmId, securityId)
    const terms = { ...drawn, ...optionalTermsOff, shareQuantity: 6_000, minimumQuantity: 10 }
    send(day, trader.traderId, securityId, terms)
  }
}

/** Two traders agree again and again, until the rating no longer counts the first accept (docs/rules.md §14). */
function agreeRepeatedly(day: SimulatedDay): void {
  const { chance, market, state, prices } = day
  const securityId = chance.oneOf(market.securityIds)
  const isFree = (id: string): boolean =>
    !state.index.openAdverts.get(state.traders.get(id)?.firmId ?? '')?.has(securityId)
  const [buyer, seller] = chance.shuffled(market.traderIds.filter(isFree))
  if (!buyer || !seller || state.traders.get(buyer)?.firmId === state.traders.get(seller)?.firmId) return
  const sides = { BUY: buyer, SELL: seller }
  const isConfirmed = chance.happens(0.8)
  for (let times = 0; times < 5; times += 1) {
    for (const direction of directions) {
      const drawn = termsFor(day, state.traders.get(sides[direction])?.firmId ?? '', securityId)
      // Of one size: a raise would rest (docs/rules.md §21).
      const always = {
        shareQuantity: 6_000,
        minimumQuantity: 10,
        credibilityHurdle: 10,
        brokerIds: market.brokerIds,
        ...optionalTermsOff,
      }
      send(day, sides[direction], securityId, { ...drawn, ...either, ...always, direction })
    }
    sweepUntilIdle(day, false)
    for (const { locateId, traderIds } of [...state.index.openLocates.values()])
      for (const direction of directions)
        if (traderIds[direction] === sides[direction])
          performOnDay(day, {
            type: 'answerLocate',
            traderId: sides[direction],
            locateId,
            direction,
            answer: 'ACCEPT',
            ...answerMarketFrom(prices, securityId),
            agreementId: chance.id(),
            passwords: { BUY: chance.id().slice(0, 8), SELL: chance.id().slice(0, 8) },
          })
    if (isConfirmed) confirmAll(day)
    // Longer than the rest after a failure (docs/rules.md §3, E11).
    day.at += 6_000
    advancePrices(prices, chance, state, day.at, true)
  }
  reportNotExecuted(day)
}

/** The brokers confirm what is agreed, so that no trader has too many open handovers (docs/rules.md §21). */
function confirmAll(day: SimulatedDay): void {
  for (const { agreementId, brokerId, received } of [...day.state.agreements.values()])
    for (const side of directions.filter((each) => !received[each])) {
      const by = { agreementId, brokerId, brokerUserId: 'broker-user' }
      performOnDay(day, { type: 'confirmExecution', side, ...by })
    }
}

function modify(day: SimulatedDay): void {
  const { chance } = day
  const open = ownAdverts(day, (each) => ['SENT', 'LIVE', 'PAUSED'].includes(each.advertisementStatus))
  if (open.length === 0) return
  const { id: advertId, traderId, firmId, securityId, terms: was } = chance.oneOf(open)
  const drawn = termsFor(day, firmId, securityId)
  const terms = chance.weighted([
    [3, drawn],
    [2, { ...was, shareQuantity: drawn.shareQuantity }],
    [1, { ...was, quantityDecay: !was.quantityDecay }],
    [1, { ...was, duration: drawn.duration }],
    [1, { ...was, credibilityHurdle: drawn.credibilityHurdle, brokerIds: drawn.brokerIds }],
  ])
  performOnDay(day, { type: 'modifyAdvert', traderId, advertId, terms, price: priceOf(day, securityId) })
}

/** Raises an open advert by a lot or doubles it, or turns its side: as a modify, or as a new advert after a cancel. */
function raiseOrFlip(day: SimulatedDay): void {
  const { chance } = day
  const open = ownAdverts(day, (each) => ['SENT', 'LIVE', 'PAUSED'].includes(each.advertisementStatus))
  if (open.length === 0) return
  const { id: advertId, traderId, securityId, terms: was } = chance.oneOf(open)
  const { shareQuantity } = was
  const terms = chance.oneOf<AdvertTerms>([
    { ...was, shareQuantity: shareQuantity + 100 },
    { ...was, shareQuantity: 2 * shareQuantity },
    { ...was, ...optionalTermsOff, direction: opposite(was.direction) },
    { ...was, shareQuantity: Math.max(6_000, shareQuantity - 100) },
  ])
  const price = priceOf(day, securityId)
  if (chance.happens(0.6)) {
    performOnDay(day, { type: 'modifyAdvert', traderId, advertId, terms, price })
    return
  }
  performOnDay(day, { type: 'cancelAdvert', traderId, advertId })
  send(day, traderId, securityId, terms)
}

/** Two traders send adverts that suit each other, about as long before matching ends as a locate takes. */
function approachEndOfMatching(day: SimulatedDay): void {
  const { chance, state } = day
  const { locateWindowMs, locateGraceMs } = state.limits
  const edge = nextHourBoundary(state.calendar, day.at)
  const before = chance.oneOf([
    locateWindowMs + locateGraceMs + chance.between(-1, 1),
    chance.between(1, 40) * 1_000,
  ])
  if (edge - before <= day.at || edge > day.at + 12 * 60 * minuteMs) return
  day.at = Math.max(day.at, edge - before - 20_000)
  for (; day.at < edge - before; day.at = Math.min(day.at + 4_000, edge - before))
    advancePrices(day.prices, chance, state, day.at, true)
  advancePrices(day.prices, chance, state, day.at, true)
  postByAll(day)
  sweepUntilIdle(day, false)
}

const isLive = ({ advertisementStatus }: Advert): boolean => advertisementStatus === 'LIVE'

/** What traders do in the next break of matching, and the first seconds after it. */
function tradeInBreak(day: SimulatedDay): void {
  const { chance, state, at } = day
  const ends = [nextHourBoundary(state.calendar, at)]
  for (let i = 0; i < 3; i += 1) ends.push(nextHourBoundary(state.calendar, ends.at(-1) ?? at))
  const [exchange] = [...state.securities.values()].map((security) => security.exchange)
  const isPaused = (time: number): boolean =>
    exchange !== undefined && phaseAt(state.calendar, exchange, time) === 'PAUSED'
  const begin = ends.find((time) => time > at && isPaused(time + minuteMs) && time < at + 6 * 60 * minuteMs)
  if (begin === undefined) return
  day.at = begin + chance.between(1, 60) * 1_000
  for (const { id: advertId, traderId, securityId, advertTriggerSatisfied } of ownAdverts(day, isLive)) {
    if (!advertTriggerSatisfied && chance.happens(0.7)) continue
    performOnDay(day, { type: 'pauseAdvert', traderId, advertId })
    day.at += chance.oneOf([0, 0, 1_000])
    performOnDay(day, { type: 'resumeAdvert', traderId, advertId, price: priceOf(day, securityId) })
    if (chance.happens(0.5)) post(day)
  }
  post(day)
  sweepUntilIdle(day, false)
  const opens = nextHourBoundary(state.calendar, day.at)
  for (day.at = opens; day.at < opens + 12_000; day.at += 3_000)
    advancePrices(day.prices, chance, state, day.at, true)
  sweepUntilIdle(day, false)
}

const onAdvert =
  (type: 'pauseAdvert' | 'cancelAdvert' | 'resumeAdvert', statuses: readonly string[]): Action =>
  (day) => {
    const some = ownAdverts(day, (each) => statuses.includes(each.advertisementStatus))
    if (some.length === 0) return
    const { id: advertId, traderId, securityId } = day.chance.oneOf(some)
    performOnDay(day, { type, traderId, advertId, price: priceOf(day, securityId) })
  }
function pause(day: SimulatedDay): void {
  onAdvert('pauseAdvert', ['SENT', 'LIVE'])(day)
}
function cancel(day: SimulatedDay): void {
  onAdvert('cancelAdvert', ['SENT', 'LIVE', 'PAUSED'])(day)
}
function resume(day: SimulatedDay): void {
  onAdvert('resumeAdvert', ['PAUSED'])(day)
}

function answer(day: SimulatedDay): void {
  const { chance, state, prices } = day
  const open = [...state.index.openLocates.values()].filter(
    ({ answers }) => answers.BUY === null || answers.SELL === null,
  )
  if (open.length === 0) return post(day)
  const locate = chance.oneOf(open)
  const direction = chance.oneOf(directions.filter((side) => locate.answers[side] === null))
  performOnDay(day, {
    type: 'answerLocate',
    traderId: locate.traderIds[direction],
    locateId: locate.locateId,
    direction,
    answer: chance.happens(0.4) ? 'ACCEPT' : 'DECLINE',
    ...answerMarketFrom(prices, locate.securityId),
    agreementId: chance.id(),
    passwords: { BUY: chance.id().slice(0, 8), SELL: chance.id().slice(0, 8) },
  })
}

function changeRandomPresence(day: SimulatedDay): void {
  const { chance, market } = day
  const traderId = chance.oneOf(market.traderIds)
  performOnDay(day, { type: 'setPresence', traderId, present: chance.happens(0.9) })
}
