import { type ChildProcess, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

/** A server in a process of its own, as an operator starts it. */
export interface ServerProcess {
  /** Where it answers, once it says that it is ready. Rejects if it ends before, unless it was killed. */
  readonly ready: Promise<string>
  readonly pid: number
  /** Ends it with SIGKILL, at whatever it is doing. Resolves when it is gone. */
  kill(): Promise<void>
  /** Ends it as an operator would, with SIGTERM. Throws if it does not end well. */
  stop(): Promise<void>
  /** What it logged as an error. */
  complaints(): readonly string[]
}

const main = fileURLToPath(new URL('../../server/src/main.ts', import.meta.url))
export const repositoryRoot = fileURLToPath(new URL('../..', import.meta.url))

export function startProcess(dataDir: string, env: Readonly<Record<string, string>> = {}): ServerProcess {
  const child = spawn(process.execPath, [main], {
    cwd: repositoryRoot,
    env: {
      ...process.env,
      DATA_DIR: dataDir,
      HOST: '127.0.0.1',
      PORT: '0',
      ROBOTS: 'off',
      LOG_LEVEL: 'error',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const exited = new Promise<number | null>((resolve) => child.once('exit', resolve))
  const said: string[] = []
  const ready = readiness(child, said)
  const { pid } = child
  if (pid === undefined) throw new Error('the server could not be started')
  return {
    ready,
    pid,
    async kill() {
      child.kill('SIGKILL')
      await exited
    },
    async stop() {
      child.kill('SIGTERM')
      const code = await exited
      if (code !== 0) throw new Error(`the server ended with ${code}: ${said.join('\n')}`)
    },
    complaints: () => said,
  }
}

/** Reads what the process says: where it is ready, and every line of its log. */
function readiness(child: ChildProcess, said: string[]): Promise<string> {
  const { stdout, stderr } = child
  if (!stdout || !stderr) throw new Error('the server has no output to read')
  createInterface(stderr).on('line', (line) => said.push(line))
  return new Promise((resolve, reject) => {
    createInterface(stdout).on('line', (line) => {
      const [, url] = /^Aitai is ready at (\S+)/.exec(line) ?? []
      if (url) resolve(url)
      if (line.startsWith('{')) said.push(line)
    })
    child.once('exit', (code, signal) => {
      if (signal === 'SIGKILL') return
      reject(new Error(`the server ended with ${code ?? signal} while it started: ${said.join('\n')}`))
    })
  })
}
