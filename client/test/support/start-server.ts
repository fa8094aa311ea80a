import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll } from 'vitest'

const main = join(import.meta.dirname, '../../../server/main.mjs')
const startMs = 60_000

export interface RealServer {
  /** Its data folder, for operator commands. */
  readonly dataDir: string
  stop(): Promise<void>
}

type Env = Readonly<Record<string, string>>

/** Starts the real server with an empty folder of its own, and waits until it answers. */
export async function startRealServer(url: string, env: Env = {}): Promise<RealServer> {
  const dataDir = await mkdtemp(join(tmpdir(), 'aitai-client-'))
  const server = spawn(process.execPath, [main], {
    env: {
      ...process.env,
      PORT: new URL(url).port,
      PUBLIC_URL: url,
      DATA_DIR: dataDir,
      ROBOTS: 'off',
      SWEEP_DELAY: '0-0',
      LOG_LEVEL: 'warn',
      LOG_FILE: 'stdout',
      ...env,
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const ended = new Promise<void>((end) => server.once('exit', () => end()))
  try {
    await answering(`${url}/api/version/web`)
  } catch (error) {
    server.kill()
    throw error
  }
  const stop = async (): Promise<void> => {
    server.kill()
    await ended
    await rm(dataDir, { recursive: true, force: true })
  }
  return { dataDir, stop }
}

async function answering(address: string): Promise<void> {
  const until = Date.now() + startMs
  while (Date.now() < until) {
    const answered = await fetch(address).then(
      ({ ok }) => ok,
      () => false,
    )
    if (answered) return
    await new Promise((later) => setTimeout(later, 50))
  }
  throw new Error(`the server did not answer at ${address}`)
}

/** Below those of outgoing connections, one of which may take a port between the question and its use. */
const firstPort = 20_000
const portsOfWorker = 1_000
let portsTried = 0

/** A port on which nothing listens. Each worker of the tests has ports of its own. */
export async function freePort(): Promise<number> {
  for (;;) {
    const worker = Number(process.env.VITEST_POOL_ID ?? 0)
    const port = firstPort + worker * portsOfWorker + (portsTried % portsOfWorker)
    portsTried += 1
    if (await isFree(port)) return port
  }
}

const isFree = (port: number): Promise<boolean> =>
  new Promise((give) => {
    const probe = createServer()
    probe.once('error', () => give(false))
    probe.listen(port, () => probe.close(() => give(true)))
  })

declare const jsdom: { reconfigure(settings: { url: string }): void }

/**
 * Moves the page of a test file to a server of its own, so that no other file's tests sign in with its accounts,
 * and that it may be configured otherwise.
 */
export function moveToOwnServer(env: Env = {}): void {
  let server: RealServer
  beforeAll(async () => {
    const url = `http://localhost:${await freePort()}`
    server = await startRealServer(url, env)
    jsdom.reconfigure({ url })
  }, startMs)
  afterAll(() => server.stop())
}
