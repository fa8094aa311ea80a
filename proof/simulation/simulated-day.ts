import { decide } from '@aitai/engine/decide.ts'
import { evolve } from '@aitai/engine/evolve/evolve.ts'
import { snapshotOf } from '@aitai/engine/evolve/snapshot.ts'
import { addCandidatesAfterCooldown, dropMatchedCandidates } from '@aitai/engine/matching/candidates.ts'
import type { AdvertStatus } from '@aitai/engine/model/advert.ts'
import type { Command } from '@aitai/engine/model/commands.ts'
import type { Event } from '@aitai/engine/model/events.ts'
import type { Decision } from '@aitai/engine/model/refusals.ts'
import { emptyState, type ScoredEvent, type State } from '@aitai/engine/model/state.ts'
import { createRandom, type Random } from '../harness/random.ts'
import {
  checkEvent,
  checkNoOtherStatusChange,
  checkTriggersStayFired,
} from './invariants/event-invariants.ts'
import { checkIndex } from './invariants/index-invariants.ts'
import { assertInvariant, checkConservation, checkState } from './invariants/state-invariants.ts'
import { checkAdverts, checkAutomatic } from './oracle/adverts.ts'
import { expectedOfCommand } from './oracle/commands.ts'
import { countsOf } from './oracle/counts.ts'
import { eventText } from './oracle/event-text.ts'
import { countedEvents, emptyMemory, type OracleMemory, ratingIn, recordEvent } from './oracle/memory.ts'
import { emptyQuoteHistory } from './oracle/quote-history.ts'
import { checkSweep, expectedSweep } from './oracle/sweep.ts'
import { checkTerms } from './oracle/terms.ts'
import { drawMarket, type SimulatedMarket } from './world/market.ts'
import { pricesFrom, type SimulatedPrices } from './world/prices.ts'

export interface JournalEntry {
  readonly command: Command
  readonly events: readonly Event[]
}

/** Callbacks during a day. */
export interface DayObserver {
  /** Each event, before it is applied. */
  happens(day: SimulatedDay, event: Event): void
  /** Each command, after its events were applied. */
  done(day: SimulatedDay, command: Command, decision: Decision): void
  /** The server stopped and started from its journal. */
  restarted(day: SimulatedDay, fromSnapshot: boolean): void
}

export interface SimulatedDay {
  readonly market: SimulatedMarket
  readonly chance: Random
  readonly prices: SimulatedPrices
  /** The oracle's data. */
  memory: OracleMemory
  /** The status of each advert after the last event. */
  readonly statuses: Map<string, AdvertStatus>
  /** The adverts whose advertising trigger had fired at the last check. */
  fired: ReadonlySet<string>
  state: State
  at: number
  readonly journal: JournalEntry[]
  /** A past snapshot, and the number of journal entries in it. */
  kept: { readonly snapshot: string; readonly entries: number } | null
  commands: number
  /** Null for a day without checks. */
  readonly watch: DayObserver | null
}

type WithoutTime<C> = C extends Command ? Omit<C, 'at'> : never
export type UntimedCommand = WithoutTime<Command>

/** The days of a seed. Without an observer they are compared neither with the oracle nor with the invariants. */
export function newSimulatedDay(
  seed: number,
  watch: DayObserver | null,
  draw: (chance: Random) => SimulatedMarket = drawMarket,
): SimulatedDay {
  const chance = createRandom(seed)
  const market = draw(chance)
  const prices = pricesFrom(market.reference.securities, market.opensAt)
  const quoteHistoryOf: OracleMemory['quoteHistoryOf'] = (securityId) =>
    prices.walks.get(securityId)?.quoteHistory ?? emptyQuoteHistory()
  const day: SimulatedDay = {
    market,
    chance,
    prices,
    memory: emptyMemory(quoteHistoryOf),
    statuses: new Map(),
    fired: new Set(),
    state: emptyState(),
    at: market.opensAt,
    journal: [],
    kept: null,
    commands: 0,
    watch,
  }
  performOnDay(day, { type: 'changeReference', reference: market.reference })
  for (const traderId of market.traderIds) performOnDay(day, { type: 'setPresence', traderId, present: true })
  return day
}

/** Checking the whole state costs more than a command, so it happens only after some commands. */
const every = { purity: 8, state: 4, index: 16 }

/**
 * Runs one command as the server does: decide, append to the journal, evolve; and compares it with the oracle
 * and the invariants.
 */
export function performOnDay(day: SimulatedDay, input: UntimedCommand): Decision {
  const command = { ...input, at: day.at } as Command
  if (command.type === 'sweep') addCandidatesAfterCooldown(day.state, command.at)
  if (!day.watch) return performUnchecked(day, command)
  const decision = decidePurely(day, command)
  checkDecision(day, command, decision)
  if ('events' in decision) {
    applyChecked(day, command, decision.events)
    if (decision.events.length > 0) day.journal.push({ command, events: decision.events })
  }
  day.commands += 1
  if (day.commands % every.state === 0) checkDay(day)
  if (day.commands % every.index === 0) checkIndex(day.state, day.at)
  day.watch.done(day, command, decision)
  return decision
}

function performUnchecked({ state, memory, journal }: SimulatedDay, command: Command): Decision {
  const decision = decide(state, command)
  if ('refusal' in decision) return decision
  dropMatchedCandidates(state, command)
  for (const event of decision.events) {
    // The actions of people depend on the memory too, such as corrections of reports.
    recordEvent(memory, state, event)
    evolve(state, event)
  }
  if (decision.events.length > 0) journal.push({ command, events: decision.events })
  return decision
}

/** The invariants of a state between two commands. */
export function checkDay(day: SimulatedDay): void {
  const { state, statuses, memory } = day
  checkState(state)
  for (const { traderId, rating, ledger, counts } of state.traders.values()) {
    assertInvariant(rating === ratingIn(memory, traderId), 'a rating is what the answers make it')
    checkLedger(ledger, memory.scored.get(traderId) ?? [])
    const counted = JSON.stringify(countsOf(memory.counts, traderId))
    assertInvariant(JSON.stringify(counts) === counted, 'the counts of the profile count what happened')
  }
  checkReports(day)
  checkAdverts(memory.adverts, state)
  checkAutomatic(memory.automatic, state)
  checkConservation(state)
  checkNoOtherStatusChange(statuses, state)
  day.fired = checkTriggersStayFired(day.fired, state)
}

/** A trader's ledger has the events that count, whatever was reported since (docs/rules.md §14, §24). */
function checkLedger(ledger: readonly ScoredEvent[], scored: readonly ScoredEvent[]): void {
  const text = (events: readonly ScoredEvent[]): string =>
    events.map(({ at, score, contraFirmId }) => `${at} ${score} ${contraFirmId}`).join('\n')
  assertInvariant(text(ledger) === text(countedEvents(scored)), 'a ledger has the events that count')
}

/** An agreement has the last report of its broker that was not withdrawn (docs/rules.md §24). */
function checkReports({ state, memory }: SimulatedDay): void {
  for (const { agreementId, notExecuted, executions = [] } of state.agreements.values()) {
    const reported = [...(memory.executions.get(agreementId) ?? [])]
    const terms = executions.map(({ executionId, quantity, price, executedAt }) => [
      executionId,
      { quantity, price, executedAt },
    ])
    assertInvariant(
      JSON.stringify(terms) === JSON.stringify(reported),
      'an agreement has the executions that were not withdrawn',
    )
    const expected = memory.notExecuted.get(agreementId)
    assertInvariant(
      notExecuted?.at === expected?.at &&
        notExecuted?.atFault.BUY === expected?.atFault.BUY &&
        notExecuted?.atFault.SELL === expected?.atFault.SELL,
      'an agreement has the last report that was not withdrawn',
    )
  }
}

function decidePurely({ state, commands }: SimulatedDay, command: Command): Decision {
  if (commands % every.purity !== 0) return decide(state, command)
  const before = JSON.stringify(snapshotOf(state))
  const decision = decide(state, command)
  if (JSON.stringify(snapshotOf(state)) !== before) throw new Error('deciding changed the state')
  return decision
}

function checkDecision({ state, memory }: SimulatedDay, command: Command, decision: Decision): void {
  if (command.type === 'sweep') {
    if ('refusal' in decision) throw new Error('a sweep was refused')
    return checkSweep(expectedSweep(memory, state, command), decision.events, command.at)
  }
  const expected = expectedOfCommand(memory, state, command)
  const done =
    'refusal' in decision ? [decision.refusal.errorCode] : decision.events.map((event) => eventText(event))
  if (done.join('\n') !== expected.join('\n'))
    throw new Error(`${command.type} came to "${done.join('; ')}", the oracle says "${expected.join('; ')}"`)
}

function applyChecked(day: SimulatedDay, command: Command, events: readonly Event[]): void {
  const { state, memory, statuses, watch } = day
  dropMatchedCandidates(state, command)
  for (const event of events) {
    watch?.happens(day, event)
    checkTerms(memory, state, event)
    recordEvent(memory, state, event)
    evolve(state, event)
    checkEvent(statuses, state, event)
  }
}
