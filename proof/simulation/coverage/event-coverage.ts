import type { Event, EventOf } from '@aitai/engine/events.ts'
import { areAffiliated } from '../oracle/pairs.ts'
import { dateOf, isOpenDay, midnightAfter, phaseAt } from '../oracle/trading-hours.ts'
import type { SimulatedDay } from '../simulated-day.ts'
import type { RecordCoverage } from './coverage-events.ts'
import { coverLocate, coverLocateFailure, coverScoring, coverWithdrawal } from './locate-coverage.ts'

/** Coverage of an event, before it is applied. */
export function coverEvent(see: RecordCoverage, day: SimulatedDay, event: Event): void {
  const { state } = day
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
    case 'advertExpired':
      return seeExpired(see, day, event)
    case 'advertCancelled':
      return seeCancelled(see, day, event)
    case 'advertSubmitted':
      if (event.replaces) see('a dead advert is sent again')
      if (state.adverts.get(event.advertId)?.parentAdvertId) see('a residual is sent')
      return
    case 'advertModified':
      return seeModified(see, day, event)
    case 'marketTurned':
      return seeTurned(see, day, event)
    case 'tradingDayEnded':
      return seeNight(see, day, event)
    case 'referenceChanged':
      return seeChanged(see, day, event)
    default:
      return seePlain(see, day, event)
  }
}

function seePlain(see: RecordCoverage, { state }: SimulatedDay, event: Event): void {
  if (event.type === 'advertPaused' && event.by === 'SESSION_END') see('the end of a session pauses adverts')
  if (event.type === 'advertTriggered') see('an advertising trigger fires')
  if (event.type === 'executionUndone') see('a confirmation is undone')
  if (event.type === 'matchExplained') see('a match is explained')
  if (event.type === 'surveillanceViewed') see('the surveillance figures are viewed')
  if (event.type === 'ratingAged') see('a low rating recovers by ageing')
  if (event.type === 'advertDrafted' && event.parentAdvertId) see('a residual is drafted')
  if (event.type !== 'advertReleased') return
  const security = state.securities.get(state.adverts.get(event.advertId)?.securityId ?? '')
  if (security && phaseAt(state.calendar, security.exchange, event.at) === 'AFTER_HOURS')
    see('an advert is released after hours')
}

function seeExpired(see: RecordCoverage, { state }: SimulatedDay, event: EventOf<'advertExpired'>): void {
  const advert = state.adverts.get(event.advertId)
  if (!advert?.expiryDate || advert.submitTime === null) return
  see('an advert expires')
  if (advert.advertisementStatus === 'PAUSED') see('a paused advert expires')
  const { duration } = advert.terms
  if (duration !== 'END_OF_DAY' && advert.expiryDate < advert.submitTime + Number(duration) * 60_000)
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
    case 'CANCELLED_BY_USER':
  }
}

function seeModified(see: RecordCoverage, { state }: SimulatedDay, event: EventOf<'advertModified'>): void {
  see(event.keepsPriority ? 'a modify keeps the time priority' : 'a modify loses the time priority')
  const was = state.adverts.get(event.advertId)?.advertisementStatus
  if (was === 'LIVE' && event.advertisementStatus === 'SENT')
    see('a live advert arms a trigger and waits again')
}

function seeTurned(
  see: RecordCoverage,
  { state }: SimulatedDay,
  { securityId, error }: EventOf<'marketTurned'>,
): void {
  if (error === null) see('a market is not fresh for a while')
  else if (state.markets.has(securityId)) see('a market changes from one error to another')
}

function seeNight(
  see: RecordCoverage,
  { state }: SimulatedDay,
  { at, tradingDays }: EventOf<'tradingDayEnded'>,
): void {
  see('the end of a day removes drafts and ended adverts')
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
