import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { RobotAccount } from './demo-data.ts'

const program = fileURLToPath(new URL('../../../../cli/robots.mjs', import.meta.url))
const restartMs = 5_000

interface RobotProcessOptions {
  /** The server's address for the robots' process, such as http://localhost:8080. */
  readonly baseUrl: string
  readonly accounts: readonly RobotAccount[]
  /** Receives the robots' messages, and a message when their process ends. */
  readonly onMessage: (message: string) => void
}

/** The environment variables that a program needs, without the server's secrets. */
const safeEnvironment = (): NodeJS.ProcessEnv =>
  Object.fromEntries(
    ['PATH', 'SystemRoot', 'TZ', 'NODE_EXTRA_CA_CERTS'].flatMap((name) =>
      process.env[name] === undefined ? [] : [[name, process.env[name]]],
    ),
  )

/**
 * Runs the robots in a child process and restarts it when it exits. The child ends with this process, however
 * it ends. Returns a function that stops the robots.
 */
export function startRobots({ baseUrl, accounts, onMessage }: RobotProcessOptions): () => Promise<void> {
  let child: ChildProcess | null = null
  let restart: NodeJS.Timeout | null = null
  let stopping = false
  const start = (): void => {
    restart = null
    const started = fork(program, [], {
      env: { ...safeEnvironment(), AITAI_URL: baseUrl, AITAI_ROBOTS: JSON.stringify(accounts) },
      execArgv: [],
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    })
    child = started
    started.stderr?.setEncoding('utf8').on('data', (text: string) => onMessage(text.trimEnd()))
    started.on('error', (error) => onMessage(`the robots could not be started: ${error.message}`))
    started.on('exit', (code) => {
      if (child === started) child = null
      if (stopping) return
      onMessage(`the robots ended with ${code} and are started again`)
      restart = setTimeout(start, restartMs)
    })
  }
  start()
  return async () => {
    stopping = true
    if (restart) clearTimeout(restart)
    const running = child
    if (!running) return
    const ended = new Promise((resolve) => running.once('exit', resolve))
    running.kill()
    await ended
  }
}
