import type { Outcome } from '@aitai/engine/model/locate.ts'
import { expect, test } from 'vitest'
import { compareContras } from './contra-secrecy.ts'
import { divergence, isWholeRun, repeatHint, seeds } from './seeds.ts'

// rule: 15.9, 24.5
test('the contra is not revealed before the outcome, and after it only the outcome is', () => {
  const seen = new Map<Outcome | null, number>()
  const differences: string[] = []
  let compared = 0
  for (const seed of seeds) {
    const { difference, observations, outcomes } = compareContras(seed)
    if (difference) {
      const { second, kind, ...seen } = difference
      differences.push(
        [repeatHint(seed, 'contra-secrecy.test.ts'), `${second} s, ${kind}:`, divergence(seen)].join('\n'),
      )
    }
    for (const outcome of outcomes) seen.set(outcome, (seen.get(outcome) ?? 0) + 1)
    compared += observations
  }
  const ends = [...seen].map(([outcome, count]) => `${count} ${outcome}`).join(', ')
  console.log(`${seeds.length} pairs of contras, ${compared} observations, locates that ended ${ends}`)

  expect(differences.slice(0, 3)).toEqual([])
  // What is never located shows nothing.
  expect(seen.get(null) ?? 0).toBeLessThan(seeds.length / 2)
  if (!isWholeRun) return
  expect(compared).toBeGreaterThan(seeds.length * 200)
  expect([...seen.keys()].sort()).toEqual(everyOutcome)
})

const everyOutcome: readonly Outcome[] = [
  'ACCEPTED',
  'CONTRA_DECLINED',
  'CONTRA_TIMEOUT',
  'DECLINED',
  'TIMED_OUT',
  'WITHDRAWN',
]
