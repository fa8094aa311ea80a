import { existsSync, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Proofs that play days, write journals or start servers for five seconds or more at their smallest. */
const playedProofs: readonly string[] = [
  'proof/bench/bench.test.ts',
  'proof/crash/crash-test.test.ts',
  'proof/day/day.test.ts',
  'proof/replay/replay-verification.test.ts',
  'proof/replay/second-process.test.ts',
  'proof/simulation/histories/matcher.test.ts',
  'proof/simulation/secrecy/paired-worlds.test.ts',
  'proof/simulation/secrecy/seeded-leaks.test.ts',
]

/**
 * Tests that send every call in every way, wait, or play for long: `npm run proof -- long-tests` runs them. Those that
 * render screens are in client/vite.long.config.ts.
 */
const longTests = '**/*.long.test.ts'

/** Small files that take long, because they start many processes. */
const longest: readonly string[] = [
  'proof/crash/crash-test.test.ts',
  'cli/test/aitai.test.ts',
  'server/test/processes/startup.test.ts',
]

/**
 * Runs the slowest files first. Without an earlier run, vitest sorts by file size, and a slow small file that
 * comes last leaves the other worker idle.
 */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLong = ({ moduleId }: TestSpecification): boolean =>
      longest.some((file) => moduleId.endsWith(file))
    const sorted = await super.sort(files)
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))]
  }
}

/**
 * The folder of the server tests' databases. SQLite waits for the disk at each commit, which is up to half of
 * the time of these tests, so they use a memory disk where there is one that is large enough.
 */
function databaseFolder(): string {
  const memoryDisk = '/dev/shm'
  if (!existsSync(memoryDisk)) return tmpdir()
  const { bavail, bsize } = statfsSync(memoryDisk)
  if (bavail * bsize < 1024 ** 3) return tmpdir()
  const folder = mkdtempSync(join(memoryDisk, 'aitai-tests-'))
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** Many times what a quiet machine needs: a test that takes longer on a busy one has not failed. */
const timeLimits = { testTimeout: 120_000, hookTimeout: 120_000 } as const

export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    // Two more than there are cores: tests of screens and servers wait for a quarter of their time.
    maxWorkers: availableParallelism() + 2,
    projects: [
      {
        // Modules keep no state between tests, so a worker loads each module once for all its files.
        test: {
          name: 'unit',
          include: [
            '{engine,contract,messages,tools,client}/**/*.test.ts',
            '{server,cli,gateway}/src/**/*.test.ts',
          ],
          exclude: ['**/*.dom.test.ts', '**/node_modules/**', longTests],
          isolate: false,
          ...timeLimits,
        },
      },
      {
        test: {
          name: 'server',
          include: ['{server,gateway}/test/**/*.test.ts'],
          exclude: ['server/test/processes/**', longTests],
          env: { TMPDIR: databaseFolder() },
          isolate: false,
          ...timeLimits,
        },
      },
      {
        test: {
          name: 'long',
          include: [longTests],
          env: { TMPDIR: databaseFolder() },
          isolate: false,
          ...timeLimits,
        },
      },
      {
        // Every test starts several processes, so `npm run proof` runs these.
        test: {
          name: 'processes',
          include: ['cli/test/**/*.test.ts', 'server/test/processes/**/*.test.ts'],
          ...timeLimits,
        },
      },
      {
        test: {
          name: 'proof',
          include: ['proof/**/*.test.ts'],
          exclude: [...playedProofs, 'proof/floods/**', 'proof/cluster/**'],
          ...timeLimits,
        },
      },
      {
        // `npm run proof` runs these.
        test: { name: 'played', include: [...playedProofs], ...timeLimits },
      },
      {
        test: {
          name: 'floods',
          include: ['proof/floods/**/*.test.ts'],
          env: { TMPDIR: databaseFolder() },
          ...timeLimits,
        },
      },
      {
        // Each starts three servers and two databases, so `npm run proof` runs these.
        test: {
          name: 'cluster',
          include: ['proof/cluster/**/*.test.ts'],
          ...timeLimits,
        },
      },
      'client/vite.config.ts',
      'client/vite.long.config.ts',
    ],
  },
})
