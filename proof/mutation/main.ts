import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { MutantResult } from '@stryker-mutator/api/core'
import { Stryker } from '@stryker-mutator/core'
import { repositoryRoot } from '../harness/server-process.ts'
import { isDetected, isUndetected } from './reporter.ts'
import { sampleDeclarations } from './sample.ts'
import { type MutationTarget, mutationTargets } from './targets.ts'

/**
 * Mutation testing: changes the code of a seeded sample of declarations, one syntax node at a time, and runs the
 * tests that cover the change. A mutant that no test detects survives. `node proof/mutation/main.ts [engine]
 * [server] [client] [--mutants=N] [--quick]`; SEED repeats a sample. Exits with 1 if a score is below its floor.
 */

process.chdir(repositoryRoot)
// Vite configurations read it to distinguish tests from a build.
process.env.VITEST = 'true'
process.env.TZ = 'Asia/Tokyo'

async function testMutants(target: MutationTarget, mutants: number, seed: number): Promise<MutantResult[]> {
  const sample = sampleDeclarations(target.sources, mutants, seed)
  const workFolder = mkdtempSync(join(tmpdir(), 'aitai-mutation-'))
  try {
    return await new Stryker({
      mutate: sample.map(({ path, firstLine, lastLine }) => `${path}:${firstLine}-${lastLine}`),
      testRunner: 'vitest',
      plugins: ['@stryker-mutator/vitest-runner', join(import.meta.dirname, 'reporter.ts')],
      vitest: { configFile: target.vitestConfig, related: true },
      coverageAnalysis: 'perTest',
      // Code that runs when its module is loaded, such as a table, would need every test for each mutant.
      ignoreStatic: true,
      concurrency: Number(process.env.WORKERS ?? 2),
      timeoutMS: target.timeoutMs,
      dryRunTimeoutMinutes: 30,
      reporters: ['survivors'],
      ignorePatterns: ['/data', '/client/dist', '/test-results'],
      // Inside the repository, or the modules that Node resolves would be missing.
      tempDirName: '.mutation',
      // StrykerJS would read tsconfig.json with the compiler's JavaScript API, which TypeScript 7 does not have.
      tsconfigFile: join(workFolder, 'none.json'),
      disableTypeChecks: false,
      allowConsoleColors: false,
      logLevel: 'warn' as never,
    }).runMutationTest()
  } finally {
    rmSync(workFolder, { recursive: true, force: true })
  }
}

/**
 * Prints the score of one workspace; the reporter has printed its survivors. Returns whether the score reaches the
 * floor.
 */
function report(target: MutationTarget, results: readonly MutantResult[], seconds: number): boolean {
  const killed = results.filter(isDetected).length
  const tested = killed + results.filter(isUndetected).length
  const score = tested === 0 ? 0 : (100 * killed) / tested
  const figures = `${killed} of ${tested} mutants detected, score ${score.toFixed(1)} %`
  process.stdout.write(`${target.name}: ${figures}, floor ${target.floor} %, ${Math.round(seconds)} s\n`)
  return score >= target.floor
}

const { values, positionals } = parseArgs({
  options: { mutants: { type: 'string' }, quick: { type: 'boolean', default: false } },
  allowPositionals: true,
})
const seed = Number(process.env.SEED ?? Math.floor(Math.random() * 1e6))
process.env.SEED = String(seed)
const chosen = mutationTargets.filter(({ name }) => positionals.length === 0 || positionals.includes(name))
process.stdout.write(`Sample of SEED=${seed}\n`)
for (const target of chosen) {
  const began = performance.now()
  const mutants = Number(values.mutants ?? (values.quick ? Math.ceil(target.mutants / 6) : target.mutants))
  const results = await testMutants(target, mutants, seed)
  if (!report(target, results, (performance.now() - began) / 1_000)) process.exitCode = 1
}
