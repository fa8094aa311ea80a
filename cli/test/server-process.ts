import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { onTestFinished } from 'vitest'

const main = fileURLToPath(new URL('../../server/main.mjs', import.meta.url))

export interface ServerProcess {
  readonly url: string
  readonly process: ChildProcess
  /** Ends the process, by SIGTERM by default, and waits for its end. */
  end(signal?: NodeJS.Signals): Promise<void>
}

/** The real server as a process of its own, killed after the test if it still runs. */
export async function startServerProcess(
  dataDir: string,
  env: Readonly<Record<string, string>> = {},
): Promise<ServerProcess> {
  const child = spawn(process.execPath, [main], {
    env: {
      PATH: process.env.PATH,
      DATA_DIR: dataDir,
      PORT: '0',
      SWEEP_DELAY: '0-0',
      LOG_LEVEL: 'silent',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const gone = once(child, 'exit')
  const end = async (signal: NodeJS.Signals = 'SIGTERM'): Promise<void> => {
    child.kill(signal)
    await gone
  }
  onTestFinished(() => end('SIGKILL'))
  return { url: await addressOf(child), process: child, end }
}

/** The address that a starting server prints. Rejects with its output if it ends before. */
function addressOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = ''
    const onOutput = (text: string): void => {
      output += text
      const found = /ready at (\S+)/.exec(output)?.[1]
      if (found) resolve(found)
    }
    child.stdout?.setEncoding('utf8').on('data', onOutput)
    child.stderr?.setEncoding('utf8').on('data', onOutput)
    child.on('exit', (code) => reject(new Error(`the server ended with ${code}: ${output}`)))
  })
}
