import { sendAdminCommand } from '../../admin-client.ts'
import { command } from '../../command.ts'
import { confirm } from '../../confirmation.ts'
import { requiredReason, yesFlag } from '../../flags.ts'
import { counted } from '../../output.ts'

export const userExport = command({
  name: 'user export',
  summary: 'Print everything that is stored about a person, to answer a request for it',
  operand: 'EMAIL',
  flags: { reason: requiredReason },
  details:
    'Prints JSON, with or without --json: the account, sessions, settings, messages, notifications, audit events, IOIs\n' +
    'with their history, the own side of locates, and actions. Without passwords and codes, and without the names of\n' +
    'others. Your name and reason are in the audit trail before anything is read.\n\n' +
    "  aitai user export emma@alder.example --reason 'request 2026-31 of 20 November' > emma.json",
  async run({ reason }, email) {
    const result = await sendAdminCommand('user export', { email, reason })
    return { result, text: JSON.stringify(result, null, 2) }
  },
})

interface Erased {
  readonly userId: string
  readonly sessionsEnded: number
  /** Mails and SMS that were deleted. */
  readonly messages: number
  /** Notifications from which a name was removed. */
  readonly notifications: number
}

export const userErase = command({
  name: 'user erase',
  summary: 'Erase what identifies a person, for good',
  operand: 'EMAIL',
  flags: { reason: requiredReason, yes: yesFlag },
  details:
    'Cannot be undone. Disables the account and deletes names, address, telephone number, password, sessions, settings,\n' +
    'messages and networks. IOIs, notifications and the audit trail stay as records of the market, under an id that\n' +
    'leads to nobody. Refused while the user is in a locate or has an agreement of today. Backups from before still\n' +
    'identify the person: note the id, and erase it again after restoring one.',
  async run({ reason, yes }, email) {
    await confirm(yes, `Erasing ${email} cannot be undone. It`, { user: email, reason })
    const result = (await sendAdminCommand('user erase', { email, reason })) as Erased
    const { userId, messages, notifications } = result
    const text =
      `${email} is erased: ${counted(messages, 'message')} deleted, ${counted(notifications, 'notification')} ` +
      `without the name. The records call this user ${userId}.`
    return { result, text }
  },
})
