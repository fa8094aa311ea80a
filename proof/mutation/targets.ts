/** A workspace whose code is mutated, with its own tests. Paths start at the root of the repository. */
export interface MutationTarget {
  readonly name: 'engine' | 'server' | 'client'
  readonly sources: string
  readonly vitestConfig: string
  /** About how many mutants a run tests. */
  readonly mutants: number
  /** The share of detected mutants, in percent, below which the run fails. */
  readonly floor: number
  /** A mutant that takes this much longer than its tests normally do counts as detected. */
  readonly timeoutMs: number
}

/**
 * The floors are below the scores of the first runs by the spread of a sample, so that a run with another
 * seed does not fail by chance.
 */
export const mutationTargets: readonly MutationTarget[] = [
  {
    name: 'engine',
    sources: 'engine/src/**/*.ts',
    vitestConfig: 'proof/mutation/vitest.engine.config.ts',
    mutants: 200,
    floor: 85,
    timeoutMs: 20_000,
  },
  {
    name: 'server',
    sources: 'server/src/**/*.ts',
    vitestConfig: 'proof/mutation/vitest.server.config.ts',
    mutants: 60,
    floor: 60,
    timeoutMs: 60_000,
  },
  {
    name: 'client',
    sources: 'client/src/**/*.{ts,tsx}',
    vitestConfig: 'proof/mutation/vitest.client.config.ts',
    mutants: 60,
    floor: 60,
    timeoutMs: 60_000,
  },
]
