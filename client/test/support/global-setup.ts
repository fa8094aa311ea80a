import type { TestProject } from 'vitest/node'
import { startRealServer } from './start-server.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Of the server that runs, for an operator's commands. */
    dataDir: string
  }
}

/** Runs the real server, with its demonstration accounts, at the address of the tested page. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { url } = (project.config.environmentOptions.jsdom ?? {}) as { url: string }
  // All tests come from one network.
  const { dataDir, stop } = await startRealServer(url, { FORGOTS_PER_NETWORK: '1000' })
  project.provide('dataDir', dataDir)
  return stop
}
