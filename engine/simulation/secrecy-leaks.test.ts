import { expect, test } from 'vitest'
import { compare } from './secrecy.ts'
import { compareContras } from './secrecy-contra.ts'
import { amongContras } from './secrecy-contra-leaks.ts'
import { amongColleagues, amongStrangers } from './secrecy-leaks.ts'
import type { Platform } from './secrecy-platform.ts'
import { firstFound } from './secrecy-seeds.ts'

// A property that finds nothing on a platform that tells too much is worth nothing on one that does not.
const leaks: readonly (readonly [name: string, platform: Platform, among: string])[] = [
  ...Object.entries(amongStrangers).map(([name, platform]) => [name, platform, 'strangers'] as const),
  ...Object.entries(amongColleagues).map(([name, platform]) => [name, platform, 'colleagues'] as const),
  ...Object.entries(amongContras).map(([name, platform]) => [name, platform, 'contras'] as const),
]

const finds: Readonly<Record<string, (seed: number, platform: Platform) => unknown>> = {
  strangers: (seed, platform) => compare(seed, platform).difference,
  colleagues: (seed, platform) => compare(seed, platform, 'COLLEAGUE').difference,
  contras: (seed, platform) => compareContras(seed, platform).difference,
}

test.each(leaks)('%s: found out', (name, platform, among) => {
  const pair = firstFound((seed) => finds[among]?.(seed, platform) !== null)

  console.log(`found in pair ${pair}: ${name}`)
  expect(pair).not.toBeNull()
})
