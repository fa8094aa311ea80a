import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { closeContexts } from './browser-contexts.ts'

/** A running product: the README's start command with a data folder of its own. */
export interface RunningServer {
  readonly url: string
  readonly dataDir: string
  /** Its output so far, stdout and stderr. */
  output(): string
  signal(name: NodeJS.Signals): void
  runs(): boolean
  /** Stops the program and keeps its data, for a server that continues with them. */
  halt(): Promise<void>
  stop(): Promise<void>
}

const root = join(import.meta.dirname, '../..')

/** Ports are taken from below the system's ephemeral range, with a range for each worker. */
const portsPerWorker = 2_000
const firstPort = 20_000 + Number(process.env.TEST_PARALLEL_INDEX ?? 0) * portsPerWorker

/** Returns a free port that no other worker can take at the same moment. */
async function freePort(): Promise<number> {
  for (;;) {
    const port = firstPort + Math.floor(Math.random() * portsPerWorker)
    const probe = createServer()
    const isFree = await new Promise<boolean>((found) => {
      probe.once('error', () => found(false))
      probe.listen(port, 'localhost', () => found(true))
    })
    await new Promise((closed) => probe.close(closed))
    if (isFree) return port
  }
}

/**
 * Starts the server with demo data in an empty folder, or with the data of a stopped one, and waits until it
 * answers.
 */
export async function startServer(
  env: Readonly<Record<string, string>> = {},
  halted?: RunningServer,
): Promise<RunningServer> {
  const port = halted ? Number(new URL(halted.url).port) : await freePort()
  const dataDir = halted?.dataDir ?? (await mkdtemp(join(tmpdir(), 'aitai-e2e-')))
  const url = `http://localhost:${port}`
  const child = spawn(process.execPath, ['server/main.mjs'], {
    cwd: root,
    env: {
      ...process.env,
      PORT: String(port),
      DATA_DIR: dataDir,
      METRICS: 'anyone',
      ROBOTS: 'off',
      SWEEP_DELAY: '0-0',
      LOG_LEVEL: 'error',
      LOG_FILE: 'stdout',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const output: string[] = []
  child.stdout.on('data', (chunk) => output.push(String(chunk)))
  child.stderr.on('data', (chunk) => output.push(String(chunk)))
  await ready(url, child, output)
  const halt = (): Promise<void> => ended(child)
  const stop = async (): Promise<void> => {
    await closeContexts()
    await halt()
    await rm(dataDir, { recursive: true, force: true })
  }
  const runs = (): boolean => child.exitCode === null && child.signalCode === null
  return { url, dataDir, output: () => output.join(''), signal: (name) => child.kill(name), runs, halt, stop }
}

/** Seconds. With ten programs to a core, a start took more than 30. */
const longestStart = 120
const longestStop = 60

async function ready(url: string, child: ChildProcess, output: readonly string[]): Promise<void> {
  for (const until = Date.now() + longestStart * 1000; Date.now() < until; ) {
    if (child.exitCode !== null) throw new Error(`the server stopped: ${output.join('')}`)
    // Wait for its own message, because another program at the same address would answer too.
    if (output.some((each) => each.includes(`is ready at ${url}`))) return
    await new Promise((later) => setTimeout(later, 100))
  }
  child.kill('SIGKILL')
  throw new Error(`the server does not answer: ${output.join('')}`)
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return
  const exited = new Promise((exit) => child.once('exit', exit))
  child.kill('SIGTERM')
  const late = setTimeout(() => child.kill('SIGKILL'), longestStop * 1000)
  await exited
  clearTimeout(late)
}
