import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { closeWindows } from './windows.ts'

/** A running product: the README's start command with a data folder of its own. */
export interface Running {
  readonly url: string
  readonly dataDir: string
  /** What it has said so far, on both of its outputs. */
  said(): string
  /** Ends the program and leaves its data, for a server that goes on with them. */
  halt(): Promise<void>
  stop(): Promise<void>
}

const root = join(import.meta.dirname, '..')

/** A port that was free a moment ago. */
async function freePort(): Promise<number> {
  const probe = createServer()
  await new Promise<void>((listening) => probe.listen(0, '127.0.0.1', listening))
  const address = probe.address()
  await new Promise((closed) => probe.close(closed))
  if (address === null || typeof address === 'string') throw new Error('no port')
  return address.port
}

/**
 * Starts the server with demo data in an empty folder, or in the place of one that was halted, and waits
 * until it answers.
 */
export async function startServer(
  env: Readonly<Record<string, string>> = {},
  halted?: Running,
): Promise<Running> {
  const port = halted ? Number(new URL(halted.url).port) : await freePort()
  const dataDir = halted?.dataDir ?? (await mkdtemp(join(tmpdir(), 'aitai-e2e-')))
  const url = `http://localhost:${port}`
  const child = spawn(process.execPath, ['server/src/main.ts'], {
    cwd: root,
    env: { ...process.env, PORT: String(port), DATA_DIR: dataDir, ROBOTS: 'off', LOG_LEVEL: 'error', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const said: string[] = []
  child.stdout.on('data', (chunk) => said.push(String(chunk)))
  child.stderr.on('data', (chunk) => said.push(String(chunk)))
  await ready(url, child, said)
  const halt = (): Promise<void> => ended(child)
  const stop = async (): Promise<void> => {
    await closeWindows()
    await halt()
    await rm(dataDir, { recursive: true, force: true })
  }
  return { url, dataDir, said: () => said.join(''), halt, stop }
}

async function ready(url: string, child: ChildProcess, said: readonly string[]): Promise<void> {
  for (let tries = 0; tries < 300; tries += 1) {
    if (child.exitCode !== null) throw new Error(`the server stopped: ${said.join('')}`)
    const answer = await fetch(`${url}/readyz`).catch(() => null)
    if (answer?.ok) return
    await new Promise((later) => setTimeout(later, 100))
  }
  child.kill('SIGKILL')
  throw new Error(`the server does not answer: ${said.join('')}`)
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return
  const exited = new Promise((exit) => child.once('exit', exit))
  child.kill('SIGTERM')
  const late = setTimeout(() => child.kill('SIGKILL'), 10_000)
  await exited
  clearTimeout(late)
}
