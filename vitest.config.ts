import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Real servers and clocks: minutes, however small the file. */
const longest: readonly string[] = ['proof/crash/crash-test.test.ts', 'cli/test/aitai.test.ts']

/**
 * Where nothing is known of an earlier run, large files begin first. What takes longest is in small ones, and
 * the other worker would have nothing to do when it comes last.
 */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLong = ({ moduleId }: TestSpecification): boolean =>
      longest.some((file) => moduleId.endsWith(file))
    const sorted = await super.sort(files)
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))]
  }
}

export default defineConfig({
  test: {
    // The default leaves one core for a person who waits at a screen: of two that is half.
    maxWorkers: '100%',
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          name: 'node',
          include: ['{engine,contract,messages,server,cli,proof,tools}/**/*.test.ts'],
          testTimeout: 60_000,
        },
      },
      'client/vite.config.ts',
    ],
  },
})
