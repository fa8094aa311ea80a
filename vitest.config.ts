import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    // The default leaves one core for a person who waits at a screen: of two that is half.
    maxWorkers: '100%',
    projects: [
      {
        test: {
          name: 'node',
          include: ['{engine,contract,messages,server,cli}/**/*.test.ts', '*.test.ts'],
          testTimeout: 60_000,
        },
      },
      'client/vite.config.ts',
    ],
  },
})
