import { defaultExclude, defineConfig } from 'vitest/config'
import client from './vite.config.ts'

/** Tests of screens that wait, or try everything: `npm run proof -- long-tests` runs them. */
export default defineConfig(async (env) => {
  const config = await client(env)
  return {
    ...config,
    test: {
      ...config.test,
      name: 'long screens',
      include: ['test/**/*.long.test.tsx', 'src/**/*.long.test.tsx'],
      exclude: [...defaultExclude],
    },
  }
})
