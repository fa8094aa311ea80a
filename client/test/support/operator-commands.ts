import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { inject } from 'vitest'

const aitai = join(import.meta.dirname, '../../../cli/src/aitai.ts')

/** Runs an operator's command, given as the arguments of `aitai`, and returns its output. */
export async function runOperatorCommand(typed: readonly string[], piped = ''): Promise<string> {
  const env = { ...process.env, DATA_DIR: inject('dataDir') }
  const child = spawn(process.execPath, [aitai, ...typed], { env, stdio: 'pipe' })
  child.stdin.end(piped)
  const [printed, stderr, code] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    new Promise((resolve) => child.once('exit', resolve)),
  ])
  if (code !== 0) throw new Error(`aitai ${typed.join(' ')}: ${stderr}`)
  return printed
}

/** The messages to an address, newest last, from the operator's outbox command. */
export async function messagesTo(email: string): Promise<string[]> {
  const messages = (await runOperatorCommand(['outbox']))
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as { recipient: string; body: string | null })
  return messages.flatMap(({ recipient, body }) => (recipient === email && body !== null ? [body] : []))
}
