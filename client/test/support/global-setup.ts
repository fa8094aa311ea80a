import type { TestProject } from 'vitest/node'
import { startRealServer } from './start-server.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The data folder of the running server, for operator commands. */
    dataDir: string
    /** The address of the tested page and of the running server. */
    pageUrl: string
  }
}

/**
 * Starts one real server with the demonstration accounts at the address of the tested page. ALL test files of the
 * client share it and its accounts, and they run in parallel: a sign-in replaces the session of that account in
 * every other file, and adverts of one file can match those of another. A file that needs an account of its own
 * adds one (`accounts.ts`); one that needs adverts adds its own institutions (`test-market.ts`); one that needs
 * another configuration moves to its own server (`moveToOwnServer` in `start-server.ts`).
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { url } = (project.config.environmentOptions.jsdom ?? {}) as { url: string }
  // All tests come from one network.
  const { dataDir, stop } = await startRealServer(url, { FORGOTS_PER_NETWORK: '1000' })
  project.provide('dataDir', dataDir)
  project.provide('pageUrl', url)
  return stop
}
