import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
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
