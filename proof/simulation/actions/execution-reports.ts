import { type Direction, directions } from '@aitai/engine/model/advert.ts'
import type { ConnectionAgreement } from '@aitai/engine/model/connection-agreement.ts'
import type { BothSides } from '@aitai/engine/model/locate.ts'
import { yen } from '@aitai/engine/model/price.ts'
import { countedEvents, type ReportedExecution } from '../oracle/memory.ts'
import { dateOf } from '../oracle/trading-hours.ts'
import { performOnDay, type SimulatedDay } from '../simulated-day.ts'
import { sweepUntilIdle } from './sweeps.ts'

/* Reports of executing brokers about an execution, or that there was none (docs/rules.md §24). */

export function reportNotExecuted(day: SimulatedDay): void {
  const { chance, memory } = day
  const agreement = drawAgreement(day)
  if (!agreement) return
  const { agreementId } = agreement
  const reported = memory.notExecuted.get(agreementId)
  const repeats = chance.happens(0.3)
  const atFault = reported && repeats ? reported.atFault : drawFault(day, agreement)
  if (!atFault) return
  performOnDay(day, { type: 'reportNotExecuted', agreementId, atFault, ...drawBroker(day, agreement) })
  // A correction can raise a rating or free a budget: all markets are swept, so that the hints must name them.
  if (reported && chance.happens(0.5)) sweepUntilIdle(day, true)
}

export function withdrawNotExecuted(day: SimulatedDay): void {
  const { chance, state, memory } = day
  const reported = [...memory.notExecuted.keys()]
    .map((id) => state.agreements.get(id))
    .filter((each) => !!each)
  const agreement = reported.length > 0 && chance.happens(0.9) ? chance.oneOf(reported) : drawAgreement(day)
  if (!agreement) return
  const { agreementId } = agreement
  performOnDay(day, { type: 'withdrawNotExecuted', agreementId, ...drawBroker(day, agreement) })
  if (chance.happens(0.5)) sweepUntilIdle(day, true)
}

/**
 * Mostly an agreement of today with a trader who walks away, sometimes one that no rating counts any more, and
 * sometimes any, also of an earlier day.
 */
function drawAgreement(day: SimulatedDay): ConnectionAgreement | null {
  const { chance, state, market, at } = day
  const all = [...state.agreements.values()]
  if (all.length === 0) return null
  const ofToday = all.filter(({ agreedAt }) => dateOf(agreedAt) === dateOf(at))
  const broken = ofToday.filter(({ traderIds }) =>
    directions.some((side) => market.walkAways.includes(traderIds[side])),
  )
  const old = ofToday.filter((agreement) => directions.some((side) => hasLeftRating(day, agreement, side)))
  if (old.length > 0 && chance.happens(0.5)) return chance.oneOf(old)
  const draw = chance.next()
  if (draw < 0.7 && broken.length > 0) return chance.oneOf(broken)
  return draw < 0.9 && ofToday.length > 0 ? chance.oneOf(ofToday) : chance.oneOf(all)
}

/** Whether the accept of a side is no longer among the events that its trader's rating counts (docs/rules.md §14). */
export function hasLeftRating(
  { memory }: Pick<SimulatedDay, 'memory'>,
  { agreementId, traderIds }: ConnectionAgreement,
  side: Direction,
): boolean {
  const counted = countedEvents(memory.scored.get(traderIds[side]) ?? [])
  return counted.every((each) => each.agreementId !== agreementId)
}

/** The sides that walked away; sometimes the broker names others, which it may correct. Null if nobody did. */
function drawFault(
  { chance, market }: SimulatedDay,
  { traderIds }: ConnectionAgreement,
): BothSides<boolean> | null {
  const isWrong = chance.happens(0.25)
  const walkedAway = (side: Direction): boolean =>
    isWrong ? chance.happens(0.5) : market.walkAways.includes(traderIds[side])
  const atFault = { BUY: walkedAway('BUY'), SELL: walkedAway('SELL') }
  return atFault.BUY || atFault.SELL || isWrong ? atFault : null
}

const drawBroker = ({ chance, market }: SimulatedDay, { brokerId }: ConnectionAgreement) => ({
  brokerId: chance.happens(0.9) ? brokerId : chance.oneOf(market.brokerIds),
  brokerUserId: chance.oneOf(['broker-user', 'broker-user2']),
})

/** The broker reports an execution: mostly a part or all of what is left, sometimes with a mistake. */
export function reportExecution(day: SimulatedDay): void {
  const { chance } = day
  const agreement = drawAgreement(day)
  if (!agreement) return
  const { agreementId } = agreement
  const executionId = chance.id()
  const terms = drawExecution(day, agreement)
  const by = drawBroker(day, agreement)
  performOnDay(day, { type: 'reportExecution', agreementId, executionId, ...terms, ...by })
}

/** Corrects an execution, sometimes to what it is already, or withdraws it. */
export function changeExecution(day: SimulatedDay): void {
  const { chance, state, memory } = day
  const reported = [...memory.executions].flatMap(([agreementId, executions]) =>
    [...executions].map(([executionId, terms]) => ({ agreementId, executionId, terms })),
  )
  if (reported.length === 0) return reportExecution(day)
  const { agreementId, executionId, terms } = chance.oneOf(reported)
  const agreement = state.agreements.get(agreementId)
  if (!agreement) return
  const by = { agreementId, executionId, ...drawBroker(day, agreement) }
  if (chance.happens(0.4)) performOnDay(day, { type: 'withdrawExecution', ...by })
  const again = chance.happens(0.2) ? terms : drawExecution(day, agreement)
  performOnDay(day, { type: 'correctExecution', ...again, ...by })
}

function drawExecution(day: SimulatedDay, agreement: ConnectionAgreement): ReportedExecution {
  const { chance, at, memory } = day
  const { agreementId, locationQuantity, midPrice, locateTime } = agreement
  const reported = [...(memory.executions.get(agreementId)?.values() ?? [])]
  const left = reported.reduce((rest, { quantity }) => rest - quantity, locationQuantity)
  const tenYen = Math.max(1, Math.round(midPrice / (10 * yen))) * 10 * yen
  return {
    quantity: chance.weighted([
      [6, Math.max(1, left)],
      [6, Math.max(1, Math.ceil(left / 2))],
      [1, locationQuantity],
      [1, left + 100],
      [0.5, 0],
    ]),
    price: chance.weighted([
      [6, midPrice],
      [4, tenYen],
      [1, tenYen + chance.between(1, 20) * (yen / 10)],
      [0.5, midPrice + 1],
    ]),
    executedAt: chance.weighted([
      [8, chance.between(locateTime, at)],
      [0.5, locateTime - 1],
      [0.5, at + 1],
    ]),
  }
}
