import { expect, test, vi } from 'vitest'
import type { ObservationKind } from './observed-platform.ts'
import {
  compareWorlds,
  type WatchedParty,
  type WorldComparison,
  type WorldDifference,
} from './paired-worlds.ts'
import { divergence, isWholeRun, repeatHint, seeds } from './seeds.ts'

// Whichever test reads a run first waits for all of its pairs.
vi.setConfig({ testTimeout: 60_000 + seeds.length * 5_000 })

interface Run extends Omit<WorldComparison, 'difference'> {
  readonly differences: readonly (WorldDifference & { readonly seed: number })[]
}

function playDay(watch: WatchedParty): Run {
  const differences: (WorldDifference & { seed: number })[] = []
  const observations = new Map<ObservationKind, number>()
  let [othersDid, locates] = [0, 0]
  for (const seed of seeds) {
    const pair = compareWorlds(seed, undefined, watch)
    for (const [kind, count] of pair.observations)
      observations.set(kind, (observations.get(kind) ?? 0) + count)
    othersDid += pair.othersDid
    locates += pair.locates
    if (pair.difference) differences.push({ seed, ...pair.difference })
  }
  return { differences, observations, othersDid, locates }
}

const runs = new Map<WatchedParty, Run>()

/** Runs are cached, because several tests read them. */
function runOf(watch: WatchedParty): Run {
  const run = runs.get(watch) ?? playDay(watch)
  runs.set(watch, run)
  return run
}

/** Nothing of these kinds differed, and enough was compared. */
function expectSecret(
  { differences, observations }: Run,
  ofAPair: Partial<Record<ObservationKind, number>>,
): void {
  const found = differences.filter(({ kind }) => kind in ofAPair)
  const messages = found.map(({ seed, step, who, kind, ...seen }) =>
    [repeatHint(seed, 'paired-worlds.test.ts'), `step ${step}, ${who}, ${kind}:`, divergence(seen)].join(
      '\n',
    ),
  )
  expect(messages.slice(0, 3)).toEqual([])
  if (!isWholeRun) return
  for (const [kind, least] of Object.entries(ofAPair))
    expect(observations.get(kind as ObservationKind) ?? 0, kind).toBeGreaterThan(least * seeds.length)
}

// rule: 15.1
test('before a locate an institution observes the same whatever the others do', () => {
  const { differences, observations, othersDid, locates } = runOf('INSTITUTION')
  const compared = [...observations.values()].reduce((sum, count) => sum + count, 0)
  console.log(
    `${seeds.length} pairs, ${compared} observations compared, ${othersDid} actions of others,`,
    `${locates} locates that involved the watched, ${differences.length} leaks found`,
  )

  expect(differences.map(({ seed }) => repeatHint(seed, 'paired-worlds.test.ts'))).toEqual([])
  // A property that compares nothing, or in which the others do nothing, proves nothing.
  if (isWholeRun) expect(othersDid).toBeGreaterThan(seeds.length * 300)
  if (isWholeRun) expect(locates).toBeGreaterThan(0)
})

// rule: 15.2
test('the reply to a command reveals nothing about others', () => {
  expectSecret(runOf('INSTITUTION'), { answer: 10 })
})

// rule: 15.3
test('refusals depend on the own institution only, also for the rows of a file', () => {
  expectSecret(runOf('INSTITUTION'), { refusal: 20, rowResults: 100 })
})

// rule: 15.4
test('the own list reveals no number and no order of the whole platform', () => {
  expectSecret(runOf('INSTITUTION'), { adverts: 100 })
})

// rule: 15.5
test('counts and the rating follow from own actions', () => {
  expectSecret(runOf('INSTITUTION'), { counts: 100, rating: 100, locates: 100 })
})

// rule: 15.6
test("the actions of others cause no push and change no push's time", () => {
  expectSecret(runOf('INSTITUTION'), { notification: 5 })
})

// rule: 15.7
test('indicators and reasons depend on hours, halts, markets and own adverts', () => {
  expectSecret(runOf('INSTITUTION'), { indicators: 100, reasons: 100 })
})

test('securities, prices and drafts depend on the market and the own settings', () => {
  expectSecret(runOf('INSTITUTION'), { reference: 100 })
})

// rule: 15.8
test('a broker without an agreement observes nothing of adverts, locates and single acceptances', () => {
  expectSecret(runOf('INSTITUTION'), { agreements: 100 })
})

test('a trader observes nothing of a colleague who trades in other securities', () => {
  const { observations, othersDid } = runOf('COLLEAGUE')
  const compared = [...observations.values()].reduce((sum, count) => sum + count, 0)
  console.log(`${seeds.length} pairs of colleagues, ${compared} observations, ${othersDid} actions of others`)

  expectSecret(runOf('COLLEAGUE'), {
    answer: 10,
    refusal: 20,
    notification: 5,
    adverts: 50,
    counts: 50,
    rating: 50,
    locates: 50,
    reasons: 50,
    rowResults: 50,
    indicators: 50,
    reference: 50,
    agreements: 50,
  })
})
