import { defaultLimits } from '@aitai/engine/model/limits.ts'
import { createRandom, type Random } from '../../harness/random.ts'
import { type ObservationKind, type ObservedPlatform, realPlatform } from './observed-platform.ts'
import {
  newObservedWorld,
  type Observation,
  type ObservedWorld,
  observeAll,
  performInWorld,
  sweepWorld,
} from './observed-world.ts'
import {
  drawOperatorAction,
  newSharedEnvironment,
  passSharedTime,
  type SharedEnvironment,
  type UntimedCommand,
} from './shared-environment.ts'
import { drawBrokerAction, drawTraderAction } from './trader-actions.ts'

/**
 * The two-run property (docs/rules.md §15): two worlds with the same reference data, markets, clock,
 * operators and inputs of the watched users, and random others. A watched user who is not yet involved in a
 * locate or agreement observes the same in both.
 */
export interface WorldPair {
  readonly outside: SharedEnvironment
  readonly worlds: readonly [ObservedWorld, ObservedWorld]
  /** The inputs of the watched users: drawn once, applied in both worlds. */
  readonly own: Random
  readonly others: readonly [Random, Random]
  /** The watched traders, and those who differ. */
  readonly ownIds: readonly string[]
  readonly otherIds: readonly string[]
  readonly brokerIds: readonly string[]
  /** The securities in which the watched users trade; a colleague who differs trades in the others. */
  readonly securityIds: readonly string[]
  /** The users who are not yet involved. */
  readonly watched: Set<string>
}

export interface WorldDifference {
  readonly step: number
  readonly who: string
  readonly kind: ObservationKind
  readonly one: string
  readonly other: string
}

/** The result of a pair of worlds. */
export interface WorldComparison {
  readonly difference: WorldDifference | null
  readonly observations: ReadonlyMap<ObservationKind, number>
  readonly othersDid: number
  /** Locates that involved a watched trader, who was not compared any more after that. */
  readonly locates: number
}

/** The watched users: both traders of an institution, or one of them with the colleague among the others. */
export type WatchedParty = 'INSTITUTION' | 'COLLEAGUE'

function pairOf(seed: number, platform: ObservedPlatform, watch: WatchedParty): WorldPair {
  const outside = newSharedEnvironment(createRandom(seed))
  const { market, firmId } = outside
  const reference = watch === 'COLLEAGUE' ? withoutSharedLimits(outside) : outside.reference
  const isWatched = ({ traderId, firmId: of }: { traderId: string; firmId: string }): boolean =>
    watch === 'INSTITUTION' ? of === firmId : traderId === `${firmId}-trader1`
  const ownIds = reference.traders.filter(isWatched).map(({ traderId }) => traderId)
  const others = reference.traders.filter((each) => !isWatched(each))
  const watched = new Set([...ownIds, ...market.brokerIds])
  const half = market.securityIds.slice(0, Math.ceil(market.securityIds.length / 2))
  const securityIds = watch === 'INSTITUTION' ? market.securityIds : half
  const begin = (): ObservedWorld =>
    newObservedWorld({ around: outside, platform, watched, securityIds }, reference)
  return {
    outside,
    worlds: [begin(), begin()],
    own: createRandom(seed + 1),
    others: [createRandom(seed * 2 + 1_000_001), createRandom(seed * 2 + 2_000_002)],
    ownIds,
    otherIds: others.map(({ traderId }) => traderId),
    brokerIds: market.brokerIds,
    securityIds,
    watched,
  }
}

/**
 * The limit on all live adverts of an institution and its budget of failures are shared by its traders, and each
 * is notified when they are exhausted (docs/rules.md §21, §22). They are left out.
 */
function withoutSharedLimits({ reference, firmId }: SharedEnvironment): SharedEnvironment['reference'] {
  const { limits } = reference
  const probing = { ...(limits.probing ?? defaultLimits.probing), failuresPerFirm: Number.MAX_SAFE_INTEGER }
  const firms = reference.firms.map((firm) =>
    firm.firmId === firmId ? { ...firm, largestLiveNotional: null } : firm,
  )
  return { ...reference, firms, limits: { ...limits, probing } }
}

const steps = 120

/** Runs a pair of worlds and compares after every step. `seed` repeats it. */
export function compareWorlds(
  seed: number,
  platform: ObservedPlatform = realPlatform,
  watch: WatchedParty = 'INSTITUTION',
): WorldComparison {
  const pair = pairOf(seed, platform, watch)
  const observations = new Map<ObservationKind, number>()
  let [othersDid, locates] = [0, 0]
  for (let step = 1; step <= steps && pair.watched.size > 0; step += 1) {
    othersDid += live(pair, watch)
    locates += forget(pair)
    const difference = differenceIn(pair, step, observations)
    if (difference) return { difference, observations, othersDid, locates }
  }
  return { difference: null, observations, othersDid, locates }
}

/** One step of both worlds. Returns the number of actions of the others. */
function live(pair: WorldPair, watch: WatchedParty): number {
  const { outside, worlds, others } = pair
  const didFirst = worlds.map((world, i) => othersDo(pair, world, others[i] as Random, watch))
  for (const input of watchedInputs(pair)) for (const world of worlds) performInWorld(world, input)
  const operated = drawOperatorAction(outside, worlds[0].state)
  if (operated) for (const world of worlds) performInWorld(world, operated)
  const didThen = worlds.map((world, i) => othersDo(pair, world, others[i] as Random, watch))
  passSharedTime(outside, worlds[0].state)
  const seed = outside.chance.id()
  for (const world of worlds) {
    sweepWorld(world, seed)
    observeAll(world)
  }
  return [...didFirst, ...didThen].reduce((sum, did) => sum + did, 0)
}

function othersDo(pair: WorldPair, world: ObservedWorld, chance: Random, watch: WatchedParty): number {
  const { outside, otherIds, securityIds } = pair
  const { state } = world
  const count = chance.between(0, 3)
  for (let n = 0; n < count; n += 1) {
    const traderId = chance.oneOf(otherIds)
    const isColleague = watch === 'COLLEAGUE' && state.traders.get(traderId)?.firmId === outside.firmId
    const otherSecurityIds = outside.market.securityIds.filter(
      (id) => !isColleague || !securityIds.includes(id),
    )
    const context = { chance, outside, state, traderId, securityIds: otherSecurityIds, guesses: [] }
    for (const input of drawTraderAction(context)) performInWorld(world, input)
  }
  return count + (brokerOfOthersDoes(world, chance) ? 1 : 0)
}

/** A broker acts on an agreement of this world only. From its agreement on it is not compared any more. */
function brokerOfOthersDoes(world: ObservedWorld, chance: Random): boolean {
  const agreements = [...world.state.agreements.values()]
  if (agreements.length === 0 || chance.happens(0.7)) return false
  const { agreementId, brokerId } = chance.oneOf(agreements)
  const input = drawBrokerAction(chance, brokerId, [agreementId], world.state.at)
  if (input) performInWorld(world, input)
  return true
}

/** The inputs of the watched users, sometimes with ids of others: an input is the same, whatever it names. */
function watchedInputs(pair: WorldPair): UntimedCommand[] {
  const { own: chance, outside, worlds, ownIds, brokerIds, securityIds } = pair
  const guesses = worlds.flatMap(({ state }) => [
    ...[...state.adverts.keys()].slice(-2),
    ...[...state.locates.keys()].slice(-1),
    ...[...state.agreements.keys()].slice(-1),
  ])
  const inputs: UntimedCommand[] = []
  if (chance.happens(0.7)) {
    const traderId = chance.oneOf(ownIds)
    inputs.push(
      ...drawTraderAction({ chance, outside, state: worlds[0].state, traderId, securityIds, guesses }),
    )
  }
  const agreementIds = worlds.flatMap(({ state }) => [...state.agreements.keys()])
  const execution = chance.happens(0.2)
    ? drawBrokerAction(chance, chance.oneOf(brokerIds), agreementIds, outside.at)
    : null
  return execution ? [...inputs, execution] : inputs
}

/** Stops comparing users who are involved in either world. Returns the number of located traders. */
function forget({ worlds, watched, ownIds }: WorldPair): number {
  const involved = [...watched].filter((who) => worlds.some((world) => world.involved.has(who)))
  const located = involved.filter((who) => ownIds.includes(who))
  // A locate is known to the whole institution.
  const informed = located.length > 0 ? [...ownIds] : []
  for (const who of [...involved, ...informed]) watched.delete(who)
  return located.length
}

/** The first observation that was made in only one of the worlds. Counts the comparisons. */
function differenceIn(
  { worlds, watched }: WorldPair,
  step: number,
  counts: Map<ObservationKind, number>,
): WorldDifference | null {
  const [one, other] = worlds.map((world) => {
    const seen = world.seen.filter(({ who }) => watched.has(who))
    world.seen = []
    return seen
  }) as [Observation[], Observation[]]
  const length = Math.max(one.length, other.length)
  for (let i = 0; i < length; i += 1) {
    const [a, b] = [one[i], other[i]]
    if (a && b && a.who === b.who && a.kind === b.kind && a.text === b.text) {
      counts.set(a.kind, (counts.get(a.kind) ?? 0) + 1)
      continue
    }
    // A notification in only one world is compared with the next observation in the other.
    const { who, kind } = (b?.kind === 'notification' ? b : (a ?? b)) as Observation
    return { step, who, kind, one: a?.text ?? 'nothing', other: b?.text ?? 'nothing' }
  }
  return null
}
