import { messagesTo, runOperatorCommand } from './operator-commands.ts'
import { newSessionToken, password } from './render-app.tsx'

const named = (email: string): readonly string[] => [
  ...['user', 'add', '--email', email],
  ...['--first-name', 'Aoi', '--last-name', 'Mori'],
]

/** An account of one test file alone: a session that another file replaces would end there. */
export async function addAccount(email: string, ...place: readonly string[]): Promise<void> {
  await runOperatorCommand([...named(email), ...place, '--password-stdin'], `${password}\n`)
}

/** The token of somebody who was invited, signed in with the temporary password of the letter. */
export async function invitedUserToken(email: string, ...place: readonly string[]): Promise<string> {
  await runOperatorCommand([...named(email), ...place])
  const letter = (await messagesTo(email)).at(-1) ?? ''
  const temporary = /(?:[a-z0-9]{4}-){3}[a-z0-9]{4}/.exec(letter)?.[0]
  if (!temporary) throw new Error(`no temporary password for ${email}: ${letter}`)
  return newSessionToken(email, temporary)
}
