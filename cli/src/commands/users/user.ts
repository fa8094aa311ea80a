import { text as textOf } from 'node:stream/consumers'
import { roles } from '@aitai/contract/codes.ts'
import { writtenName } from '@aitai/contract/routes/console/account-fields.ts'
import { affiliationFault } from '@aitai/server/admin/users/affiliation.ts'
import type { PrintedUser } from '@aitai/server/admin/users/users.ts'
import { sendAdminCommand } from '../../admin-client.ts'
import { CommandFailed, command, UsageError } from '../../command.ts'
import { brokerFlag, firmFlag, optionalReason, reasonArgument } from '../../flags.ts'
import { factLines, tableOf } from '../../output.ts'

export const passwordByMail =
  'The temporary password goes to the user by mail. Without SMTP_URL it waits in the outbox.'

const providerByMail = 'The user signs in with a provider: a mail says how, and there is no password.'

export const userAdd = command({
  name: 'user add',
  summary: "Add a trader, a broker's user or staff",
  operand: 'EMAIL',
  flags: {
    'first-name': { type: 'string', value: 'NAME', required: true, description: 'Given name' },
    'last-name': { type: 'string', value: 'NAME', required: true, description: 'Family name' },
    role: { type: 'string', choices: roles, required: true, description: 'What the user may do' },
    firm: { ...firmFlag, description: 'The institution of a TRADER, by its name' },
    broker: { ...brokerFlag, description: 'The broker of a BROKER, by its short name' },
    phone: { type: 'string', value: 'PHONE', description: 'For codes by SMS, such as +81 90 1234 5678' },
    'two-factor': { type: 'boolean', description: 'Ask for a code at every sign-in; needs --phone' },
    language: { type: 'string', choices: ['en', 'ja'], description: 'Of mails and SMS; en if omitted' },
    'password-stdin': { type: 'boolean', description: "Read the user's own password from standard input" },
    reason: optionalReason,
  },
  details:
    'EMAIL is what the user signs in with. With --password-stdin the account is ready to use. Otherwise a temporary\n' +
    'password, valid for 72 hours, is mailed to the user, who sets a new one at the first sign-in. Passwords are\n' +
    'never read from the command line. Where a provider is the only way to sign in there is none of either.',
  async run(given, email) {
    const { role, firm, broker, phone, language } = given
    const affiliation = {
      role,
      ...(firm === undefined ? {} : { firm }),
      ...(broker === undefined ? {} : { broker }),
    }
    const fault = affiliationFault(affiliation)
    if (fault) throw new UsageError(fault)
    if (given['two-factor'] && phone === undefined) throw new UsageError('--two-factor needs --phone')
    const password = given['password-stdin'] ? await readPassword() : undefined
    const user = (await sendAdminCommand('user add', {
      email,
      firstName: given['first-name'],
      lastName: given['last-name'],
      ...affiliation,
      twoFactor: given['two-factor'] ?? false,
      ...(phone === undefined ? {} : { phone }),
      ...(language === undefined ? {} : { language }),
      ...(password === undefined ? {} : { password }),
      ...reasonArgument(given.reason),
    })) as PrintedUser
    const text = `${user.email} is added: ${user.role}${organizationOf(user)}.`
    return {
      result: user,
      text,
      notes: password !== undefined ? [] : [user.firstLogin ? passwordByMail : providerByMail],
    }
  },
})

const organizationOf = ({ firm, broker }: PrintedUser): string => {
  const organization = firm ?? broker
  return organization === null ? '' : ` of ${organization}`
}

/** Reads a piped password, without the newline that `echo` adds. */
async function readPassword(): Promise<string> {
  if (process.stdin.isTTY)
    throw new CommandFailed('Pipe the password in: a terminal would show it as it is typed.')
  const password = (await textOf(process.stdin)).replace(/\r?\n$/, '')
  if (password === '') throw new CommandFailed('There is no password on standard input.')
  return password
}

export const userList = command({
  name: 'user list',
  summary: 'List the users',
  flags: {},
  async run() {
    const users = (await sendAdminCommand('user list', {})) as readonly PrintedUser[]
    const text = tableOf(
      users,
      {
        User: ({ email }) => email,
        Name: writtenName,
        Role: ({ role }) => role,
        Of: ({ firm, broker }) => firm ?? broker,
        'Desk head': ({ deskHead }) => deskHead,
        Grants: ({ grants }) => grants.join(', '),
        'Two-factor': ({ twoFactor }) => twoFactor,
        Active: ({ active }) => active,
      },
      'There are no users.',
    )
    return { result: users, text }
  },
})

export const userShow = command({
  name: 'user show',
  summary: 'Show a user, without secrets',
  operand: 'EMAIL',
  flags: {},
  details: 'For everything that is stored about a user, see user export.',
  async run(_, email) {
    const user = (await sendAdminCommand('user show', { email })) as PrintedUser
    return { result: user, text: factLines({ ...user }).join('\n') }
  },
})
