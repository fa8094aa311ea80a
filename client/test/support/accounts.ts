import { messagesTo, runOperatorCommand } from './operator-commands.ts'
import { newSessionToken, password } from './render-app.tsx'

const userAddCommand = (email: string): readonly string[] => [
  ...['user', 'add', '--email', email],
  ...['--first-name', 'Aoi', '--last-name', 'Mori'],
]

/** Adds an account for one test file: a sign-in in another file would replace the session of a shared account. */
export async function addAccount(email: string, ...options: readonly string[]): Promise<void> {
  await runOperatorCommand([...userAddCommand(email), ...options, '--password-stdin'], `${password}\n`)
}

/** The token of an invited user, signed in with the temporary password of the message. */
export async function invitedUserToken(email: string, ...options: readonly string[]): Promise<string> {
  await runOperatorCommand([...userAddCommand(email), ...options])
  const message = (await messagesTo(email)).at(-1) ?? ''
  const temporary = /(?:[a-z0-9]{4}-){3}[a-z0-9]{4}/.exec(message)?.[0]
  if (!temporary) throw new Error(`no temporary password for ${email}: ${message}`)
  return newSessionToken(email, temporary)
}
