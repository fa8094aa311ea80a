import type { Command } from '../src/commands.ts'
import { decide } from '../src/decide.ts'
import type { Event } from '../src/events.ts'
import { apply, evolve, restlessSecurities, wake } from '../src/evolve.ts'
import { marketIsMeetable } from '../src/market.ts'
import type { Quote } from '../src/quote.ts'
import type { Decision } from '../src/refusals.ts'
import { snapshotOf, stateFrom } from '../src/snapshot.ts'
import { emptyState, type State } from '../src/state.ts'
import { type Chance, chanceOf } from './chance.ts'
import { checkConservation, checkState, checkTransitions, statusesOf } from './invariants.ts'
import { type Market, marketOf, quoteIn } from './market.ts'
import { matchesOf, oracle, quoteIsMeetable } from './oracle.ts'

export interface JournalEntry {
  readonly command: Command
  readonly events: readonly Event[]
}

/** What a day tells whoever watches it: each step, before and after. */
export type Watcher = (step: {
  state: State
  command: Command
  decision: Decision
  before: StateBefore
}) => void
export type StateBefore = ReturnType<typeof statusesOf>

export interface Day {
  readonly market: Market
  readonly chance: Chance
  state: State
  at: number
  readonly journal: JournalEntry[]
  readonly watch: Watcher
}

type WithoutMoment<C> = C extends Command ? Omit<C, 'at'> : never
export type Asked = WithoutMoment<Command>

export function newDay(seed: number, watch: Watcher): Day {
  const chance = chanceOf(seed)
  const market = marketOf(chance)
  const day: Day = { market, chance, state: emptyState(), at: market.opensAt, journal: [], watch }
  perform(day, { type: 'changeReference', reference: market.reference })
  for (const traderId of market.traderIds) perform(day, { type: 'setPresence', traderId, present: true })
  return day
}

/**
 * One command as the server would do it: decide, journal, evolve; with every invariant checked on the way.
 */
export function perform(day: Day, asked: Asked): Decision {
  const command = { ...asked, at: day.at } as Command
  const { state } = day
  const expected = command.type === 'sweep' ? expectedMatches(state, command) : null
  const bytesBefore = JSON.stringify(snapshotOf(state))
  const decision = decide(state, command)
  if (JSON.stringify(snapshotOf(state)) !== bytesBefore) throw new Error('deciding changed the state')
  const before = statusesOf(state)
  if ('events' in decision) {
    if (expected) agree(expected, decision.events)
    applyChecked(day, command, decision.events)
    if (decision.events.length > 0) day.journal.push({ command, events: decision.events })
  }
  day.watch({ state: day.state, command, decision, before })
  return decision
}

function applyChecked(day: Day, command: Command, events: readonly Event[]): void {
  apply(day.state, command, [])
  for (const event of events) {
    const before = statusesOf(day.state)
    evolve(day.state, event)
    checkTransitions(before, day.state, event)
    // Two events of one answer settle together: the state is whole after the last.
    checkState(day.state)
  }
  checkConservation(day.state)
}

type Sweep = Extract<Command, { type: 'sweep' }>

function expectedMatches(state: State, { quotes, at }: Sweep) {
  const isOpen = (quote: (typeof quotes)[number]): boolean => {
    const meetable = marketIsMeetable(state, quote, at)
    if (meetable && !quoteIsMeetable(state, quote, at))
      throw new Error('the engine meets at a quote the oracle refuses')
    return meetable
  }
  return oracle(state, quotes, at, isOpen)
}

function agree(expected: ReturnType<typeof oracle>, events: readonly Event[]): void {
  const located = matchesOf(events.filter((event) => event.type === 'contraLocated'))
  const [fast, slow] = [JSON.stringify(located), JSON.stringify(expected)]
  if (fast !== slow) throw new Error(`engine and oracle disagree: ${fast} against ${slow}`)
}

/** Sweeps as the server does: again and again, until a sweep finds nothing more. */
export function sweepAll(day: Day): void {
  for (let rounds = 0; rounds < 20; rounds += 1) {
    const { chance, state } = day
    const restless = restlessSecurities(state, day.at)
    const quotes = restless.flatMap((id) => {
      const security = state.securities.get(id)
      return security ? [quoteIn(chance, security, day.at)] : []
    })
    const decision = perform(day, { type: 'sweep', seed: chance.id(), quotes })
    if (!('events' in decision) || decision.events.length === 0) return
  }
  throw new Error('a sweep never comes to rest')
}

/** A restart: the state is folded anew from the journal, or from a snapshot of it. */
export function restart(day: Day, fromSnapshot: boolean): void {
  const was = JSON.stringify(snapshotOf(day.state))
  day.state = fromSnapshot ? stateFrom(JSON.parse(was)) : folded(day.journal)
  if (JSON.stringify(snapshotOf(day.state)) !== was) throw new Error('replay differs from the original')
}

export function folded(journal: readonly JournalEntry[]): State {
  const state = emptyState()
  for (const { events } of journal) for (const event of events) evolve(state, event)
  return state
}

/** Decides the journal's commands again and compares each entry's events. */
export function decideAgain(journal: readonly JournalEntry[]): void {
  const state = emptyState()
  for (const { command, events } of journal) {
    if (command.type === 'sweep') wake(state, command.at)
    const decision = decide(state, command)
    const again = JSON.stringify('events' in decision ? decision.events : decision)
    if (again !== JSON.stringify(events)) throw new Error(`decided again, ${command.type} differs`)
    apply(state, command, events)
  }
}

/** A quote of a security at this moment, good or spoiled by chance. */
export function quotedFor(day: Day, securityId: string): Quote | null {
  const security = day.state.securities.get(securityId)
  return security ? quoteIn(day.chance, security, day.at) : null
}
