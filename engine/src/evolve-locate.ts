import { type Direction, directions } from './adverts/advert.ts'
import { decayLineAfterLocate } from './adverts/quantity-decay.ts'
import { tradingDay } from './calendar/calendar.ts'
import type { EventOf } from './events.ts'
import { ioiCountsOf, knownAdvert, setAdvertStatus } from './evolve-advert.ts'
import { addTraderCandidates } from './evolve-reference.ts'
import { type BothSides, type Locate, type Outcome, opposite } from './locates/locate.ts'
import { answerScores, ratingOf, type ScoredEvent, withAgeing, withScore } from './rating/credibility.ts'
import { addDue, dropDue } from './state/due-queue.ts'
import { failuresOn, firmPairKey, firmSecurityKey, type State, type Trader } from './state/state.ts'

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

export function evolveContraLocated(state: State, event: EventOf<'contraLocated'>): void {
  const { type: _, at, deadline, ...terms } = event
  const adverts = { BUY: knownAdvert(state, event.buyId), SELL: knownAdvert(state, event.sellId) }
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
    ioiCountsOf(state, advert.traderId).locate += 1
    state.lastLocates.set(firmSecurityKey(advert.firmId, advert.securityId), { at, direction: side })
    setAdvertStatus(state, advert.id, 'ACCEPT/DECLINE?')
  }
}

export function evolveLocateAnswered(
  state: State,
  { locateId, side, answer, excused }: EventOf<'locateAnswered'>,
): void {
  const locate = knownLocate(state, locateId)
  locate.answers = { ...locate.answers, [side]: answer }
  locate.excused = { ...locate.excused, [side]: excused }
  const counts = ioiCountsOf(state, locate.traderIds[side])
  if (answer === 'ACCEPT') counts.accept += 1
  else counts.decline += 1
  setAdvertStatus(state, advertIdOn(locate, side), 'LOCATED')
}

export function evolveLocateFailed(state: State, event: EventOf<'locateFailed'>): void {
  const locate = knownLocate(state, event.locateId)
  settle(state, locate, event.outcome, event.at)
  for (const side of directions) {
    const score = event.scores[side]
    const owner = ownerOn(state, locate, side)
    const contraFirmId = locate.firmIds[opposite(side)]
    if (score !== null) scoreOf(state, owner, { at: event.at, score, contraFirmId })
    if (event.outcome[side] === 'TIMED_OUT') owner.counts.timeout += 1
    setAdvertStatus(state, advertIdOn(locate, side), 'PAUSED')
  }
  const pair = firmPairKey(locate.firmIds.BUY, locate.firmIds.SELL, locate.securityId)
  const failures = failuresOn(state, pair, event.at) + 1
  state.cooldowns.set(pair, { until: event.cooldownUntil, failures, day: tradingDay(event.at) })
  addDue(state.index.cooldownEnds, event.cooldownUntil, pair)
}

export function evolveLocateWithdrawn(state: State, { locateId, at }: EventOf<'locateWithdrawn'>): void {
  const locate = knownLocate(state, locateId)
  settle(state, locate, { BUY: 'WITHDRAWN', SELL: 'WITHDRAWN' }, at)
  for (const side of directions) setAdvertStatus(state, advertIdOn(locate, side), 'LIVE')
}

export function evolveConnectionAgreed(state: State, event: EventOf<'connectionAgreed'>): void {
  const { at, agreementId, passwords } = event
  const locate = knownLocate(state, event.locateId)
  settle(state, locate, { BUY: 'ACCEPTED', SELL: 'ACCEPTED' }, at)
  locate.agreementId = agreementId
  for (const side of directions) {
    const advert = knownAdvert(state, advertIdOn(locate, side))
    const owner = ownerOn(state, locate, side)
    scoreOf(state, owner, { at, score: answerScores.accept, contraFirmId: locate.firmIds[opposite(side)] })
    advert.quantityRemaining = locate.residual[side]
    setAdvertStatus(state, advert.id, 'COMPLETED')
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
    const advert = knownAdvert(state, advertIdOn(locate, side))
    advert.locateId = null
    advert.frozenQuantity = null
    advert.decay = decayLineAfterLocate(state, advert, locate.locatedAt, at)
    const owner = ownerOn(state, locate, side)
    // Whoever had as many as allowed may be located again in everything (E10).
    if (owner.openLocates >= state.limits.openLocatesPerTrader) addTraderCandidates(state, owner)
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
    if ((state.index.hurdles[hurdle] ?? 0) > 0) return addTraderCandidates(state, owner)
}

/** A low rating that rested recovers a little (rules 14). */
export function evolveRatingAged(state: State, { traderId, at }: EventOf<'ratingAged'>): void {
  const owner = state.traders.get(traderId)
  if (!owner) throw new Error(`the journal names an unknown trader ${traderId}`)
  setLedger(state, owner, withAgeing(owner.ledger, at, state.limits))
  owner.quietDays -= state.limits.ageing.tradingDays
}

export function evolveBrokerConnected(state: State, { agreementId, side }: EventOf<'brokerConnected'>): void {
  const agreement = knownAgreement(state, agreementId)
  agreement.handed = { ...agreement.handed, [side]: true }
}

export function evolveExecution(
  state: State,
  event: EventOf<'executionConfirmed' | 'executionUndone'>,
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
