import type { Command } from '../src/commands.ts'
import type { Event } from '../src/events.ts'
import { evolve } from '../src/evolve.ts'
import { apply, marketMatters, restlessSecurities, watchedSecurities } from '../src/hints.ts'
import type { Reference } from '../src/reference.ts'
import type { Decision } from '../src/refusals.ts'
import { emptyState, type State } from '../src/state.ts'
import type { Asked } from './secrecy-outside.ts'
import type { Kind, Platform, Shown } from './secrecy-platform.ts'
import type { Scene, Surroundings } from './secrecy-view.ts'

/** One thing that somebody saw, as text, so that two worlds can be compared. */
export interface Seen {
  readonly who: string
  readonly kind: Kind
  readonly text: string
}

/** A platform somewhere, with all that its watched users have seen since it was last compared. */
export interface World {
  readonly state: State
  readonly platform: Platform
  readonly around: Surroundings
  /** Traders and brokers who are watched, until something involves them. */
  readonly watched: ReadonlySet<string>
  /** The securities of which the watched try bulk files. */
  readonly securityIds: readonly string[]
  seen: Seen[]
  /** Whom of the watched something has involved: traders by a locate, brokers by an agreement. */
  readonly involved: Set<string>
}

type Beginning = Pick<World, 'around' | 'platform' | 'watched' | 'securityIds'>

/** A world in which nothing has happened yet, with everybody present. */
export function newWorld(beginning: Beginning, reference: Reference): World {
  const world = { ...beginning, state: emptyState(), seen: [], involved: new Set<string>() }
  perform(world, { type: 'changeReference', reference })
  for (const { traderId } of reference.traders ?? [])
    perform(world, { type: 'setPresence', traderId, present: true })
  return world
}

export const sceneOf = ({ state, around, securityIds }: World): Scene => ({
  state,
  at: around.at,
  sightingOf: around.sightingOf,
  securityIds,
})

export function see(world: World, who: string, kind: Kind, what: unknown): void {
  if (world.watched.has(who)) world.seen.push({ who, kind, text: JSON.stringify(what) ?? 'nothing' })
}

/** Everything that the watched can ask for now. */
export function lookAround(world: World): void {
  const scene = sceneOf(world)
  const { platform, state, watched } = world
  for (const who of watched) {
    const shown: Shown = state.traders.has(who)
      ? platform.showTrader(scene, who)
      : platform.showBroker(scene, who)
    for (const [kind, what] of Object.entries(shown)) see(world, who, kind as Kind, what)
  }
}

/** One command as the server does it: decide, evolve, tell; and what the asker is answered. */
export function perform(world: World, asked: Asked): Decision {
  const { state, platform } = world
  const command = { ...asked, at: world.around.at } as Command
  const decision = platform.decide(state, command)
  if ('events' in decision) {
    apply(state, command, [])
    for (const event of decision.events) happen(world, event)
  }
  const asker = 'traderId' in command ? command.traderId : 'brokerId' in command ? command.brokerId : null
  if (asker) see(world, asker, ...answered(world, command, decision))
  return decision
}

function happen(world: World, event: Event): void {
  const { state, platform } = world
  evolve(state, event)
  note(world, event)
  for (const notice of platform.noticesOf(state, event))
    see(world, 'traderId' in notice.to ? notice.to.traderId : notice.to.brokerId, 'notice', notice)
}

function answered(world: World, command: Command, decision: Decision): [Kind, unknown] {
  const { type } = command
  if ('refusal' in decision) return ['refusal', { type, refusal: decision.refusal }]
  return ['answer', { type, shown: world.platform.answer(sceneOf(world), command, decision) }]
}

function note({ state, involved, watched }: World, event: Event): void {
  if (event.type === 'contraLocated') {
    const { BUY, SELL } = state.locates.get(event.locateId)?.traderIds ?? { BUY: '', SELL: '' }
    for (const traderId of [BUY, SELL]) if (watched.has(traderId)) involved.add(traderId)
  }
  if (event.type === 'connectionAgreed') {
    const brokerId = state.agreements.get(event.agreementId)?.brokerId ?? ''
    if (watched.has(brokerId)) involved.add(brokerId)
  }
}

/** Sweeps as the server does: shown what the hints name, until nothing happens any more. */
export function sweepAll(world: World, seed: string): void {
  for (let round = 0; round < 20; round += 1) {
    const sightings = hinted(world).map(world.around.sightingOf)
    const decision = perform(world, { type: 'sweep', seed: `${seed}-${round}`, sightings })
    if (!('events' in decision) || decision.events.length === 0) return
  }
  throw new Error('a sweep never comes to rest')
}

function hinted({ state, around: { at, sightingOf } }: World): string[] {
  const found = new Set(restlessSecurities(state, at))
  for (const id of watchedSecurities(state)) if (marketMatters(state, sightingOf(id), at)) found.add(id)
  return [...found].sort()
}
