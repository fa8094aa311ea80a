import { expect, test } from 'vitest'
import { compareContras } from './contra-secrecy.ts'
import type { ObservedPlatform } from './observed-platform.ts'
import { compareWorlds } from './paired-worlds.ts'
import { seededContraLeaks } from './seeded-contra-leaks.ts'
import { seededColleagueLeaks, seededLeaks } from './seeded-leaks.ts'
import { firstDetected } from './seeds.ts'

// A property that detects no leak on a leaking platform would prove nothing on a correct one.
const leaks: readonly (readonly [name: string, platform: ObservedPlatform, among: string])[] = [
  ...Object.entries(seededLeaks).map(([name, platform]) => [name, platform, 'strangers'] as const),
  ...Object.entries(seededColleagueLeaks).map(([name, platform]) => [name, platform, 'colleagues'] as const),
  ...Object.entries(seededContraLeaks).map(([name, platform]) => [name, platform, 'contras'] as const),
]

const finds: Readonly<Record<string, (seed: number, platform: ObservedPlatform) => unknown>> = {
  strangers: (seed, platform) => compareWorlds(seed, platform).difference,
  colleagues: (seed, platform) => compareWorlds(seed, platform, 'COLLEAGUE').difference,
  contras: (seed, platform) => compareContras(seed, platform).difference,
}

/** Where the search for a rare leak begins, to save time. Any pair that detects it will do. */
const searchFrom: Readonly<Record<string, number>> = {
  'the start of a market failure depends on the adverts in it': 75,
  'a report names the institution that did not follow through': 173,
}

// rule: 15.10
test.each(leaks)('%s: detected', (name, platform, among) => {
  const pair = firstDetected((seed) => finds[among]?.(seed, platform) !== null, searchFrom[name])

  console.log(`detected in pair ${pair}: ${name}`)
  expect(pair).not.toBeNull()
})
