import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { inject } from 'vitest'
import { password, tokenOf } from './page.tsx'

const aitai = join(import.meta.dirname, '../../cli/src/aitai.ts')

/** An operator's command on the server of the tests, as it is typed; gives what it printed. Must be done. */
export async function operates(words: readonly string[], typedIn = ''): Promise<string> {
  const child = spawn(process.execPath, [aitai, ...words], {
    env: { ...process.env, DATA_DIR: inject('dataDir') },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  child.stdin.end(typedIn)
  const [out, errors, code] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    new Promise((resolve) => child.once('close', resolve)),
  ])
  if (code !== 0) throw new Error(`aitai ${words.join(' ')}: ${errors}`)
  return out
}

/** An account of one test file alone: a session that is replaced by another file's would end its own. */
export async function adds(email: string, ...place: readonly string[]): Promise<void> {
  const named = ['--email', email, '--first-name', 'Aoi', '--last-name', 'Mori']
  await operates(['user', 'add', ...named, ...place, '--password-stdin'], `${password}\n`)
}

/** The token of somebody who was invited, signed in with the temporary password of the letter. */
export async function invitedTokenOf(email: string, ...place: readonly string[]): Promise<string> {
  const named = ['--email', email, '--first-name', 'Ren', '--last-name', 'Abe']
  await operates(['user', 'add', ...named, ...place])
  const letters = (await operates(['outbox']))
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as { recipient: string; body: string })
  const letter = letters.filter(({ recipient }) => recipient === email).at(-1)
  const temporary = /(?:[a-z0-9]{4}-){3}[a-z0-9]{4}/.exec(letter?.body ?? '')?.[0]
  if (!temporary) throw new Error(`no temporary password for ${email}: ${letter?.body}`)
  return tokenOf(email, temporary)
}
