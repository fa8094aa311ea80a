import type { AdminCommandArgs } from '@aitai/server/admin/command-arguments.ts'
import { messagesTo, runAdminCommand } from './operator-commands.ts'
import { newSessionToken, noteAdded, ownPassword } from './render-app.tsx'

type NewAccount = Pick<AdminCommandArgs<'user add'>, 'role' | 'firm' | 'broker'>

const name = { firstName: 'Aoi', lastName: 'Mori' }

/** Adds an account for one test file: a sign-in in another file would replace the session of a shared account. */
export async function addAccount(email: string, account: NewAccount): Promise<void> {
  noteAdded(email)
  await runAdminCommand('user add', { email, password: ownPassword, ...name, ...account })
}

/** The token of an invited user, signed in with the temporary password of the message. */
export async function invitedUserToken(email: string, account: NewAccount): Promise<string> {
  await runAdminCommand('user add', { email, ...name, ...account })
  const message = (await messagesTo(email)).at(-1) ?? ''
  const temporary = /(?:[a-z0-9]{4}-){3}[a-z0-9]{4}/.exec(message)?.[0]
  if (!temporary) throw new Error(`no temporary password for ${email}: ${message}`)
  return newSessionToken(email, temporary)
}

/** The token of a user who has to add a passkey first; the institution requires one. */
export async function firstPasskeyToken(email: string, account: NewAccount): Promise<string> {
  await addAccount(email, account)
  return newSessionToken(email, ownPassword)
}
