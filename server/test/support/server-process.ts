import { type ChildProcess, spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { onTestFinished } from 'vitest'
import { sharedSecrets } from './test-databases.ts'
import { until } from './until.ts'

const repository = fileURLToPath(new URL('../../..', import.meta.url))
const program = fileURLToPath(new URL('../../main.mjs', import.meta.url))

export interface ServerProcess {
  readonly child: ChildProcess
  readonly text: () => string
  /** The exit code, once it and whatever it started have ended. */
  readonly ended: Promise<number | null>
}

/** Starts the program as an operator does. It ends with the test. */
export const startServerProcess = (env: Readonly<Record<string, string>>): ServerProcess =>
  startCommand([process.execPath, program], env)

/** The same by `npm start` without the build. The process is npm, in a group with the server. */
export const startByNpm = (env: Readonly<Record<string, string>>): ServerProcess =>
  startCommand(['npm', 'start', '--ignore-scripts', '--no-update-notifier'], env, { detached: true })

function startCommand(
  [command = '', ...args]: readonly string[],
  env: Readonly<Record<string, string>>,
  { detached } = { detached: false },
): ServerProcess {
  const { PATH } = process.env
  const given = {
    PATH,
    PORT: '0',
    ROBOTS: 'off',
    SWEEP_DELAY: '0-0',
    LOG_LEVEL: 'warn',
    LOG_FILE: 'stdout',
    ...sharedSecrets(env.DATABASE_URL),
    ...env,
  }
  const child = spawn(command, args, { env: given, cwd: repository, detached })
  onTestFinished(() => {
    if (detached) killGroup(child)
    else child.kill('SIGKILL')
  })
  let text = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (part: string) => {
      text += part
    })
  return { child, text: () => text, ended: new Promise((resolve) => child.on('close', resolve)) }
}

function killGroup({ pid }: ChildProcess): void {
  if (pid === undefined) return
  try {
    process.kill(-pid, 'SIGKILL')
  } catch (error) {
    // No process of the group is left.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

export const urlOf = (started: ServerProcess): Promise<string> =>
  until('the server to be ready', async () => /ready at (\S+)/.exec(started.text())?.[1])
