import { type ConfigEnv, mergeConfig } from 'vitest/config'
import client from '../../client/vite.config.ts'

/** The tests of the client with and without a browser environment, all in one project. */
export default async (env: ConfigEnv) =>
  mergeConfig(await client(env), { test: { include: ['{src,test,build}/**/*.test.{ts,tsx}'] } })
