import { sendAdminCommand } from '../../admin-client.ts'
import { command, UsageError } from '../../command.ts'
import { optionalReason, reasonArgument, requiredReason } from '../../flags.ts'
import { counted, tableOf } from '../../output.ts'
import { disableCommand, enableCommand } from '../../simple-commands.ts'
import { passwordByMail } from './user.ts'

export const userDisable = disableCommand('user', {
  summary: 'Disable a user: the session ends, the IOIs are paused',
  details:
    'Takes effect at once. The user cannot sign in until user enable. An open locate continues: to stop that as\n' +
    'well, use firm halt.',
})

export const userEnable = enableCommand('user', {
  summary: 'Enable a user again',
})

export const userReset = command({
  name: 'user reset',
  summary: 'Mail a user a new temporary password',
  operand: 'EMAIL',
  flags: { reason: requiredReason },
  details:
    'It is valid for 72 hours; the user sets a new one at the next sign-in. The old password becomes invalid and\n' +
    'the session ends. Only the user sees the password.',
  async run({ reason }, email) {
    const result = await sendAdminCommand('user reset', { email, reason })
    const reset = result as { email: string; temporaryUntil: string }
    const text = `${reset.email} gets a temporary password, valid until ${reset.temporaryUntil}.`
    return { result, text, notes: [passwordByMail] }
  },
})

export const userUnlock = command({
  name: 'user unlock',
  summary: 'Unlock a user after too many wrong passwords or codes',
  operand: 'EMAIL',
  flags: { reason: requiredReason },
  async run({ reason }, email) {
    const result = await sendAdminCommand('user unlock', { email, reason })
    const unlocked = result as { email: string; wrongCodes: number }
    return {
      result,
      text: `${unlocked.email} is unlocked; ${counted(unlocked.wrongCodes, 'wrong code')} forgotten.`,
    }
  },
})

interface Sessions {
  readonly email: string
  readonly sessions: readonly {
    readonly kind: string
    readonly startedAt: string
    readonly lastSeen: string
  }[]
  readonly sessionsEnded?: number
}

export const userSessions = command({
  name: 'user sessions',
  summary: 'Show whether a user is signed in, and end it with --end',
  operand: 'EMAIL',
  flags: {
    end: { type: 'boolean', description: 'End the session; the IOIs are paused. Needs --reason' },
    reason: optionalReason,
  },
  details: 'The time of the last request is accurate to the minute.',
  async run({ end, reason }, email) {
    if (end && reason === undefined) throw new UsageError('--end needs --reason')
    if (!end && reason !== undefined) throw new UsageError('--reason is for --end')
    const args = { email, ...(end ? { end } : {}), ...reasonArgument(reason) }
    const result = (await sendAdminCommand('user sessions', args)) as Sessions
    const table = tableOf(
      result.sessions,
      {
        Session: ({ kind }) => kind,
        Since: ({ startedAt }) => startedAt,
        'Last request': ({ lastSeen }) => lastSeen,
      },
      `${result.email} is not signed in.`,
    )
    const { sessionsEnded } = result
    return {
      result,
      text: sessionsEnded === undefined ? table : `${table}\n${counted(sessionsEnded, 'session')} ended.`,
    }
  },
})

interface Factor {
  readonly name: string
  readonly addedAt: string
  readonly lastUsedAt: string | null
}

interface Authenticators {
  readonly email: string
  readonly authenticators: readonly Factor[]
  readonly passkeys: readonly Factor[]
  readonly recoveryCodes: number
  /** How a code is sent otherwise; none means that the password alone is enough. */
  readonly sms: boolean
  readonly removed?: number
}

export const userAuthenticators = command({
  name: 'user authenticators',
  summary: "Show a user's authenticator apps and passkeys, and remove them with --remove",
  operand: 'EMAIL',
  flags: {
    remove: { type: 'boolean', description: 'Remove them and the recovery codes. Needs --reason' },
    reason: optionalReason,
  },
  details:
    'For a user who has lost the devices and the recovery codes. Make sure who calls: afterwards the user signs in by the\n' +
    'password and a code by SMS, or by the password alone if user change has not set that up. The user is told by mail.',
  async run({ remove, reason }, email) {
    if (remove && reason === undefined) throw new UsageError('--remove needs --reason')
    if (!remove && reason !== undefined) throw new UsageError('--reason is for --remove')
    const args = { email, ...(remove ? { remove } : {}), ...reasonArgument(reason) }
    const result = (await sendAdminCommand('user authenticators', args)) as Authenticators
    const rows = [
      ...result.authenticators.map((each) => ({ ...each, kind: 'authenticator app' })),
      ...result.passkeys.map((each) => ({ ...each, kind: 'passkey' })),
    ]
    const table = tableOf(
      rows,
      {
        Name: ({ name }) => name,
        Kind: ({ kind }) => kind,
        Added: ({ addedAt }) => addedAt,
        'Last use': ({ lastUsedAt }) => lastUsedAt,
      },
      `${result.email} has no authenticator app and no passkey.`,
    )
    const codes = `${counted(result.recoveryCodes, 'recovery code')} left.`
    const { removed } = result
    return {
      result,
      text:
        removed === undefined
          ? `${table}\n${codes}`
          : `${counted(removed, 'authenticator app or passkey', 'authenticator apps and passkeys')} removed.`,
      notes: removed === undefined || result.sms ? [] : [passwordAlone],
    }
  },
})

const passwordAlone =
  'The password alone is now enough to sign in: set a phone with user change --phone PHONE --two-factor on.'

export const userChange = command({
  name: 'user change',
  summary: "Change a user's address, name, phone or settings, or name a desk head",
  operand: 'EMAIL',
  flags: {
    email: { type: 'string', value: 'EMAIL', description: 'The new address, with which the user signs in' },
    'first-name': { type: 'string', value: 'NAME', description: 'Given name' },
    'last-name': { type: 'string', value: 'NAME', description: 'Family name' },
    phone: { type: 'string', value: 'PHONE', description: 'For codes by SMS, such as +81 90 1234 5678' },
    'two-factor': { type: 'string', choices: ['on', 'off'], description: 'A code at every sign-in' },
    language: { type: 'string', choices: ['en', 'ja'], description: 'Of mails and SMS' },
    'desk-head': { type: 'string', choices: ['on', 'off'], description: "Head of a TRADER's desk" },
    reason: requiredReason,
  },
  details:
    'A desk head sees the live IOIs of all traders of the own institution, and may pause, resume and cancel them.\n' +
    'Takes effect at once, without a new sign-in. The screen of a user who is signed in shows it after the page is\n' +
    'reloaded, or within 15 minutes. Links and codes that were sent before become invalid. If a user who has not set\n' +
    'a password yet gets another address, a new temporary password goes there.',
  async run(given, email) {
    const { phone, language, reason } = given
    const [twoFactor, deskHead] = [given['two-factor'], given['desk-head']]
    const [firstName, lastName] = [given['first-name'], given['last-name']]
    const change = {
      ...(given.email === undefined ? {} : { newEmail: given.email }),
      ...(firstName === undefined ? {} : { firstName }),
      ...(lastName === undefined ? {} : { lastName }),
      ...(phone === undefined ? {} : { phone }),
      ...(twoFactor === undefined ? {} : { twoFactor: twoFactor === 'on' }),
      ...(language === undefined ? {} : { language }),
      ...(deskHead === undefined ? {} : { deskHead: deskHead === 'on' }),
    }
    if (Object.keys(change).length === 0) throw new UsageError('no change is given')
    const result = (await sendAdminCommand('user change', { email, reason, ...change })) as UserChanged
    const { changed } = result
    const outcome = changed.length === 0 ? 'has these values already' : `is changed: ${changed.join(', ')}`
    return { result, text: `${result.email} ${outcome}.`, notes: result.invitedAgain ? [invitedByMail] : [] }
  },
})

const invitedByMail = 'The user is invited again by mail. Without SMTP_URL it waits in the outbox.'

interface UserChanged {
  readonly email: string
  /** Whether the user was invited again, because the first mail went to the previous address. */
  readonly invitedAgain: boolean
  readonly changed: readonly string[]
}
