import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { RobotAccount } from './demo-data.ts'

const program = fileURLToPath(new URL('../../../../cli/src/robots/main.ts', import.meta.url))
const restartMs = 5_000

interface Parts {
  /** Where the server listens, as the robots' process reaches it, such as http://localhost:8080. */
  readonly baseUrl: string
  readonly accounts: readonly RobotAccount[]
  /** Told what the robots say, line by line, and that they ended. */
  readonly onMessage: (message: string) => void
}

/** What a program needs of the environment, without the secrets of the server. */
const handedOn = (): NodeJS.ProcessEnv =>
  Object.fromEntries(
    ['PATH', 'SystemRoot', 'TZ', 'NODE_EXTRA_CA_CERTS'].flatMap((name) =>
      process.env[name] === undefined ? [] : [[name, process.env[name]]],
    ),
  )

/**
 * Runs the robots as a process of their own, and again if it ends by itself. They end with this process,
 * however it ends. Gives the function that stops them.
 */
export function startRobots({ baseUrl, accounts, onMessage }: Parts): () => Promise<void> {
  let child: ChildProcess | null = null
  let restart: NodeJS.Timeout | null = null
  let stopping = false
  const start = (): void => {
    restart = null
    const started = fork(program, [], {
      env: { ...handedOn(), AITAI_URL: baseUrl, AITAI_ROBOTS: JSON.stringify(accounts) },
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
