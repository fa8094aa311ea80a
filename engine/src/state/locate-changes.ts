import { type Direction, directions } from '../adverts/advert.ts'
import { decayLineAfterLocate } from '../adverts/quantity-decay.ts'
import { tradingDay } from '../calendar/calendar.ts'
import type { EventOf } from '../events.ts'
import { advertIdOn, type BothSides, type Locate, type Outcome, opposite } from '../locates/locate.ts'
import { setAdvertStatus } from './advert-changes.ts'
import { addDue, dropDue } from './due-queue.ts'
import { knownAdvert, knownLocate, knownTrader } from './lookups.ts'
import { failuresOn, firmPairKey, firmSecurityKey, type State } from './state.ts'
import { addScore, addTraderCandidates } from './trader-changes.ts'

/*
 * The changes that the events of a locate make.
 */

const bothSides = <T>(of: (side: Direction) => T): BothSides<T> => ({ BUY: of('BUY'), SELL: of('SELL') })

/** Two adverts are located: their terms are frozen, and both traders are asked. */
export function openLocate(state: State, event: EventOf<'contraLocated'>): void {
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
    const owner = knownTrader(state, advert.traderId)
    advert.locateId = locate.locateId
    advert.frozenQuantity = locate.locateQuantity + locate.residual[side]
    owner.openLocates += 1
    owner.counts.locate += 1
    state.lastLocates.set(firmSecurityKey(advert.firmId, advert.securityId), { at, direction: side })
    setAdvertStatus(state, advert.id, 'ACCEPT/DECLINE?')
  }
}

/** Not both accepted: each side is scored for its answer, both adverts pause, and a cooldown begins. */
export function failLocate(state: State, event: EventOf<'locateFailed'>): void {
  const locate = knownLocate(state, event.locateId)
  closeLocate(state, locate, event.outcome, event.at)
  for (const side of directions) {
    const owner = knownTrader(state, locate.traderIds[side])
    const score = event.scores[side]
    const contraFirmId = locate.firmIds[opposite(side)]
    if (score !== null) addScore(state, owner, { at: event.at, score, contraFirmId })
    if (event.outcome[side] === 'TIMED_OUT') owner.counts.timeout += 1
    setAdvertStatus(state, advertIdOn(locate, side), 'PAUSED')
  }
  const pair = firmPairKey(locate.firmIds.BUY, locate.firmIds.SELL, locate.securityId)
  const failures = failuresOn(state, pair, event.at) + 1
  state.cooldowns.set(pair, { until: event.cooldownUntil, failures, day: tradingDay(event.at) })
  addDue(state.index.cooldownEnds, event.cooldownUntil, pair)
}

/** Ends a locate for both sides. Quantity decay continues from where it was frozen. */
export function closeLocate(state: State, locate: Locate, outcome: BothSides<Outcome>, at: number): void {
  locate.outcome = outcome
  locate.settledAt = at
  state.index.openLocates.delete(locate.locateId)
  for (const side of directions) {
    const advert = knownAdvert(state, advertIdOn(locate, side))
    advert.locateId = null
    advert.frozenQuantity = null
    advert.decay = decayLineAfterLocate(state, advert, locate.locatedAt, at)
    const owner = knownTrader(state, locate.traderIds[side])
    // A trader who was at the limit of open locates can be located again in every security (E10).
    if (owner.openLocates >= state.limits.openLocatesPerTrader) addTraderCandidates(state, owner)
    owner.openLocates -= 1
  }
  dropDue(state.index.deadlines, Number.POSITIVE_INFINITY, (id) => state.index.openLocates.has(id))
}

/** Records the agreement of a locate that both sides accepted. */
export function addAgreement(state: State, locate: Locate, event: EventOf<'connectionAgreed'>): void {
  const { at, agreementId, passwords } = event
  const { locateId, securityId, brokerId, locateQuantity, midPrice, legs, traderIds, firmIds } = locate
  locate.agreementId = agreementId
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
