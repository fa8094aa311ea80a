import { expect, test } from 'vitest'
import type { ObservationKind } from './observed-platform.ts'
import {
  compareWorlds,
  type WatchedParty,
  type WorldComparison,
  type WorldDifference,
} from './paired-worlds.ts'
import { divergence, isWholeRun, repeatHint, seeds } from './seeds.ts'

interface Run extends Omit<WorldComparison, 'difference'> {
  readonly differences: readonly (WorldDifference & { readonly seed: number })[]
}

function liveThrough(watch: WatchedParty): Run {
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

/** Each run is lived through once, however many tests read it. */
function runOf(watch: WatchedParty): Run {
  const run = runs.get(watch) ?? liveThrough(watch)
  runs.set(watch, run)
  return run
}

/** Nothing of these kinds differed, and enough was compared to say so. */
function expectSecret(
  { differences, observations }: Run,
  ofAPair: Partial<Record<ObservationKind, number>>,
): void {
  const found = differences.filter(({ kind }) => kind in ofAPair)
  const told = found.map(({ seed, step, who, kind, ...seen }) =>
    [repeatHint(seed, 'paired-worlds.test.ts'), `step ${step}, ${who}, ${kind}:`, divergence(seen)].join(
      '\n',
    ),
  )
  expect(told.slice(0, 3)).toEqual([])
  if (!isWholeRun) return
  for (const [kind, least] of Object.entries(ofAPair))
    expect(observations.get(kind as ObservationKind) ?? 0, kind).toBeGreaterThan(least * seeds.length)
}

// rule: 15.1
test('before a locate an institution sees the same whatever the others do', () => {
  const { differences, observations, othersDid, locates } = runOf('INSTITUTION')
  const compared = [...observations.values()].reduce((sum, count) => sum + count, 0)
  console.log(
    `${seeds.length} pairs, ${compared} observations compared, ${othersDid} deeds of others,`,
    `${locates} locates that involved the watched, ${differences.length} leaks found`,
  )

  expect(differences.map(({ seed }) => repeatHint(seed, 'paired-worlds.test.ts'))).toEqual([])
  // A property that compares nothing, or in which nobody else moves, proves nothing.
  if (isWholeRun) expect(othersDid).toBeGreaterThan(seeds.length * 300)
  if (isWholeRun) expect(locates).toBeGreaterThan(0)
})

// rule: 15.2
test('NI1: what a command is answered with tells nothing of the others', () => {
  expectSecret(runOf('INSTITUTION'), { answer: 10 })
})

// rule: 15.3
test('NI2: what is refused, and why, depends on the own institution alone, row by row of a file too', () => {
  expectSecret(runOf('INSTITUTION'), { refusal: 20, verdicts: 100 })
})

// rule: 15.4
test('NI4: the own list shows no number and no order of the whole platform', () => {
  expectSecret(runOf('INSTITUTION'), { adverts: 100 })
})

// rule: 15.5
test('NI5: counts and the rating follow from own doings', () => {
  expectSecret(runOf('INSTITUTION'), { counts: 100, rating: 100, locates: 100 })
})

// rule: 15.6
test('NI6: nothing that others do is pushed, and nothing is pushed earlier or later for it', () => {
  expectSecret(runOf('INSTITUTION'), { notice: 5 })
})

// rule: 15.7
test('NI7: lights and reasons depend on hours, halts, markets and own adverts', () => {
  expectSecret(runOf('INSTITUTION'), { indicators: 100, reasons: 100 })
})

test('NI8: securities, prices and drafts come from the market and the own settings', () => {
  expectSecret(runOf('INSTITUTION'), { reference: 100 })
})

// rule: 15.8
test('NI9: a broker that no agreement names sees the same with adverts, locates and single accepts', () => {
  expectSecret(runOf('INSTITUTION'), { agreements: 100 })
})

test('NI16: a trader sees nothing of a colleague who trades in other securities', () => {
  const { observations, othersDid } = runOf('COLLEAGUE')
  const compared = [...observations.values()].reduce((sum, count) => sum + count, 0)
  console.log(`${seeds.length} pairs of colleagues, ${compared} observations, ${othersDid} deeds of others`)

  expectSecret(runOf('COLLEAGUE'), {
    answer: 10,
    refusal: 20,
    notice: 5,
    adverts: 50,
    counts: 50,
    rating: 50,
    locates: 50,
    reasons: 50,
    verdicts: 50,
    indicators: 50,
    reference: 50,
    agreements: 50,
  })
})
