import { isOwnExpiry } from '@aitai/engine/adverts/duration/duration.ts'
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
export function coverEvent(cover: RecordCoverage, day: SimulatedDay, event: Event): void {
  const { state } = day
  coverProbing(cover, day, event)
  switch (event.type) {
    case 'contraLocated':
      return coverLocate(cover, day, event)
    case 'locateFailed':
      return coverLocateFailure(cover, day, event)
    case 'locateWithdrawn':
      return coverWithdrawal(cover, day, event)
    case 'connectionAgreed': {
      const locate = state.locates.get(event.locateId)
      if (locate) coverScoring(cover, state, locate)
      return cover('both sides accept')
    }
    case 'notExecutedReported':
      return coverReport(cover, day, event)
    case 'notExecutedWithdrawn':
      return coverReportWithdrawal(cover, day, event)
    case 'advertExpired':
      return coverExpiry(cover, day, event)
    case 'advertCancelled':
      return coverCancellation(cover, day, event)
    case 'advertSubmitted':
      if (event.replaces)
        cover(event.isAutomatic ? 'an expired advert is renewed' : 'a dead advert is sent again')
      if (event.isBeyondLimit) cover('an advert is sent beyond its limit')
      if (state.adverts.get(event.advertId)?.parentAdvertId) cover('a residual is sent')
      return
    case 'advertModified':
      if (event.isBeyondLimit && event.advertisementStatus === 'SENT')
        cover('a new limit lets an advert wait')
      return coverModification(cover, day, event)
    case 'marketStatusChanged':
      return coverMarketChange(cover, day, event)
    case 'tradingDayEnded':
      return coverEndOfDay(cover, day, event)
    case 'referenceChanged':
      return coverReferenceChange(cover, day, event)
    default:
      return coverOtherEvent(cover, day, event)
  }
}

function coverOtherEvent(cover: RecordCoverage, day: SimulatedDay, event: Event): void {
  const { state } = day
  if (event.type === 'advertPaused' && event.by === 'SESSION_END')
    cover('the end of a session pauses adverts')
  if ('deskHeadId' in event) cover("a desk head acts on a colleague's advert")
  if (event.type === 'advertResumed' && event.isAutomatic) cover('an advert is resumed after a missed locate')
  if (event.type === 'advertTriggered') cover('an advertising trigger fires')
  if (event.type === 'executionUndone') cover('a confirmation is undone')
  if (event.type === 'executionCorrected') cover('a reported execution is corrected')
  if (event.type === 'executionWithdrawn') cover('a reported execution is withdrawn')
  if (event.type === 'executionReported') {
    cover('a broker reports an execution')
    const agreement = state.agreements.get(event.agreementId)
    if (agreement && dateOf(agreement.agreedAt) !== dateOf(event.at))
      cover('an execution is reported on the day after')
  }
  if (event.type === 'matchExplained') cover('a match is explained')
  if (event.type === 'surveillanceViewed') cover('the surveillance figures are viewed')
  if (event.type === 'advertsViewed') cover('the operator lists adverts')
  if (event.type === 'ratingAged') cover('a low rating recovers by ageing')
  if (event.type === 'advertDrafted' && event.parentAdvertId) cover('a residual is drafted')
  if (event.type === 'advertLimitCrossed' && event.isBeyond) cover('an advert begins to wait for its limit')
  if (event.type === 'advertLimitCrossed' && !event.isBeyond && priorityOf(day, event) < event.at)
    cover('an advert is within its limit again and keeps its place in the queue')
  if (event.type !== 'advertReleased') return
  const advert = state.adverts.get(event.advertId)
  const security = state.securities.get(advert?.securityId ?? '')
  if (advert?.advertTriggerSatisfied && event.priorityTime === event.at)
    cover('an advert that waited for a trigger queues from its release')
  if (security && Number(event.priorityTime) < event.at) {
    const sentIn = phaseAt(state.calendar, security.exchange, Number(event.priorityTime))
    if (sentIn === 'PAUSED') cover('an advert that waited for the open queues from its sending')
    if (advert?.advertTriggerSatisfied)
      cover('an advert whose trigger had fired queues from its resume before the open')
  }
  if (security && phaseAt(state.calendar, security.exchange, event.at) === 'AFTER_HOURS')
    cover('an advert is released after hours')
}

function coverExpiry(cover: RecordCoverage, { state }: SimulatedDay, event: EventOf<'advertExpired'>): void {
  const advert = state.adverts.get(event.advertId)
  if (!advert?.expiryDate || advert.submitTime === null) return
  cover('an advert expires')
  if (advert.advertisementStatus === 'PAUSED') cover('a paused advert expires')
  const { duration } = advert.terms
  if (isOwnExpiry(duration)) cover('an advert expires at its own expiry')
  else if (duration !== 'END_OF_DAY' && advert.expiryDate < advert.submitTime + Number(duration) * 60_000)
    cover('an advert expires at the close, before its duration is over')
  const outlived = [...state.locates.values()].some(
    ({ buyId, sellId, settledAt }) =>
      [buyId, sellId].includes(advert.id) && Number(settledAt) > Number(advert.expiryDate),
  )
  if (outlived) cover('an advert reaches its expiry in a locate')
}

function coverCancellation(
  cover: RecordCoverage,
  { state }: SimulatedDay,
  event: EventOf<'advertCancelled'>,
): void {
  const isLive = state.adverts.get(event.advertId)?.advertisementStatus === 'LIVE'
  switch (event.causeOfDeath) {
    case 'CANCEL_TRIGGER':
      return cover(isLive ? 'a knockout ends a live advert' : 'a knockout ends an advert that waits')
    case 'INDEX_RELATIVE_CANCEL':
      return cover('the index ends an advert')
    case 'BAD_MARKET_DATA':
      return cover('bad market data ends an advert')
    case 'INACTIVE_MARKET':
      return cover('an inactive market ends an advert')
    case 'MALFORMED_MARKET':
      return cover('a malformed market ends an advert at once')
    case 'CANCELLED_BY_OPERATOR':
      return cover('the operator cancels an advert')
    case 'CANCELLED_BY_USER':
  }
}

function coverModification(
  cover: RecordCoverage,
  { state }: SimulatedDay,
  event: EventOf<'advertModified'>,
): void {
  cover(event.keepsPriority ? 'a modify keeps the time priority' : 'a modify loses the time priority')
  const { terms, advertisementStatus: was } = state.adverts.get(event.advertId) as Advert
  if (!event.keepsPriority && isNominallyNoMore(terms, event.terms))
    cover('a modify raises a decayed offer and loses the time priority')
  if (opensLimit(terms, event.terms)) cover('a limit is opened and costs the time priority')
  else if (event.keepsPriority && terms.limitPrice !== event.terms.limitPrice)
    cover('a limit is tightened and keeps the time priority')
  if (was === 'LIVE' && event.advertisementStatus === 'SENT' && !event.isBeyondLimit)
    cover('a live advert arms a trigger and waits again')
}

/** Whether only decay or the duration can have raised what is offered. */
const isNominallyNoMore = (was: AdvertTerms, is: AdvertTerms): boolean =>
  is.shareQuantity <= was.shareQuantity && standing(was) === standing(is) && !opensLimit(was, is)

function coverMarketChange(
  cover: RecordCoverage,
  { state, memory }: SimulatedDay,
  { securityId, error, quote, at }: EventOf<'marketStatusChanged'>,
): void {
  const isLive = [...state.adverts.values()].some(
    (advert) => advert.securityId === securityId && advert.advertisementStatus === 'LIVE',
  )
  if (error === '007' && isLive && !isMalformedForSure(memory.quoteHistoryOf(securityId), state.limits)) {
    cover('a single malformed quote ends no live advert')
    if (quote && quote.at > at + state.limits.quoteAgeMs)
      cover('a quote ahead of the clock ends no live advert')
  }
  if (error === null) cover('a market is not fresh for a while')
  else if (state.markets.has(securityId)) cover('a market changes from one error to another')
}

function coverEndOfDay(
  cover: RecordCoverage,
  { state }: SimulatedDay,
  { at, tradingDays }: EventOf<'tradingDayEnded'>,
): void {
  cover('the end of a day removes drafts and ended adverts')
  const isOver = (status: AdvertStatus): boolean => status === 'COMPLETED' || status === 'DEAD'
  for (const { advertisementStatus, submitTime } of state.adverts.values())
    if (isOver(advertisementStatus) && dateOf(Number(submitTime)) === dateOf(at))
      cover('an advert sent after midnight ends before the first sweep')
  if (tradingDays > 1) cover('several trading days end at once')
  const { holidays } = state.calendar
  for (let night = midnightAfter(state.at); night < at; night = midnightAfter(night)) {
    const weekday = new Date(night + 9 * 3_600_000).getUTCDay()
    const isHoliday = holidays.includes(dateOf(night)) && !isOpenDay(state.calendar, night)
    if (isHoliday && weekday > 0 && weekday < 6) return cover('a holiday outside the weekend passes')
  }
}

function coverReferenceChange(
  cover: RecordCoverage,
  { state }: SimulatedDay,
  { reference }: EventOf<'referenceChanged'>,
): void {
  if (reference.limits && state.adverts.size > 0) cover('limits change while adverts are live')
  const { firms = [] } = reference
  const groupOf = (firmId: string): string | null | undefined =>
    (firms.find((each) => each.firmId === firmId) ?? state.firms.get(firmId))?.affiliateGroup
  for (const { buyId, sellId } of state.index.openLocates.values()) {
    const [buy, sell] = [state.adverts.get(buyId), state.adverts.get(sellId)]
    if (!buy || !sell || areAffiliated(state, buy, sell) || !groupOf(buy.firmId)) continue
    if (groupOf(buy.firmId) === groupOf(sell.firmId))
      cover('two institutions become affiliates during a locate')
  }
}

const priorityOf = ({ state }: SimulatedDay, { advertId }: { readonly advertId: string }): number =>
  state.adverts.get(advertId)?.priorityTime ?? Number.NaN
