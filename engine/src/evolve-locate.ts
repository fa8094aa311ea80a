import { type Direction, directions } from './advert.ts'
import { tradingDay } from './calendar.ts'
import { ratingOf, type ScoredEvent, scores, withAgeing, withScore } from './credibility.ts'
import { thawed } from './decay.ts'
import { addDue, dropDue } from './due.ts'
import type { Fact } from './events.ts'
import { countsOf, known, turned } from './evolve-advert.ts'
import { stirAll } from './evolve-reference.ts'
import { type BothSides, type Locate, type Outcome, opposite } from './locate.ts'
import { failuresOn, pairOf, placeOf, type State, type Trader } from './state.ts'

export function knownLocate(state: State, locateId: string): Locate {
  const locate = state.locates.get(locateId)
  if (!locate) throw new Error(`the journal names an unknown locate ${locateId}`)
  return locate
}

function ownerOn(state: State, locate: Locate, side: Direction): Trader {
  const trader = state.traders.get(locate.traderIds[side])
  if (!trader) throw new Error(`the journal names an unknown trader ${locate.traderIds[side]}`)
  return trader
}

const advertIdOn = (locate: Locate, side: Direction): string =>
  side === 'BUY' ? locate.buyId : locate.sellId

const bothSides = <T>(of: (side: Direction) => T): BothSides<T> => ({ BUY: of('BUY'), SELL: of('SELL') })

export function located(state: State, event: Fact<'contraLocated'>): void {
  const { type: _, at, deadline, ...terms } = event
  const adverts = { BUY: known(state, event.buyId), SELL: known(state, event.sellId) }
  const locate: Locate = {
    ...terms,
    locatedAt: at,
    deadline,
    traderIds: bothSides((side) => adverts[side].traderId),
    firmIds: bothSides((side) => adverts[side].firmId),
    answers: { BUY: null, SELL: null },
    excused: { BUY: false, SELL: false },
    outcome: null,
    settledAt: null,
    agreementId: null,
  }
  state.locates.set(locate.locateId, locate)
  state.index.openLocates.set(locate.locateId, locate)
  addDue(state.index.deadlines, deadline, locate.locateId)
  for (const side of directions) {
    const advert = adverts[side]
    advert.locateId = locate.locateId
    advert.frozenQuantity = locate.locateQuantity + locate.residual[side]
    ownerOn(state, locate, side).openLocates += 1
    countsOf(state, advert.traderId).locate += 1
    state.lastLocates.set(placeOf(advert.firmId, advert.securityId), { at, direction: side })
    turned(state, advert.id, 'ACCEPT/DECLINE?')
  }
}

export function answered(state: State, { locateId, side, answer, excused }: Fact<'locateAnswered'>): void {
  const locate = knownLocate(state, locateId)
  locate.answers = { ...locate.answers, [side]: answer }
  locate.excused = { ...locate.excused, [side]: excused }
  const counts = countsOf(state, locate.traderIds[side])
  if (answer === 'ACCEPT') counts.accept += 1
  else counts.decline += 1
  turned(state, advertIdOn(locate, side), 'LOCATED')
}

export function failed(state: State, event: Fact<'locateFailed'>): void {
  const locate = knownLocate(state, event.locateId)
  settle(state, locate, event.outcome, event.at)
  for (const side of directions) {
    const score = event.scores[side]
    const owner = ownerOn(state, locate, side)
    const contraFirmId = locate.firmIds[opposite(side)]
    if (score !== null) scoreOf(state, owner, { at: event.at, score, contraFirmId })
    if (event.outcome[side] === 'TIMED_OUT') owner.counts.timeout += 1
    turned(state, advertIdOn(locate, side), 'PAUSED')
  }
  const pair = pairOf(locate.firmIds.BUY, locate.firmIds.SELL, locate.securityId)
  const failures = failuresOn(state, pair, event.at) + 1
  state.cooldowns.set(pair, { until: event.cooldownUntil, failures, day: tradingDay(event.at) })
  addDue(state.index.cooldownEnds, event.cooldownUntil, pair)
}

export function withdrawn(state: State, { locateId, at }: Fact<'locateWithdrawn'>): void {
  const locate = knownLocate(state, locateId)
  settle(state, locate, { BUY: 'WITHDRAWN', SELL: 'WITHDRAWN' }, at)
  for (const side of directions) turned(state, advertIdOn(locate, side), 'LIVE')
}

export function agreed(state: State, event: Fact<'connectionAgreed'>): void {
  const { at, agreementId, passwords } = event
  const locate = knownLocate(state, event.locateId)
  settle(state, locate, { BUY: 'ACCEPTED', SELL: 'ACCEPTED' }, at)
  locate.agreementId = agreementId
  for (const side of directions) {
    const advert = known(state, advertIdOn(locate, side))
    const owner = ownerOn(state, locate, side)
    scoreOf(state, owner, { at, score: scores.accept, contraFirmId: locate.firmIds[opposite(side)] })
    advert.quantityRemaining = locate.residual[side]
    turned(state, advert.id, 'COMPLETED')
  }
  const { locateId, securityId, brokerId, locateQuantity, midPrice, legs, traderIds, firmIds } = locate
  state.agreements.set(agreementId, {
    agreementId,
    locateId,
    securityId,
    brokerId,
    locationQuantity: locateQuantity,
    midPrice,
    legs,
    traderIds,
    firmIds,
    passwords,
    locateTime: locate.locatedAt,
    agreedAt: at,
    received: { BUY: false, SELL: false },
    handed: { BUY: false, SELL: false },
    lastChange: { BUY: null, SELL: null },
  })
}

function settle(state: State, locate: Locate, outcome: BothSides<Outcome>, at: number): void {
  locate.outcome = outcome
  locate.settledAt = at
  state.index.openLocates.delete(locate.locateId)
  for (const side of directions) {
    const advert = known(state, advertIdOn(locate, side))
    advert.locateId = null
    advert.frozenQuantity = null
    advert.decay = thawed(state, advert, locate.locatedAt, at)
    const owner = ownerOn(state, locate, side)
    // Whoever had as many as allowed may be located again in everything (E10).
    if (owner.openLocates >= state.limits.openLocatesPerTrader) stirAll(state, owner)
    owner.openLocates -= 1
  }
  dropDue(state.index.deadlines, Number.POSITIVE_INFINITY, (id) => state.index.openLocates.has(id))
}

function scoreOf(state: State, owner: Trader, event: ScoredEvent): void {
  setLedger(state, owner, withScore(owner.ledger, event, state.limits))
  owner.quietDays = 0
}

/** Only a rating that rises over a hurdle somebody has set opens contras to what its owner has live (E6). */
function setLedger(state: State, owner: Trader, ledger: readonly ScoredEvent[]): void {
  const was = owner.rating
  owner.ledger = ledger
  owner.rating = ratingOf(ledger, state.limits)
  for (let hurdle = was + 1; hurdle <= owner.rating; hurdle += 1)
    if ((state.index.hurdles[hurdle] ?? 0) > 0) return stirAll(state, owner)
}

/** A low rating that rested recovers a little (rules 14). */
export function aged(state: State, { traderId, at }: Fact<'ratingAged'>): void {
  const owner = state.traders.get(traderId)
  if (!owner) throw new Error(`the journal names an unknown trader ${traderId}`)
  setLedger(state, owner, withAgeing(owner.ledger, at, state.limits))
  owner.quietDays -= state.limits.ageing.tradingDays
}

export function handed(state: State, { agreementId, side }: Fact<'brokerConnected'>): void {
  const agreement = knownAgreement(state, agreementId)
  agreement.handed = { ...agreement.handed, [side]: true }
}

export function executed(
  state: State,
  event: Fact<'executionConfirmed' | 'executionUndone'>,
  received: boolean,
): void {
  const agreement = knownAgreement(state, event.agreementId)
  const change = { at: event.at, brokerUserId: event.brokerUserId, received }
  agreement.received = { ...agreement.received, [event.side]: received }
  agreement.lastChange = { ...agreement.lastChange, [event.side]: change }
}

function knownAgreement(state: State, agreementId: string) {
  const agreement = state.agreements.get(agreementId)
  if (!agreement) throw new Error(`the journal names an unknown agreement ${agreementId}`)
  return agreement
}
