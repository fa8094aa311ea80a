import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    root: '.',
    include: ['engine/**/*.test.ts'],
    setupFiles: ['proof/mutation/fixed-seed.ts'],
    testTimeout: 60_000,
  },
})
