import { type Direction, directions } from '@aitai/engine/model/advert.ts'
import type { Event } from '@aitai/engine/model/events.ts'
import type { BothSides, Locate } from '@aitai/engine/model/locate.ts'
import type { ScoredEvent, State } from '@aitai/engine/model/state.ts'
import { type AdvertHistories, type AutomaticLog, recordAdvert, recordAutomatic } from './adverts.ts'
import { type CountsByTrader, recordCounts } from './counts.ts'
import {
  type FailureLog,
  recordFailures,
  recordWithdrawals,
  scoresOf,
  type WithdrawalLog,
} from './failures.ts'
import { type DecayStarts, recordDecay } from './quantity-decay.ts'
import type { QuoteHistory } from './quote-history.ts'
import { copyOfRaises, emptyRaiseLog, type RaiseLog, recordRaises } from './raises.ts'
import { dayNumberOf, isOpenDay, startOfDay } from './trading-hours.ts'

/** A scored event, and the agreement that an accept led to: its broker may report it later (docs/rules.md §24). */
interface ScoredAnswer extends ScoredEvent {
  readonly agreementId: string | null
}

/** What a broker reported last about an agreement. */
interface NotExecutedReport {
  readonly at: number
  readonly atFault: BothSides<boolean>
}

/** What a broker reported last of an execution (docs/rules.md §24). */
export interface ReportedExecution {
  readonly quantity: number
  readonly price: number
  readonly executedAt: number
}

/**
 * The oracle's own data, derived from events and, for knockouts reached at an answer, from commands: never from the
 * state.
 */
export interface OracleMemory {
  readonly decayStarts: DecayStarts
  readonly adverts: AdvertHistories
  readonly automatic: AutomaticLog
  readonly counts: CountsByTrader
  /** The end of the cooldown of two institutions in a security (docs/rules.md §8). */
  readonly cooldowns: Map<string, number>
  readonly failures: FailureLog
  readonly withdrawals: WithdrawalLog
  readonly raises: RaiseLog
  /** By open locate, the sides whose knockout was reached when an answer arrived (docs/rules.md §8). */
  readonly knockedOutAtAnswer: Map<string, BothSides<boolean>>
  /** The time since which a market is not fresh. */
  readonly staleSince: Map<string, number>
  /** Every scored event, newest first, by trader. */
  readonly scored: Map<string, readonly ScoredAnswer[]>
  /** Trading days without a scored event, by trader, and the day of the last one, which does not count. */
  readonly daysWithoutScore: Map<string, number>
  readonly scoredOn: Map<string, number>
  /** By agreement, unless it was withdrawn. */
  readonly notExecuted: Map<string, NotExecutedReport>
  /** The executions of each agreement that were reported and not withdrawn, by id. */
  readonly executions: Map<string, ReadonlyMap<string, ReportedExecution>>
  readonly quoteHistoryOf: (securityId: string) => QuoteHistory
}

export const emptyMemory = (quoteHistoryOf: OracleMemory['quoteHistoryOf']): OracleMemory => ({
  decayStarts: new Map(),
  adverts: new Map(),
  automatic: new Map(),
  counts: new Map(),
  cooldowns: new Map(),
  failures: new Map(),
  withdrawals: new Map(),
  raises: emptyRaiseLog(),
  knockedOutAtAnswer: new Map(),
  staleSince: new Map(),
  scored: new Map(),
  daysWithoutScore: new Map(),
  scoredOn: new Map(),
  notExecuted: new Map(),
  executions: new Map(),
  quoteHistoryOf,
})

/** Data that can be changed without changing the given one. */
export const copyOf = (memory: OracleMemory): OracleMemory => ({
  decayStarts: new Map(memory.decayStarts),
  adverts: new Map(memory.adverts),
  automatic: new Map(memory.automatic),
  counts: new Map(memory.counts),
  cooldowns: new Map(memory.cooldowns),
  failures: new Map(memory.failures),
  withdrawals: new Map(memory.withdrawals),
  raises: copyOfRaises(memory.raises),
  knockedOutAtAnswer: new Map(memory.knockedOutAtAnswer),
  staleSince: new Map(memory.staleSince),
  scored: new Map(memory.scored),
  daysWithoutScore: new Map(memory.daysWithoutScore),
  scoredOn: new Map(memory.scoredOn),
  notExecuted: new Map(memory.notExecuted),
  executions: new Map(memory.executions),
  quoteHistoryOf: memory.quoteHistoryOf,
})

/** Two institutions in a security, in any order. */
const togetherIn = (firmIds: BothSides<string>, securityId: string): string =>
  `${[firmIds.BUY, firmIds.SELL].sort().join(' and ')} in ${securityId}`

/** The end of the cooldown of two institutions. */
export const cooldownUntil = (memory: OracleMemory, firmIds: BothSides<string>, securityId: string): number =>
  memory.cooldowns.get(togetherIn(firmIds, securityId)) ?? 0

/** Records an event, before the engine applies it. */
export function recordEvent(memory: OracleMemory, state: State, event: Event): void {
  recordRaises(memory.raises, memory.decayStarts, state, event)
  recordDecay(memory.decayStarts, state, event)
  recordAdvert(memory.adverts, state, event)
  recordAutomatic(memory.automatic, state, event)
  recordCounts(memory.counts, state, event)
  recordFailures(memory.failures, state, event)
  recordWithdrawals(memory.withdrawals, state, event)
  switch (event.type) {
    case 'marketStatusChanged': {
      const { staleSince } = memory
      if (event.error === null) staleSince.delete(event.securityId)
      else staleSince.set(event.securityId, staleSince.get(event.securityId) ?? event.at)
      return
    }
    case 'locateFailed':
    case 'locateWithdrawn': {
      const locate = state.locates.get(event.locateId)
      if (!locate) return
      memory.cooldowns.set(togetherIn(locate.firmIds, locate.securityId), event.cooldownUntil ?? 0)
      score(memory, locate, event.type === 'locateFailed' ? event.scores : scoresOf(event), event.at)
      return
    }
    case 'connectionAgreed': {
      const locate = state.locates.get(event.locateId)
      if (locate) score(memory, locate, { BUY: 100, SELL: 100 }, event.at, event.agreementId)
      return
    }
    case 'notExecutedReported':
      memory.notExecuted.set(event.agreementId, { at: event.at, atFault: event.atFault })
      return rescore(memory, state, event.agreementId, event.atFault)
    case 'notExecutedWithdrawn':
      memory.notExecuted.delete(event.agreementId)
      return rescore(memory, state, event.agreementId, { BUY: false, SELL: false })
    case 'executionReported':
    case 'executionCorrected': {
      const { quantity, price, executedAt } = event
      const others = memory.executions.get(event.agreementId) ?? []
      const reported = new Map([...others, [event.executionId, { quantity, price, executedAt }]])
      memory.executions.set(event.agreementId, reported)
      return
    }
    case 'executionWithdrawn': {
      const left = new Map(memory.executions.get(event.agreementId) ?? [])
      left.delete(event.executionId)
      memory.executions.set(event.agreementId, left)
      return
    }
    case 'ratingAged':
      append(memory, event.traderId, { at: event.at, score: 60, contraFirmId: null, agreementId: null })
      memory.daysWithoutScore.set(event.traderId, (memory.daysWithoutScore.get(event.traderId) ?? 0) - 5)
      return
    case 'tradingDayEnded':
      for (const id of state.traders.keys()) {
        const rested = tradingDaysAfter(memory.scoredOn.get(id) ?? 0, state, event.day)
        memory.daysWithoutScore.set(id, (memory.daysWithoutScore.get(id) ?? 0) + rested)
      }
      return
    default:
  }
}

/** The trading days that end now and began after a day: that of an event itself is not a day without one. */
function tradingDaysAfter(last: number, { day: first, calendar }: State, today: number): number {
  let count = 0
  for (let day = Math.max(first, last + 1); day < today; day += 1)
    if (isOpenDay(calendar, startOfDay(day))) count += 1
  return count
}

type Scores = Readonly<Record<Direction, number | null>>

function score(
  memory: OracleMemory,
  { traderIds, firmIds }: Locate,
  scores: Scores,
  at: number,
  agreementId: string | null = null,
): void {
  for (const [own, contra] of [
    ['BUY', 'SELL'],
    ['SELL', 'BUY'],
  ] as const) {
    const points = scores[own]
    if (points === null) continue
    append(memory, traderIds[own], { at, score: points, contraFirmId: firmIds[contra], agreementId })
    memory.daysWithoutScore.set(traderIds[own], 0)
    memory.scoredOn.set(traderIds[own], dayNumberOf(at))
  }
}

function append({ scored }: OracleMemory, traderId: string, event: ScoredAnswer): void {
  scored.set(traderId, [event, ...(scored.get(traderId) ?? [])])
}

/**
 * Scores the accepts of an agreement again, 0 for a side that did not follow through. Everything else about them
 * stays (docs/rules.md §24).
 */
function rescore(
  { scored }: OracleMemory,
  { agreements }: State,
  agreementId: string,
  atFault: BothSides<boolean>,
): void {
  for (const side of directions) {
    const traderId = agreements.get(agreementId)?.traderIds[side]
    if (traderId === undefined) throw new Error(`a report names agreement ${agreementId}, which is unknown`)
    const points = atFault[side] ? 0 : 100
    const events = scored.get(traderId) ?? []
    scored.set(
      traderId,
      events.map((each) => (each.agreementId === agreementId ? { ...each, score: points } : each)),
    )
  }
}

const ratings = new WeakMap<readonly ScoredEvent[], number>()

/** The events that count, newest first: the newest four of each contra, at most twenty (docs/rules.md §14). */
export const countedEvents = <E extends ScoredEvent>(scored: readonly E[]): E[] =>
  scored
    .filter(({ contraFirmId }, i) => {
      const newer = scored.slice(0, i).filter((each) => each.contraFirmId === contraFirmId)
      return contraFirmId === null || newer.length < 4
    })
    .slice(0, 20)

/** The weighted mean of the events that count, missing ones 60 (docs/rules.md §14). */
export function ratingFrom(scored: readonly ScoredEvent[] = []): number {
  const known = ratings.get(scored)
  if (known !== undefined) return known
  const counted = countedEvents(scored)
  let weighted = 0
  for (let i = 0; i < 20; i += 1) weighted += (20 - i) * (counted[i]?.score ?? 60)
  const rating = Math.max(1, Math.min(100, Math.floor((2 * weighted + 210) / 420)))
  ratings.set(scored, rating)
  return rating
}

/** A trader's rating by all scored events. */
export const ratingIn = ({ scored }: OracleMemory, traderId: string): number =>
  ratingFrom(scored.get(traderId))
