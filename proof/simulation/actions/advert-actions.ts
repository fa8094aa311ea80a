import { ownExpiryAt } from '@aitai/engine/adverts/duration/duration.ts'
import { startOfTradingDay, tradingDay } from '@aitai/engine/calendar/trading-days.ts'
import { notionalPrice } from '@aitai/engine/market/matching-price.ts'
import { tickAt } from '@aitai/engine/market/tick-sizes.ts'
import {
  type Advert,
  type AdvertTerms,
  type OwnExpiry,
  optionalTermsOff,
  presetDurations,
} from '@aitai/engine/model/advert.ts'
import { opposite } from '@aitai/engine/model/locate.ts'
import { yen } from '@aitai/engine/model/price.ts'
import { drawAutomatic, drawOrder, either } from '../../../engine/test/random-terms.ts'
import { automaticallyDue } from '../oracle/adverts.ts'
import { ratingIn } from '../oracle/memory.ts'
import { isWithin, midnightAfter } from '../oracle/trading-hours.ts'
import { performOnDay, type SimulatedDay } from '../simulated-day.ts'
import { drawUncheckedTerms, drawUncheckedTriggers } from '../world/advert-terms.ts'
import { sightingFrom } from '../world/prices.ts'

/** Actions of traders on their adverts. */
const offsets = { advertising: 0, knockout: 500 }

/** The price for the platform minimum. */
function priceOf(day: SimulatedDay, securityId: string): number {
  const security = day.state.securities.get(securityId)
  return security ? notionalPrice(sightingFrom(day.prices, securityId).quote, security) : 0
}

function termsFor(day: SimulatedDay, firmId: string, securityId: string) {
  const { chance, market, state, prices } = day
  const security = state.securities.get(securityId)
  if (!security) throw new Error(`there is no security ${securityId}`)
  const brokers = state.firms.get(firmId)?.brokerIds ?? []
  const terms = drawUncheckedTerms(chance, market, security, brokers, prices.walks.get(securityId)?.mid)
  return chance.happens(0.08) ? { ...terms, duration: drawOwnExpiry(day) } : terms
}

/** A time of today in Tokyo within three hours, which may have passed or be after the close. */
function drawOwnExpiry({ chance, at }: SimulatedDay): OwnExpiry {
  const inTokyo = Math.floor((at - startOfTradingDay(tradingDay(at))) / 60_000)
  return ownExpiryAt(Math.min(Math.max(inTokyo + chance.between(-30, 180), 0), 24 * 60 - 1))
}

const advertsThat = ({ state }: SimulatedDay, holds: (advert: Advert) => boolean): Advert[] =>
  [...state.adverts.values()].filter(holds)

/** A draft, sent at once or later; or a dead advert sent again. */
export const postAdvert = (day: SimulatedDay): void => post(day, day.chance.oneOf(day.market.traderIds))

function post(day: SimulatedDay, traderId: string): void {
  const { chance, market, state } = day
  const dead = advertsThat(day, (each) => each.traderId === traderId && each.advertisementStatus === 'DEAD')
  if (dead.length > 0 && chance.happens(0.2)) return submit(day, chance.oneOf(dead))
  const firmId = state.traders.get(traderId)?.firmId ?? ''
  const free = market.securityIds.filter((id) => !state.index.openAdverts.get(firmId)?.has(id))
  if (free.length === 0 && chance.happens(0.9)) return
  const any = chance.happens(0.1) ? 'nowhere' : chance.oneOf(market.securityIds)
  const securityId = free.length > 0 && chance.happens(0.95) ? chance.oneOf(free) : any
  const advertId = chance.id()
  const terms = termsFor(day, firmId, chance.oneOf(market.securityIds))
  performOnDay(day, { type: 'createAdvert', traderId, advertId, securityId, terms, offsets })
  const drafted = state.adverts.get(advertId)
  if (!drafted || chance.happens(0.05)) return
  submit(day, drafted)
  if (chance.happens(0.03)) submit(day, drafted)
}

/**
 * Two traders who suit each other send in the same millisecond, with the same brokers in opposite order: the
 * sequence decides whose order counts.
 */
export function postTogether(day: SimulatedDay): void {
  const { chance, market, state } = day
  const securityId = chance.oneOf(market.securityIds)
  const free = chance
    .shuffled(market.firmIds)
    .filter((id) => !state.index.openAdverts.get(id)?.has(securityId))
  const [one, other] = free.flatMap((id) => state.firms.get(id) ?? [])
  if (!one || !other) return
  const brokerIds = one.brokerIds.filter((id) => other.brokerIds.includes(id)).slice(0, 4)
  if (brokerIds.length === 0) return
  const { direction, ...drawn } = termsFor(day, one.firmId, securityId)
  const terms = {
    ...drawn,
    ...optionalTermsOff,
    ...either,
    ranked: true,
    minimumQuantity: 10,
    credibilityHurdle: 10,
  }
  send(day, one.firmId, securityId, { ...terms, direction, brokerIds })
  send(day, other.firmId, securityId, {
    ...terms,
    direction: opposite(direction),
    brokerIds: brokerIds.toReversed(),
  })
}

function send(day: SimulatedDay, firmId: string, securityId: string, terms: AdvertTerms): void {
  const { chance, state } = day
  const own = [...state.traders.values()].filter((trader) => trader.firmId === firmId)
  const { traderId } = chance.oneOf(own)
  const advertId = chance.id()
  performOnDay(day, { type: 'createAdvert', traderId, advertId, securityId, terms, offsets })
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

function submit(day: SimulatedDay, { id: advertId, traderId, firmId, securityId }: Advert): void {
  const terms = termsFor(day, firmId, securityId)
  const price = priceOf(day, securityId)
  performOnDay(day, {
    type: 'submitAdvert',
    arrivalMid: null,
    usdJpy: 150 * yen,
    traderId,
    advertId,
    freshId: day.chance.id(),
    terms,
    price,
  })
}

/** Sends an advert after midnight in Tokyo, before the first sweep of the day, and mostly cancels it. */
export function tradeAfterMidnight(day: SimulatedDay): void {
  const { chance, market, state, at } = day
  const isOpen = [...state.securities.values()].some(({ exchange }) =>
    isWithin(state.calendar, state.calendar.hours[exchange].platform, midnightAfter(at)),
  )
  if (!isOpen) return
  day.at = midnightAfter(at) + chance.between(0, 2_000)
  const traderId = chance.oneOf(market.traderIds)
  const before = new Set(state.adverts.keys())
  post(day, traderId)
  for (const { id } of advertsThat(day, (each) => !before.has(each.id)))
    if (chance.happens(0.7)) performOnDay(day, { type: 'cancelAdvert', traderId, advertId: id })
}

/** Sends a draft: unchanged if it is a residual. */
export function submitDraft(day: SimulatedDay): void {
  const drafts = advertsThat(day, (advert) => advert.advertisementStatus === 'UNSENT')
  if (drafts.length === 0) return
  const draft = day.chance.oneOf(drafts)
  if (!draft.parentAdvertId) return submit(day, draft)
  const { id: advertId, traderId, terms, securityId } = draft
  const price = priceOf(day, securityId)
  performOnDay(day, {
    type: 'submitAdvert',
    arrivalMid: null,
    usdJpy: 150 * yen,
    traderId,
    advertId,
    freshId: day.chance.id(),
    terms,
    price,
  })
}

/** Drafts the residual of a completed advert; sometimes of one that cannot have any. */
export function createResidual(day: SimulatedDay): void {
  const { chance } = day
  const left = advertsThat(
    day,
    ({ advertisementStatus, residualId, quantityRemaining }) =>
      advertisementStatus === 'COMPLETED' &&
      (residualId === null || chance.happens(0.1)) &&
      quantityRemaining > 0,
  )
  if (left.length === 0 && chance.happens(0.9)) return
  const found = left.length > 0 && chance.happens(0.9) ? chance.oneOf(left) : someAdvert(day)
  if (!found) return
  const { id: advertId, traderId, securityId } = found
  const price = priceOf(day, securityId)
  performOnDay(day, { type: 'createResidual', traderId, advertId, residualId: chance.id(), price })
}

function someAdvert(day: SimulatedDay): Advert | null {
  const adverts = [...day.state.adverts.values()]
  return adverts.length > 0 ? day.chance.oneOf(adverts) : null
}

/** Mostly the owner. */
const whoever = ({ chance, market }: SimulatedDay, { traderId }: Advert): string =>
  chance.happens(0.95) ? traderId : chance.oneOf(market.traderIds)

/** Modifies an advert, mostly one that may be changed: all terms, one of them, or nothing. */
export function modifyAdvert(day: SimulatedDay): void {
  const { chance, state } = day
  const open = advertsThat(day, (advert) => ['SENT', 'LIVE', 'PAUSED'].includes(advert.advertisementStatus))
  const advert = open.length > 0 && chance.happens(0.6) ? chance.oneOf(open) : someAdvert(day)
  const security = advert && state.securities.get(advert.securityId)
  if (!advert || !security) return
  const lots = Math.max(1, Math.floor(advert.terms.shareQuantity / security.lotSize) - chance.between(0, 1))
  const terms = chance.weighted([
    [4, termsFor(day, advert.firmId, advert.securityId)],
    [5, { ...advert.terms, shareQuantity: lots * security.lotSize }],
    [1, { ...advert.terms, quantityDecay: !advert.terms.quantityDecay }],
    [1, { ...advert.terms, duration: chance.oneOf(presetDurations) }],
    [2, { ...advert.terms, limitPrice: drawLimit(day, advert) }],
    [1, { ...advert.terms, ...drawOrder(chance) }],
    [1, { ...advert.terms, ...drawAutomatic(chance) }],
  ])
  changeTerms(day, advert, terms)
}

/** No limit, or one a few ticks from the mid, on either side of it and of the limit before. */
function drawLimit({ chance, state, prices }: SimulatedDay, { securityId }: Advert): number | null {
  const security = state.securities.get(securityId)
  const mid = prices.walks.get(securityId)?.mid
  if (!security || mid === undefined || chance.happens(0.2)) return null
  const tick = tickAt(mid, security)
  return mid - (mid % tick) + chance.between(-6, 6) * tick
}

function changeTerms(day: SimulatedDay, advert: Advert, terms: Advert['terms']): void {
  const price = priceOf(day, advert.securityId)
  performOnDay(day, {
    type: 'modifyAdvert',
    traderId: whoever(day, advert),
    advertId: advert.id,
    terms,
    price,
  })
}

/** New triggers for a live or sent advert, mostly an advertising trigger. */
export function changeTriggers(day: SimulatedDay): void {
  const { chance, state, prices } = day
  const sentOrLive = advertsThat(day, (advert) => ['SENT', 'LIVE'].includes(advert.advertisementStatus))
  if (sentOrLive.length === 0) return
  // Traders with a low rating, who may not arm one, try most often.
  const low = sentOrLive.filter(({ traderId }) => ratingIn(day.memory, traderId) < 41)
  const advert = chance.oneOf(low.length > 0 ? low : sentOrLive)
  const security = state.securities.get(advert.securityId)
  const mid = prices.walks.get(advert.securityId)?.mid
  if (!security || mid === undefined) return
  const triggers = drawUncheckedTriggers(chance, security, advert.terms.direction, mid)
  const advertisingTriggerActivated = chance.happens(0.6)
  changeTerms(day, advert, { ...advert.terms, ...triggers, advertisingTriggerActivated })
}

/** Mostly the owner alone; sometimes a desk head, who may be one of another firm, or no desk head at all. */
function maybeDeskHead({ chance, state, market }: SimulatedDay, { firmId }: Advert): { deskHeadId?: string } {
  if (chance.happens(0.85)) return {}
  const heads = [...state.traders.values()].filter((each) => each.isDeskHead && each.firmId === firmId)
  if (heads.length > 0 && chance.happens(0.8)) return { deskHeadId: chance.oneOf(heads).traderId }
  return { deskHeadId: chance.oneOf(market.traderIds) }
}

const onAdvert = (type: 'pauseAdvert' | 'cancelAdvert') => (day: SimulatedDay) => {
  const advert = someAdvert(day)
  if (!advert) return
  const owner = { traderId: whoever(day, advert), advertId: advert.id }
  performOnDay(day, { type, ...owner, ...maybeDeskHead(day, advert) })
}
export const pauseAdvert = onAdvert('pauseAdvert')
export const cancelAdvert = onAdvert('cancelAdvert')

/** Paused adverts are mostly resumed, or after a few failures nothing would match any more. */
export function resumeAdvert(day: SimulatedDay): void {
  const { chance } = day
  const paused = advertsThat(day, (advert) => advert.advertisementStatus === 'PAUSED')
  const found = paused.length > 0 && chance.happens(0.9) ? chance.oneOf(paused) : someAdvert(day)
  if (!found) return
  const { id: advertId, traderId, securityId } = found
  const price = priceOf(day, securityId)
  performOnDay(day, { type: 'resumeAdvert', traderId, advertId, price, ...maybeDeskHead(day, found) })
}

/** Mostly what rules of owners are to do now, and sometimes what they may not do or do too late. */
export function actAutomatically(day: SimulatedDay): void {
  const { chance, memory, state } = day
  for (const advert of automaticallyDue(memory.automatic, state))
    if (chance.happens(0.7)) continueAdvert(day, advert)
  if (!chance.happens(0.02)) return
  const other = someAdvert(day)
  if (other) continueAdvert(day, other)
}

function continueAdvert(
  day: SimulatedDay,
  { id: advertId, traderId, securityId, terms, ...advert }: Advert,
): void {
  const of = { traderId, advertId, price: priceOf(day, securityId), isAutomatic: true } as const
  if (advert.advertisementStatus === 'PAUSED') performOnDay(day, { type: 'resumeAdvert', ...of })
  else {
    const freshId = day.chance.id()
    performOnDay(day, { type: 'submitAdvert', arrivalMid: null, usdJpy: 150 * yen, freshId, terms, ...of })
  }
}
