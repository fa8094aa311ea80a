import { isOwnExpiry } from '@aitai/engine/adverts/own-expiry.ts'
import type { Advert, AdvertStatus, AdvertTerms } from '@aitai/engine/model/advert.ts'
import type { Event, EventOf } from '@aitai/engine/model/events.ts'
import { areAffiliated } from '../oracle/pairs.ts'
import { isMalformedForSure } from '../oracle/quote-history.ts'
import { standing } from '../oracle/terms.ts'
import { dateOf, isOpenDay, midnightAfter, phaseAt } from '../oracle/trading-hours.ts'
import { opensLimit } from '../oracle/triggers.ts'
import type { SimulatedDay } from '../simulated-day.ts'
import type { RecordCoverage } from './coverage-events.ts'
import { coverLocate, coverLocateFailure, coverScoring, coverWithdrawal } from './locate-coverage.ts'
import { coverProbing } from './probing-coverage.ts'
import { coverReport, coverReportWithdrawal } from './report-coverage.ts'

/** Coverage of an event, before it is applied. */
export function coverEvent(see: RecordCoverage, day: SimulatedDay, event: Event): void {
  const { state } = day
  coverProbing(see, day, event)
  switch (event.type) {
    case 'contraLocated':
      return coverLocate(see, day, event)
    case 'locateFailed':
      return coverLocateFailure(see, day, event)
    case 'locateWithdrawn':
      return coverWithdrawal(see, day, event)
    case 'connectionAgreed': {
      const locate = state.locates.get(event.locateId)
      if (locate) coverScoring(see, state, locate)
      return see('both sides accept')
    }
    case 'notExecutedReported':
      return coverReport(see, day, event)
    case 'notExecutedWithdrawn':
      return coverReportWithdrawal(see, day, event)
    case 'advertExpired':
      return seeExpired(see, day, event)
    case 'advertCancelled':
      return seeCancelled(see, day, event)
    case 'advertSubmitted':
      if (event.replaces)
        see(event.isAutomatic ? 'an expired advert is renewed' : 'a dead advert is sent again')
      if (event.isBeyondLimit) see('an advert is sent beyond its limit')
      if (state.adverts.get(event.advertId)?.parentAdvertId) see('a residual is sent')
      return
    case 'advertModified':
      if (event.isBeyondLimit && event.advertisementStatus === 'SENT') see('a new limit lets an advert wait')
      return seeModified(see, day, event)
    case 'marketStatusChanged':
      return seeTurned(see, day, event)
    case 'tradingDayEnded':
      return seeNight(see, day, event)
    case 'referenceChanged':
      return seeChanged(see, day, event)
    default:
      return seePlain(see, day, event)
  }
}

function seePlain(see: RecordCoverage, day: SimulatedDay, event: Event): void {
  const { state } = day
  if (event.type === 'advertPaused' && event.by === 'SESSION_END') see('the end of a session pauses adverts')
  if ('deskHeadId' in event) see("a desk head acts on a colleague's advert")
  if (event.type === 'advertResumed' && event.isAutomatic) see('an advert is resumed after a missed locate')
  if (event.type === 'advertTriggered') see('an advertising trigger fires')
  if (event.type === 'executionUndone') see('a confirmation is undone')
  if (event.type === 'executionCorrected') see('a reported execution is corrected')
  if (event.type === 'executionWithdrawn') see('a reported execution is withdrawn')
  if (event.type === 'executionReported') {
    see('a broker reports an execution')
    const agreement = state.agreements.get(event.agreementId)
    if (agreement && dateOf(agreement.agreedAt) !== dateOf(event.at))
      see('an execution is reported on the day after')
  }
  if (event.type === 'matchExplained') see('a match is explained')
  if (event.type === 'surveillanceViewed') see('the surveillance figures are viewed')
  if (event.type === 'advertsViewed') see('the operator lists adverts')
  if (event.type === 'ratingAged') see('a low rating recovers by ageing')
  if (event.type === 'advertDrafted' && event.parentAdvertId) see('a residual is drafted')
  if (event.type === 'advertLimitCrossed' && event.isBeyond) see('an advert begins to wait for its limit')
  if (event.type === 'advertLimitCrossed' && !event.isBeyond && priorityOf(day, event) < event.at)
    see('an advert is within its limit again and keeps its place in the queue')
  if (event.type !== 'advertReleased') return
  const advert = state.adverts.get(event.advertId)
  const security = state.securities.get(advert?.securityId ?? '')
  if (advert?.advertTriggerSatisfied && event.priorityTime === event.at)
    see('an advert that waited for a trigger queues from its release')
  if (security && Number(event.priorityTime) < event.at) {
    const sentIn = phaseAt(state.calendar, security.exchange, Number(event.priorityTime))
    if (sentIn === 'PAUSED') see('an advert that waited for the open queues from its sending')
    if (advert?.advertTriggerSatisfied)
      see('an advert whose trigger had fired queues from its resume before the open')
  }
  if (security && phaseAt(state.calendar, security.exchange, event.at) === 'AFTER_HOURS')
    see('an advert is released after hours')
}

function seeExpired(see: RecordCoverage, { state }: SimulatedDay, event: EventOf<'advertExpired'>): void {
  const advert = state.adverts.get(event.advertId)
  if (!advert?.expiryDate || advert.submitTime === null) return
  see('an advert expires')
  if (advert.advertisementStatus === 'PAUSED') see('a paused advert expires')
  const { duration } = advert.terms
  if (isOwnExpiry(duration)) see('an advert expires at its own expiry')
  else if (duration !== 'END_OF_DAY' && advert.expiryDate < advert.submitTime + Number(duration) * 60_000)
    see('an advert expires at the close, before its duration is over')
  const outlived = [...state.locates.values()].some(
    ({ buyId, sellId, settledAt }) =>
      [buyId, sellId].includes(advert.id) && Number(settledAt) > Number(advert.expiryDate),
  )
  if (outlived) see('an advert reaches its expiry in a locate')
}

function seeCancelled(see: RecordCoverage, { state }: SimulatedDay, event: EventOf<'advertCancelled'>): void {
  const isLive = state.adverts.get(event.advertId)?.advertisementStatus === 'LIVE'
  switch (event.causeOfDeath) {
    case 'CANCEL_TRIGGER':
      return see(isLive ? 'a knockout ends a live advert' : 'a knockout ends an advert that waits')
    case 'INDEX_RELATIVE_CANCEL':
      return see('the index ends an advert')
    case 'BAD_MARKET_DATA':
      return see('bad market data ends an advert')
    case 'INACTIVE_MARKET':
      return see('an inactive market ends an advert')
    case 'MALFORMED_MARKET':
      return see('a malformed market ends an advert at once')
    case 'CANCELLED_BY_OPERATOR':
      return see('the operator cancels an advert')
    case 'CANCELLED_BY_USER':
  }
}

function seeModified(see: RecordCoverage, { state }: SimulatedDay, event: EventOf<'advertModified'>): void {
  see(event.keepsPriority ? 'a modify keeps the time priority' : 'a modify loses the time priority')
  const { terms, advertisementStatus: was } = state.adverts.get(event.advertId) as Advert
  if (!event.keepsPriority && isNominallyNoMore(terms, event.terms))
    see('a modify raises a decayed offer and loses the time priority')
  if (opensLimit(terms, event.terms)) see('a limit is opened and costs the time priority')
  else if (event.keepsPriority && terms.limitPrice !== event.terms.limitPrice)
    see('a limit is tightened and keeps the time priority')
  if (was === 'LIVE' && event.advertisementStatus === 'SENT' && !event.isBeyondLimit)
    see('a live advert arms a trigger and waits again')
}

/** Whether only decay or the duration can have raised what is offered. */
const isNominallyNoMore = (was: AdvertTerms, is: AdvertTerms): boolean =>
  is.shareQuantity <= was.shareQuantity && standing(was) === standing(is) && !opensLimit(was, is)

function seeTurned(
  see: RecordCoverage,
  { state, memory }: SimulatedDay,
  { securityId, error, quote, at }: EventOf<'marketStatusChanged'>,
): void {
  const isLive = [...state.adverts.values()].some(
    (advert) => advert.securityId === securityId && advert.advertisementStatus === 'LIVE',
  )
  if (error === '007' && isLive && !isMalformedForSure(memory.reels(securityId), state.limits)) {
    see('a single malformed quote ends no live advert')
    if (quote && quote.at > at + state.limits.quoteAgeMs)
      see('a quote ahead of the clock ends no live advert')
  }
  if (error === null) see('a market is not fresh for a while')
  else if (state.markets.has(securityId)) see('a market changes from one error to another')
}

function seeNight(
  see: RecordCoverage,
  { state }: SimulatedDay,
  { at, tradingDays }: EventOf<'tradingDayEnded'>,
): void {
  see('the end of a day removes drafts and ended adverts')
  const isOver = (status: AdvertStatus): boolean => status === 'COMPLETED' || status === 'DEAD'
  for (const { advertisementStatus, submitTime } of state.adverts.values())
    if (isOver(advertisementStatus) && dateOf(Number(submitTime)) === dateOf(at))
      see('an advert sent after midnight ends before the first sweep')
  if (tradingDays > 1) see('several trading days end at once')
  const { holidays } = state.calendar
  for (let night = midnightAfter(state.at); night < at; night = midnightAfter(night)) {
    const weekday = new Date(night + 9 * 3_600_000).getUTCDay()
    const isHoliday = holidays.includes(dateOf(night)) && !isOpenDay(state.calendar, night)
    if (isHoliday && weekday > 0 && weekday < 6) return see('a holiday outside the weekend passes')
  }
}

function seeChanged(
  see: RecordCoverage,
  { state }: SimulatedDay,
  { reference }: EventOf<'referenceChanged'>,
): void {
  if (reference.limits && state.adverts.size > 0) see('limits change while adverts are live')
  const { firms = [] } = reference
  const groupOf = (firmId: string): string | null | undefined =>
    (firms.find((each) => each.firmId === firmId) ?? state.firms.get(firmId))?.affiliateGroup
  for (const { buyId, sellId } of state.index.openLocates.values()) {
    const [buy, sell] = [state.adverts.get(buyId), state.adverts.get(sellId)]
    if (!buy || !sell || areAffiliated(state, buy, sell) || !groupOf(buy.firmId)) continue
    if (groupOf(buy.firmId) === groupOf(sell.firmId))
      see('two institutions become affiliates during a locate')
  }
}

const priorityOf = ({ state }: SimulatedDay, { advertId }: { readonly advertId: string }): number =>
  state.adverts.get(advertId)?.priorityTime ?? Number.NaN
