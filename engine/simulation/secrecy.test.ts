import { expect, test } from 'vitest'
import { type Leak, live, type World } from './secrecy.ts'

/** PAIRS=n runs more or fewer; each pair is its seed. */
const pairs = Number(process.env.PAIRS ?? 200)

/** The first difference between what the watched institution saw in two worlds, up to a locate in either. */
function difference(one: World, other: World): string | null {
  const length = Math.min(one.observations.length, other.observations.length)
  for (let i = 0; i < length; i += 1) {
    if (one.observations[i] !== other.observations[i])
      return `${one.observations[i]}\n  against\n${other.observations[i]}`
  }
  const complete = !one.located && !other.located
  return complete && one.observations.length !== other.observations.length ? 'one world says more' : null
}

const pairOf = (seed: number, leak?: Leak): [World, World] => [
  live(seed, seed * 2 + 1_000_001, leak),
  live(seed, seed * 2 + 2_000_002, leak),
]

test(`in ${pairs} pairs of worlds an institution cannot tell what the others did before it is located`, () => {
  let compared = 0
  let others = 0
  for (let seed = 1; seed <= pairs; seed += 1) {
    const [one, other] = pairOf(seed)
    expect(difference(one, other), `pair ${seed}`).toBeNull()
    compared += Math.min(one.observations.length, other.observations.length)
    others += one.othersDid + other.othersDid
  }
  console.log(`${pairs} pairs, ${compared} observations compared, ${others} deeds of others, 0 differences`)
  // A property that compares nothing, or in which nobody else moves, proves nothing.
  expect(compared).toBeGreaterThan(pairs * 50)
  expect(others).toBeGreaterThan(pairs * 100)
})

const poolIsBusy = (world: World): boolean =>
  [...world.state.index.pools.values()].some(({ BUY, SELL }) => BUY.size + SELL.size > 0)

const othersIn = (world: World) =>
  [...world.state.adverts.values()].filter(({ firmId }) => firmId !== world.firmId)

/** Ways to tell too much, each of which the property must find. */
const leaks: Readonly<Record<string, Leak>> = {
  'an advert that shows its order on the whole platform': (world, traderId, observed) => ({
    observed,
    sequence: [...(world.state.traders.get(traderId)?.advertIds ?? [])].map(
      (id) => world.state.adverts.get(id)?.sequence,
    ),
  }),
  'an engine light that is on when somebody is in the pool': (world, _, observed) => ({
    observed,
    engine: poolIsBusy(world),
  }),
  'a count of live adverts of everybody': (world, _, observed) => ({
    observed,
    total: othersIn(world).length,
  }),
  'a count of locates of everybody': (world, _, observed) => ({
    observed,
    locates: world.state.locates.size,
  }),
  'a hint that a contra waits in the security': (world, traderId, observed) => ({
    observed,
    waits: [...(world.state.traders.get(traderId)?.advertIds ?? [])].map((id) =>
      othersIn(world).some(({ securityId }) => securityId === world.state.adverts.get(id)?.securityId),
    ),
  }),
  'a list of agreements that forgets whose they are': (world, _, observed) => ({
    observed,
    agreements: world.state.agreements.size,
  }),
  'a rating averaged over the platform': (world, _, observed) => ({
    observed,
    average: [...world.state.traders.values()].reduce((sum, { ledger }) => sum + ledger.length, 0),
  }),
  'a duplicate check that forgets whose the advert is': (world, _, observed) => {
    const taken = new Set(othersIn(world).map(({ securityId }) => securityId))
    return { observed, refused: [...taken].sort() }
  },
}

test.each(Object.keys(leaks))('the property finds %s', (name) => {
  const found = Array.from({ length: 20 }, (_, i) => i + 1).some(
    (seed) => difference(...pairOf(seed, leaks[name])) !== null,
  )
  expect(found).toBe(true)
})
