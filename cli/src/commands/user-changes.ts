import { sendAdminCommand } from '../admin-client.ts'
import { command, print, UsageError } from '../command.ts'
import { optionalReason, reasonArgument, requiredReason } from '../reason-flag.ts'
import { switchCommand } from '../simple-commands.ts'

export const userDisable = switchCommand('user disable', {
  summary: 'Disable a user: the session ends, the adverts are paused',
  details:
    'Takes effect at once. The user cannot sign in until user enable. An open locate continues: to stop that as\n' +
    'well, use halt --firm.',
})

export const userEnable = switchCommand('user enable', {
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
    print(await sendAdminCommand('user reset', { email, reason }))
    console.error('The temporary password goes to the user by mail. Without SMTP_URL it waits in the outbox.')
  },
})

export const userUnlock = command({
  name: 'user unlock',
  summary: 'Unlock a user after too many wrong passwords or codes',
  operand: 'EMAIL',
  flags: { reason: requiredReason },
  async run({ reason }, email) {
    print(await sendAdminCommand('user unlock', { email, reason }))
  },
})

export const userSessions = command({
  name: 'user sessions',
  summary: 'Show whether a user is signed in, and end it with --end',
  operand: 'EMAIL',
  flags: {
    end: { type: 'boolean', description: 'End the session; the adverts are paused. Needs --reason' },
    reason: optionalReason,
  },
  details: 'The time of the last request is accurate to the minute.',
  async run({ end, reason }, email) {
    if (end && reason === undefined) throw new UsageError('--end needs --reason')
    if (!end && reason !== undefined) throw new UsageError('--reason is for --end')
    print(
      await sendAdminCommand('user sessions', { email, ...(end ? { end } : {}), ...reasonArgument(reason) }),
    )
  },
})

export const userChange = command({
  name: 'user change',
  summary: "Change a user's phone, two-factor setting or language, or name a desk head",
  operand: 'EMAIL',
  flags: {
    phone: { type: 'string', value: 'PHONE', description: 'For codes by SMS, such as +81 90 1234 5678' },
    'two-factor': { type: 'string', choices: ['on', 'off'], description: 'A code at every sign-in' },
    language: { type: 'string', choices: ['en', 'ja'], description: 'Of mails and SMS' },
    'desk-head': { type: 'string', choices: ['on', 'off'], description: "Head of a TRADER's desk" },
    reason: requiredReason,
  },
  details:
    'A desk head sees the live IOIs of all traders of the own institution, and may pause, resume and cancel them.\n' +
    'Takes effect at once, without a new sign-in. The screen of a user who is signed in shows it after the page is\n' +
    'reloaded, or within 15 minutes.',
  async run({ phone, 'two-factor': twoFactor, language, 'desk-head': deskHead, reason }, email) {
    if ([phone, twoFactor, language, deskHead].every((each) => each === undefined))
      throw new UsageError('give --phone, --two-factor, --language or --desk-head')
    const change = {
      ...(phone === undefined ? {} : { phone }),
      ...(twoFactor === undefined ? {} : { twoFactor: twoFactor === 'on' }),
      ...(language === undefined ? {} : { language }),
      ...(deskHead === undefined ? {} : { deskHead: deskHead === 'on' }),
    }
    print(await sendAdminCommand('user change', { email, reason, ...change }))
  },
})
