import type { TestProject } from 'vitest/node'
import { startRealServer } from './start-server.ts'

/** Runs the real server, with its demonstration accounts, at the address of the tested page. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { url } = (project.config.environmentOptions.jsdom ?? {}) as { url: string }
  const { stop } = await startRealServer(url)
  return stop
}
