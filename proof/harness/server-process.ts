import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { newSecrets } from '@aitai/server/accounts/installation-secrets.ts'

/** A separate server process, started as by an operator. */
export interface ServerProcess {
  /** Its URL, once it is ready. Rejects if the process ends before, unless it was killed. */
  readonly ready: Promise<string>
  readonly pid: number
  /** Resolves once the process has ended, for whatever reason. */
  readonly ended: Promise<unknown>
  /** Ends it with SIGKILL. Resolves once it has ended. */
  kill(): Promise<void>
  /** Ends it with SIGTERM, as an operator would. Throws if the exit code is not 0. */
  stop(): Promise<void>
  /** The lines of its error log. */
  errorLog(): readonly string[]
}

const secrets = newSecrets()

/** The variables that every process on a PostgreSQL has to be given; none for an embedded database. */
export const sharedSecrets = (databaseUrl: string | null | undefined): Readonly<Record<string, string>> =>
  databaseUrl ? secrets : {}

export const repositoryRoot = fileURLToPath(new URL('../..', import.meta.url))

/** Starts this version, or the one whose work tree is `root`. */
export function startProcess(dataDir: string, env: Readonly<Record<string, string>> = {}): ServerProcess {
  const child = spawn(process.execPath, [join(repositoryRoot, 'server/main.mjs')], {
    cwd: repositoryRoot,
    env: {
      ...process.env,
      DATA_DIR: dataDir,
      HOST: '127.0.0.1',
      PORT: '0',
      ROBOTS: 'off',
      SWEEP_DELAY: '0-0',
      LOG_LEVEL: 'error',
      LOG_FILE: 'stdout',
      ...(env.SECRETS_FILE ? {} : sharedSecrets(env.DATABASE_URL)),
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const exited = new Promise<number | null>((resolve) => child.once('exit', resolve))
  const logLines: string[] = []
  const ready = readiness(child, logLines)
  const { pid } = child
  if (pid === undefined) throw new Error('the server could not be started')
  return {
    ready,
    pid,
    ended: exited,
    async kill() {
      child.kill('SIGKILL')
      await exited
    },
    async stop() {
      child.kill('SIGTERM')
      const code = await exited
      if (code !== 0) throw new Error(`the server ended with ${code}: ${logLines.join('\n')}`)
    },
    errorLog: () => logLines,
  }
}

/** Reads the output: the URL once the server is ready, and every line of the log. */
function readiness(child: ChildProcess, logLines: string[]): Promise<string> {
  const { stdout, stderr } = child
  if (!stdout || !stderr) throw new Error('the server has no output to read')
  createInterface(stderr).on('line', (line) => logLines.push(line))
  return new Promise((resolve, reject) => {
    createInterface(stdout).on('line', (line) => {
      const [, url] = /^Aitai is ready at (\S+)/.exec(line) ?? []
      if (url) resolve(url)
      if (line.startsWith('{')) logLines.push(line)
    })
    child.once('exit', (code, signal) => {
      if (signal === 'SIGKILL') return
      reject(new Error(`the server ended with ${code ?? signal} while it started: ${logLines.join('\n')}`))
    })
  })
}
