import { text } from 'node:stream/consumers'
import { roles } from '@aitai/contract/codes.ts'
import { affiliationFault } from '@aitai/server/admin/users/affiliation.ts'
import { sendAdminCommand } from '../admin-client.ts'
import { CommandFailed, command, print, UsageError } from '../command.ts'
import { optionalReason, reasonArgument } from '../reason-flag.ts'
import { listCommand } from '../simple-commands.ts'

export const userAdd = command({
  name: 'user add',
  summary: "Add a trader, a broker's user or staff",
  flags: {
    email: { type: 'string', value: 'EMAIL', required: true, description: 'What the user signs in with' },
    'first-name': { type: 'string', value: 'NAME', required: true, description: 'Given name' },
    'last-name': { type: 'string', value: 'NAME', required: true, description: 'Family name' },
    role: { type: 'string', choices: roles, required: true, description: 'What the user may do' },
    firm: { type: 'string', value: 'NAME', description: 'The institution of a TRADER, by its name' },
    broker: { type: 'string', value: 'SHORT', description: 'The broker of a BROKER, by its short name' },
    phone: { type: 'string', value: 'PHONE', description: 'For codes by SMS, such as +81 90 1234 5678' },
    'two-factor': { type: 'boolean', description: 'Ask for a code at every sign-in; needs --phone' },
    language: { type: 'string', choices: ['en', 'ja'], description: 'Of mails and SMS; en if omitted' },
    'password-stdin': { type: 'boolean', description: "Read the user's own password from standard input" },
    reason: optionalReason,
  },
  details:
    'With --password-stdin the account is ready to use. Otherwise a temporary password, valid for 72 hours, is\n' +
    'mailed to the user, who sets a new one at the first sign-in. Passwords are never read from the command\n' +
    'line.',
  async run(given) {
    const { email, role, firm, broker, phone, language } = given
    const affiliation = {
      role,
      ...(firm === undefined ? {} : { firm }),
      ...(broker === undefined ? {} : { broker }),
    }
    const fault = affiliationFault(affiliation)
    if (fault) throw new UsageError(fault)
    if (given['two-factor'] && phone === undefined) throw new UsageError('--two-factor needs --phone')
    const password = given['password-stdin'] ? await readPassword() : undefined
    const user = await sendAdminCommand('user add', {
      email,
      firstName: given['first-name'],
      lastName: given['last-name'],
      ...affiliation,
      twoFactor: given['two-factor'] ?? false,
      ...(phone === undefined ? {} : { phone }),
      ...(language === undefined ? {} : { language }),
      ...(password === undefined ? {} : { password }),
      ...reasonArgument(given.reason),
    })
    print(user)
    if (password === undefined)
      console.error(
        'The temporary password goes to the user by mail. Without SMTP_URL it waits in the outbox.',
      )
  },
})

/** Reads a piped password, without the newline that `echo` adds. */
async function readPassword(): Promise<string> {
  if (process.stdin.isTTY)
    throw new CommandFailed('Pipe the password in: a terminal would show it as it is typed.')
  const password = (await text(process.stdin)).replace(/\r?\n$/, '')
  if (password === '') throw new CommandFailed('There is no password on standard input.')
  return password
}

export const userList = listCommand('user list', 'List the users')
