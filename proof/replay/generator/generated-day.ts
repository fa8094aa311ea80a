import type { Direction } from '@aitai/engine/adverts/advert.ts'
import type { Command } from '@aitai/engine/commands.ts'
import { decide } from '@aitai/engine/decide.ts'
import type { Event } from '@aitai/engine/events.ts'
import type { Answer } from '@aitai/engine/locates/locate.ts'
import {
  addCandidatesAfterCooldown,
  applyEvents,
  marketHasEffect,
  mayHoldMatch,
  securitiesToMatch,
} from '@aitai/engine/matching/candidates.ts'
import { emptyState, type State } from '@aitai/engine/state/state.ts'
import { createRandom, type Random } from '../../harness/random.ts'
import { drawMarketSettings, type MarketSettings, referenceData } from './market.ts'
import { newQuoteSource, nextSighting, type QuoteSource } from './quotes.ts'

/**
 * A day as a server journals it, for replays, which need many commands and no checks: correctness is the
 * subject of the simulation.
 */
export interface Entry {
  readonly command: Command
  readonly events: readonly Event[]
}

/** An answer that somebody will give. */
export interface PlannedAnswer {
  readonly at: number
  readonly locateId: string
  readonly direction: Direction
  readonly answer: Answer
}

export interface GeneratedDay {
  readonly chance: Random
  readonly setting: MarketSettings
  readonly state: State
  readonly quoting: QuoteSource
  at: number
  readonly traderIds: readonly string[]
  readonly securityIds: readonly string[]
  /** Ids that actions can refer to; some may no longer exist. */
  readonly adverts: string[]
  readonly agreements: string[]
  coming: PlannedAnswer[]
  /** The securities that changed since the last sweep. */
  readonly touched: Set<string>
  /** Entries that the writer of the journal has not taken yet. */
  readonly fresh: Entry[]
}

type WithoutMoment<C> = C extends Command ? Omit<C, 'at'> : never

/** One seed, one day. The market is random too, unless it is given. */
export function newGeneratedDay(seed: number, setting?: MarketSettings): GeneratedDay {
  const chance = createRandom(seed)
  const where = setting ?? drawMarketSettings(chance)
  const reference = referenceData(chance, where)
  const day: GeneratedDay = {
    chance,
    setting: where,
    state: emptyState(),
    quoting: newQuoteSource(),
    at: where.opensAt,
    traderIds: reference.traders.map(({ traderId }) => traderId),
    securityIds: reference.securities.map(({ securityId }) => securityId),
    adverts: [],
    agreements: [],
    coming: [],
    touched: new Set(),
    fresh: [],
  }
  performOnGeneratedDay(day, { type: 'changeReference', reference })
  for (const traderId of day.traderIds)
    performOnGeneratedDay(day, { type: 'setPresence', traderId, present: true })
  return day
}

/** Decides and applies a command as the server does. Returns the events, none if it was refused. */
export function performOnGeneratedDay(day: GeneratedDay, input: WithoutMoment<Command>): readonly Event[] {
  const command = { ...input, at: day.at } as Command
  if (command.type === 'sweep') addCandidatesAfterCooldown(day.state, day.at)
  const decision = decide(day.state, command)
  if ('refusal' in decision) return []
  applyEvents(day.state, command, decision.events)
  if (decision.events.length > 0) day.fresh.push({ command, events: decision.events })
  return decision.events
}

/** Sweeps the changed securities until nothing happens, like a server on its next ticks. */
export function sweepTouched(day: GeneratedDay): void {
  const { state, chance } = day
  for (let rounds = 0; rounds < 20; rounds += 1) {
    addCandidatesAfterCooldown(state, day.at)
    const sightings = [...day.touched]
      .sort()
      .map((id) => nextSighting(day.quoting, chance, state, id, day.at))
      .filter((each) => mayHoldMatch(state, each.securityId) || marketHasEffect(state, each, day.at))
    const events = performOnGeneratedDay(day, { type: 'sweep', seed: `${day.at}-${rounds}`, sightings })
    for (const event of events) notice(day, event)
    if (events.length === 0) break
  }
  day.touched.clear()
}

/** Some answer at once, some late, some never; a few decline. */
function notice({ state, chance, coming, touched }: GeneratedDay, event: Event): void {
  if ('advertId' in event) touched.add(state.adverts.get(event.advertId)?.securityId as string)
  if (event.type !== 'contraLocated') return
  touched.add(event.securityId)
  for (const direction of ['BUY', 'SELL'] as const) {
    const owner = state.locates.get(event.locateId)?.traderIds[direction] ?? ''
    const isCareless = /^firm-\d*[27]-/.test(owner)
    if (chance.happens(isCareless ? 0.5 : 0.05)) continue
    const answer = chance.happens(isCareless ? 0.5 : 0.85) ? 'ACCEPT' : 'DECLINE'
    coming.push({ at: event.at + chance.between(500, 29_000), locateId: event.locateId, direction, answer })
  }
}

/** Some securities are swept without any action in them, because their markets change all the same. */
export function touchSomeSecurities(day: GeneratedDay): void {
  const { chance, securityIds, touched, state } = day
  for (let i = 0; i < 3; i += 1) touched.add(chance.oneOf(securityIds))
  for (const id of securitiesToMatch(state, day.at).slice(0, 5)) touched.add(id)
}
