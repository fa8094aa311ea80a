import { basename } from 'node:path'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** The file with the bug in it: `quote.ts`. */
const broken = basename(process.env.BROKEN ?? '', '.ts')

/** The tests beside the broken file go first, since most bugs end there; the rest in any order. */
class NearestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isNear = ({ moduleId }: TestSpecification): boolean => basename(moduleId).startsWith(broken)
    return files.toSorted((a, b) => Number(isNear(b)) - Number(isNear(a)))
  }
}

export default defineConfig({ test: { testTimeout: 60_000, sequence: { sequencer: NearestFirst } } })
