import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { onTestFinished } from 'vitest'
import { until } from './until.ts'

const program = fileURLToPath(new URL('../../main.mjs', import.meta.url))

export interface ServerProcess {
  readonly child: ChildProcess
  readonly text: () => string
  /** The exit code, once it has ended. */
  readonly ended: Promise<number | null>
}

/** Starts the program as an operator does. It ends with the test. */
export function startServerProcess(env: Readonly<Record<string, string>>): ServerProcess {
  const { PATH } = process.env
  const given = {
    PATH,
    PORT: '0',
    ROBOTS: 'off',
    SWEEP_DELAY: '0-0',
    LOG_LEVEL: 'warn',
    LOG_FILE: 'stdout',
    ...env,
  }
  const child = spawn(process.execPath, [program], { env: given })
  onTestFinished(() => {
    child.kill('SIGKILL')
  })
  let text = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (part: string) => {
      text += part
    })
  return { child, text: () => text, ended: new Promise((resolve) => child.on('close', resolve)) }
}

export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'aitai-main-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

export const urlOf = (started: ServerProcess): Promise<string> =>
  until('the server to be ready', async () => /ready at (\S+)/.exec(started.text())?.[1])
