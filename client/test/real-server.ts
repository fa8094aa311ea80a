import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  interface ProvidedContext {
    /** Of the server that runs, for an operator's commands. */
    dataDir: string
  }
}

const main = fileURLToPath(new URL('../../server/src/main.ts', import.meta.url))
const startMs = 30_000

/** Runs the real server, with its demonstration accounts, at the address of the tested page. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { url } = (project.config.environmentOptions.jsdom ?? {}) as { url: string }
  const dataDir = await mkdtemp(join(tmpdir(), 'aitai-client-'))
  const server = spawn(process.execPath, [main], {
    env: {
      ...process.env,
      PORT: new URL(url).port,
      PUBLIC_URL: url,
      DATA_DIR: dataDir,
      ROBOTS: 'off',
      // All tests come from one network.
      FORGOTS_PER_NETWORK: '1000',
      LOG_LEVEL: 'warn',
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const ended = new Promise<void>((resolve) => server.once('exit', () => resolve()))
  await answering(`${url}/api/version/web`)
  project.provide('dataDir', dataDir)
  return async () => {
    server.kill()
    await ended
    await rm(dataDir, { recursive: true, force: true })
  }
}

async function answering(address: string): Promise<void> {
  const until = Date.now() + startMs
  while (Date.now() < until) {
    const answered = await fetch(address).then(
      ({ ok }) => ok,
      () => false,
    )
    if (answered) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error(`the server did not answer at ${address}`)
}
