import { type ConfigEnv, defaultExclude, type ViteUserConfig } from 'vitest/config'
import client from '../../client/vite.config.ts'

/** The tests of the client with and without a browser environment, the long ones too, all in one project. */
export default async (env: ConfigEnv): Promise<ViteUserConfig> => {
  const config = await client(env)
  return {
    ...config,
    test: {
      ...config.test,
      include: ['{src,test,build}/**/*.test.{ts,tsx}'],
      // StrykerJS runs tests in threads, which cannot set their time zone. main.ts sets that of the others.
      exclude: ['**/time-zones.test.ts', ...defaultExclude],
    },
  }
}
