import type { AdvertStatus } from '../src/advert.ts'
import type { Command } from '../src/commands.ts'
import { decide } from '../src/decide.ts'
import type { Event } from '../src/events.ts'
import { evolve } from '../src/evolve.ts'
import { apply, wake } from '../src/hints.ts'
import type { Decision } from '../src/refusals.ts'
import { snapshotOf } from '../src/snapshot.ts'
import { emptyState, type State } from '../src/state.ts'
import { type Chance, chanceOf } from './chance.ts'
import { claim } from './claim.ts'
import { checkConservation, checkState } from './invariants.ts'
import { checkEvent, checkLatched, checkNothingElseTurned } from './invariants-events.ts'
import { checkIndex } from './invariants-index.ts'
import { type Market, marketOf } from './market.ts'
import { agree, expectedOf } from './oracle.ts'
import { checkAdverts } from './oracle-adverts.ts'
import { expectedOfCommand } from './oracle-commands.ts'
import { countsOf } from './oracle-counts.ts'
import { linesOf } from './oracle-events.ts'
import { emptyMemory, type Memory, ratingIn, remember } from './oracle-memory.ts'
import { emptyReel } from './oracle-reel.ts'
import { judgeTerms } from './oracle-terms.ts'
import { type Prices, pricesFrom } from './prices.ts'

export interface JournalEntry {
  readonly command: Command
  readonly events: readonly Event[]
}

/** What a day tells whoever watches it. */
export interface Watcher {
  /** Each event, before the state takes it. */
  happens(day: Day, event: Event): void
  /** Each command, after the state took its events. */
  done(day: Day, command: Command, decision: Decision): void
  /** The server stopped, and started with what it had written. */
  restarted(day: Day, fromSnapshot: boolean): void
}

export interface Day {
  readonly market: Market
  readonly chance: Chance
  readonly prices: Prices
  /** What the oracle judges by. */
  memory: Memory
  /** The status each advert had after the last event. */
  readonly statuses: Map<string, AdvertStatus>
  /** The adverts whose advertising trigger had fired when they were last looked at. */
  fired: ReadonlySet<string>
  state: State
  at: number
  readonly journal: JournalEntry[]
  /** A snapshot of the past, and how much of the journal it holds. */
  kept: { readonly snapshot: string; readonly entries: number } | null
  commands: number
  readonly watch: Watcher
}

type WithoutMoment<C> = C extends Command ? Omit<C, 'at'> : never
export type Asked = WithoutMoment<Command>

export function newDay(seed: number, watch: Watcher): Day {
  const chance = chanceOf(seed)
  const market = marketOf(chance)
  const prices = pricesFrom(market.reference.securities, market.opensAt)
  const reels: Memory['reels'] = (securityId) => prices.walks.get(securityId)?.reel ?? emptyReel()
  const day: Day = {
    market,
    chance,
    prices,
    memory: emptyMemory(reels),
    statuses: new Map(),
    fired: new Set(),
    state: emptyState(),
    at: market.opensAt,
    journal: [],
    kept: null,
    commands: 0,
    watch,
  }
  perform(day, { type: 'changeReference', reference: market.reference })
  for (const traderId of market.traderIds) perform(day, { type: 'setPresence', traderId, present: true })
  return day
}

/** Looking at the whole state costs more than a command, so it is done after one in so many. */
const every = { purity: 8, state: 4, index: 16 }

/**
 * One command as the server would do it: decide, journal, evolve; judged by the oracle, with the invariants
 * checked on the way.
 */
export function perform(day: Day, asked: Asked): Decision {
  const command = { ...asked, at: day.at } as Command
  if (command.type === 'sweep') wake(day.state, command.at)
  const decision = decidePurely(day, command)
  judgeDecision(day, command, decision)
  if ('events' in decision) {
    applyChecked(day, command, decision.events)
    if (decision.events.length > 0) day.journal.push({ command, events: decision.events })
  }
  day.commands += 1
  if (day.commands % every.state === 0) checkWhole(day)
  if (day.commands % every.index === 0) checkIndex(day.state, day.at)
  day.watch.done(day, command, decision)
  return decision
}

/** Everything that holds of a state between two commands. */
export function checkWhole(day: Day): void {
  const { state, statuses, memory } = day
  checkState(state)
  for (const { traderId, rating, quietDays, counts } of state.traders.values()) {
    claim(rating === ratingIn(memory, traderId), 'a rating is what the answers make it')
    claim(quietDays === (memory.quiet.get(traderId) ?? 0), 'a rest is as long as it was')
    const counted = JSON.stringify(countsOf(memory.counts, traderId))
    claim(JSON.stringify(counts) === counted, 'the counts of the profile count what happened')
  }
  checkAdverts(memory.adverts, state)
  checkConservation(state)
  checkNothingElseTurned(statuses, state)
  day.fired = checkLatched(day.fired, state)
}

function decidePurely({ state, commands }: Day, command: Command): Decision {
  if (commands % every.purity !== 0) return decide(state, command)
  const before = JSON.stringify(snapshotOf(state))
  const decision = decide(state, command)
  if (JSON.stringify(snapshotOf(state)) !== before) throw new Error('deciding changed the state')
  return decision
}

function judgeDecision({ state, memory }: Day, command: Command, decision: Decision): void {
  if (command.type === 'sweep') {
    if ('refusal' in decision) throw new Error('a sweep was refused')
    return agree(memory, expectedOf(memory, state, command), state, decision.events, command.at)
  }
  const expected = expectedOfCommand(memory, state, command)
  const done =
    'refusal' in decision ? [decision.refusal.errorCode] : decision.events.map((event) => linesOf(event))
  if (done.join('\n') !== expected.join('\n'))
    throw new Error(`${command.type} came to "${done.join('; ')}", the oracle says "${expected.join('; ')}"`)
}

function applyChecked(day: Day, command: Command, events: readonly Event[]): void {
  const { state, memory, statuses, watch } = day
  apply(state, command, [])
  for (const event of events) {
    watch.happens(day, event)
    judgeTerms(state, event)
    remember(memory, state, event)
    evolve(state, event)
    checkEvent(statuses, state, event)
  }
}
