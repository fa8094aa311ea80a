import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { inject } from 'vitest'

const aitai = join(import.meta.dirname, '../../../cli/src/aitai.ts')

/** An operator's command on the server that runs, as it is typed after `aitai`; gives what it prints. */
export async function runOperatorCommand(typed: readonly string[], piped = ''): Promise<string> {
  const env = { ...process.env, DATA_DIR: inject('dataDir') }
  const child = spawn(process.execPath, [aitai, ...typed], { env, stdio: 'pipe' })
  child.stdin.end(piped)
  const [printed, said, code] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    new Promise((resolve) => child.once('exit', resolve)),
  ])
  if (code !== 0) throw new Error(`aitai ${typed.join(' ')}: ${said}`)
  return printed
}

/** The letters to somebody, the newest last, as an operator without a mail server reads them. */
export async function messagesTo(email: string): Promise<string[]> {
  const letters = (await runOperatorCommand(['outbox']))
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as { recipient: string; body: string | null })
  return letters.flatMap(({ recipient, body }) => (recipient === email && body !== null ? [body] : []))
}
