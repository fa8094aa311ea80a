import { evolve } from '@aitai/engine/evolve/evolve.ts'
import { dropMatchedCandidates, securitiesToMatch } from '@aitai/engine/matching/candidates.ts'
import type { Command } from '@aitai/engine/model/commands.ts'
import type { Event } from '@aitai/engine/model/events.ts'
import { yen } from '@aitai/engine/model/price.ts'
import type { Reference } from '@aitai/engine/model/reference-data.ts'
import type { Decision } from '@aitai/engine/model/refusals.ts'
import { emptyState, type State } from '@aitai/engine/model/state.ts'
import { marketHasEffect, watchedSecurities } from '@aitai/engine/sweep/market-effects.ts'
import type { ObservationKind, Observations, ObservedPlatform } from './observed-platform.ts'
import type { UntimedCommand } from './shared-environment.ts'
import type { MarketView, ViewContext } from './views.ts'

/** One observation as text, so that two worlds can be compared. */
export interface Observation {
  readonly who: string
  readonly kind: ObservationKind
  readonly text: string
}

/** One world, with everything that its watched users observed since the last comparison. */
export interface ObservedWorld {
  readonly state: State
  readonly platform: ObservedPlatform
  readonly around: MarketView
  /** Watched traders and brokers, until something involves them. */
  readonly watched: ReadonlySet<string>
  /** The securities for which the watched users validate bulk files. */
  readonly securityIds: readonly string[]
  seen: Observation[]
  /** The watched users who are involved: traders by a locate, brokers by an agreement. */
  readonly involved: Set<string>
}

type Beginning = Pick<ObservedWorld, 'around' | 'platform' | 'watched' | 'securityIds'>

/** A world at its start, with everybody present. */
export function newObservedWorld(beginning: Beginning, reference: Reference): ObservedWorld {
  const world = { ...beginning, state: emptyState(), seen: [], involved: new Set<string>() }
  performInWorld(world, { type: 'changeReference', reference })
  for (const { traderId } of reference.traders ?? [])
    performInWorld(world, { type: 'setPresence', traderId, present: true })
  return world
}

export const viewContextOf = ({ state, around, securityIds }: ObservedWorld): ViewContext => ({
  state,
  at: around.at,
  sightingOf: around.sightingOf,
  securityIds,
})

export function recordObservation(
  world: ObservedWorld,
  who: string,
  kind: ObservationKind,
  what: unknown,
): void {
  if (world.watched.has(who)) world.seen.push({ who, kind, text: JSON.stringify(what) ?? 'nothing' })
}

/** Everything that the watched users can request now. */
export function observeAll(world: ObservedWorld): void {
  const scene = viewContextOf(world)
  const { platform, state, watched } = world
  for (const who of watched) {
    const shown: Observations = state.traders.has(who)
      ? platform.showTrader(scene, who)
      : platform.showBroker(scene, who)
    for (const [kind, what] of Object.entries(shown))
      recordObservation(world, who, kind as ObservationKind, what)
  }
}

/** Runs one command as the server does: decide, evolve, notify, reply. */
export function performInWorld(world: ObservedWorld, input: UntimedCommand): Decision {
  const { state, platform } = world
  const command = { ...input, at: world.around.at } as Command
  const decision = platform.decide(state, command)
  if ('events' in decision) {
    dropMatchedCandidates(state, command)
    for (const event of decision.events) happen(world, event)
  }
  const asker = 'traderId' in command ? command.traderId : 'brokerId' in command ? command.brokerId : null
  if (asker) recordObservation(world, asker, ...answered(world, command, decision))
  return decision
}

function happen(world: ObservedWorld, event: Event): void {
  const { state, platform } = world
  evolve(state, event)
  note(world, event)
  for (const notification of platform.notificationsOf(state, event))
    recordObservation(
      world,
      'traderId' in notification.to ? notification.to.traderId : notification.to.brokerId,
      'notification',
      notification,
    )
}

function answered(world: ObservedWorld, command: Command, decision: Decision): [ObservationKind, unknown] {
  const { type } = command
  if ('refusal' in decision) return ['refusal', { type, refusal: decision.refusal }]
  return ['answer', { type, shown: world.platform.answer(viewContextOf(world), command, decision) }]
}

function note({ state, involved, watched }: ObservedWorld, event: Event): void {
  if (event.type === 'contraLocated') {
    const { BUY, SELL } = state.locates.get(event.locateId)?.traderIds ?? { BUY: '', SELL: '' }
    for (const traderId of [BUY, SELL]) if (watched.has(traderId)) involved.add(traderId)
  }
  if (event.type === 'connectionAgreed') {
    const brokerId = state.agreements.get(event.agreementId)?.brokerId ?? ''
    if (watched.has(brokerId)) involved.add(brokerId)
  }
}

/** Sweeps with the markets that the hints name until nothing happens, like a server on its next ticks. */
export function sweepWorld(world: ObservedWorld, seed: string): void {
  for (let round = 0; round < 20; round += 1) {
    const sightings = hinted(world).map(world.around.sightingOf)
    const decision = performInWorld(world, {
      type: 'sweep',
      seed: `${seed}-${round}`,
      sightings,
      usdJpy: 150 * yen,
    })
    if (!('events' in decision) || decision.events.length === 0) return
  }
  throw new Error('a sweep never comes to rest')
}

function hinted({ state, around: { at, sightingOf } }: ObservedWorld): string[] {
  const found = new Set(securitiesToMatch(state, at))
  for (const id of watchedSecurities(state)) if (marketHasEffect(state, sightingOf(id), at)) found.add(id)
  return [...found].sort()
}
