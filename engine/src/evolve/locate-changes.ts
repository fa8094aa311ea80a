import { resumesAfter } from '../adverts/automatic.ts'
import { decayLineAfterLocate } from '../adverts/quantity-decay.ts'
import { tradingDay } from '../calendar/trading-days.ts'
import { failuresOn } from '../locates/locate-outcome.ts'
import { type Direction, directions } from '../model/advert.ts'
import type { ConnectionAgreement } from '../model/connection-agreement.ts'
import { addDue, dropDue } from '../model/due-queue.ts'
import type { EventOf } from '../model/events.ts'
import { advertIdOn, type BothSides, type Locate, type Outcome, opposite } from '../model/locate.ts'
import { knownAdvert, knownLocate, knownTrader, securityOf } from '../model/lookups.ts'
import { firmPairKey, firmSecurityKey, type State } from '../model/state.ts'
import { addOpenLocate, removeOpenLocate } from '../model/state-index.ts'
import { setAdvertStatus } from './advert-changes.ts'
import { countFailures, countWithdrawal } from './failures.ts'
import { setHandovers } from './handover-changes.ts'
import { addScore, addTraderCandidates } from './trader-changes.ts'

/*
 * The changes that the events of a locate make.
 */

const bothSides = <T>(of: (side: Direction) => T): BothSides<T> => ({ BUY: of('BUY'), SELL: of('SELL') })

/** Two adverts are located: their terms are frozen, and both traders have to answer. */
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
    knockedOut: { BUY: false, SELL: false },
    outcome: null,
    settledAt: null,
    agreementId: null,
  }
  state.locates.set(locate.locateId, locate)
  addOpenLocate(state.index, locate)
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
    const advert = knownAdvert(state, advertIdOn(locate, side))
    if (resumesAfter(state, advert, event.outcome[side])) advert.automaticSince = event.at
    setAdvertStatus(state, advert.id, 'PAUSED')
  }
  countFailures(
    state,
    locate,
    bothSides((side) => isFailure(event.outcome[side])),
    event.at,
  )
  setCooldown(state, locate, event.cooldownUntil, 1, event.at)
}

/** A decline, excused or not, or a timeout (docs/rules.md §21). */
const isFailure = (outcome: Outcome): boolean => outcome === 'DECLINED' || outcome === 'TIMED_OUT'

/**
 * A watched condition failed. The side that is scored caused it by its own knockout and is treated like one that
 * declined; the other advert goes on (docs/rules.md §8).
 */
export function withdrawLocate(state: State, event: EventOf<'locateWithdrawn'>): void {
  const { at, scores, cooldownUntil } = event
  const locate = knownLocate(state, event.locateId)
  const isScored = bothSides((side) => scores[side] !== null)
  closeLocate(state, locate, { BUY: 'WITHDRAWN', SELL: 'WITHDRAWN' }, at)
  for (const side of directions) {
    const score = scores[side]
    const owner = knownTrader(state, locate.traderIds[side])
    if (score !== null) addScore(state, owner, { at, score, contraFirmId: locate.firmIds[opposite(side)] })
    setAdvertStatus(state, advertIdOn(locate, side), isScored[side] ? 'PAUSED' : 'LIVE')
  }
  const hasFailed = isScored.BUY || isScored.SELL
  if (hasFailed) countFailures(state, locate, isScored, at)
  else countWithdrawal(state, locate, at)
  setCooldown(state, locate, cooldownUntil, hasFailed ? 1 : 0, at)
}

function setCooldown(state: State, locate: Locate, until: number, failed: 0 | 1, at: number): void {
  const pair = firmPairKey(locate.firmIds.BUY, locate.firmIds.SELL, locate.securityId)
  const failures = failuresOn(state, pair, at) + failed
  state.cooldowns.set(pair, { until, failures, day: tradingDay(at) })
  addDue(state.index.cooldownEnds, until, pair)
}

/** Ends a locate for both sides. Quantity decay continues from where it was frozen. */
export function closeLocate(state: State, locate: Locate, outcome: BothSides<Outcome>, at: number): void {
  locate.outcome = outcome
  locate.settledAt = at
  removeOpenLocate(state.index, locate)
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
  const agreement: ConnectionAgreement = {
    agreementId,
    locateId,
    securityId,
    brokerId,
    locationQuantity: locateQuantity,
    midPrice,
    tickTable: securityOf(state, securityId).tickTable,
    legs,
    traderIds,
    firmIds,
    passwords,
    locateTime: locate.locatedAt,
    agreedAt: at,
    received: { BUY: false, SELL: false },
    handed: { BUY: false, SELL: false },
    lastChange: { BUY: null, SELL: null },
    executions: [],
  }
  state.agreements.set(agreementId, agreement)
  setHandovers(state, agreement)
}
