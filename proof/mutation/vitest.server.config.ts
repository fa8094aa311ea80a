import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    root: '.',
    // The documents of the API are tested with their generator.
    include: ['server/**/*.test.ts', 'tools/docs/api/*.test.ts'],
    setupFiles: ['proof/mutation/fixed-seed.ts'],
    testTimeout: 60_000,
  },
})
