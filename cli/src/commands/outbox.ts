import type { PrintedMessage } from '@aitai/server/admin/outbox-listing.ts'
import { sendAdminCommand } from '../admin-client.ts'
import { command } from '../command.ts'

export const outbox = command({
  name: 'outbox',
  summary: 'List mails and SMS, the newest last, with the text of those that wait',
  flags: {
    unsent: { type: 'boolean', description: 'Only what waits or was given up, without texts' },
  },
  details:
    'With SMTP_URL and SMS_URL the running server delivers them; otherwise they wait here. The text of a message\n' +
    'is shown while it waits and deleted afterwards; texts to other users of staff only on a stopped server. The audit\n' +
    'trail records which texts were shown. With --unsent no text is shown, at most 500 messages, and nothing is recorded.',
  async run({ unsent }) {
    const messages = (await sendAdminCommand('outbox', unsent ? { unsent } : {})) as readonly PrintedMessage[]
    const text = messages.length === 0 ? 'The outbox is empty.' : messages.map(messageText).join('\n\n')
    return { result: messages, text }
  },
})

function messageText(message: PrintedMessage): string {
  const { at, kind, recipient, subject, body, isHidden, isReadable } = message
  const damage = isReadable ? [] : ['cannot be read: changed in the database']
  const head = [at, kind, ...(recipient === '' ? [] : [recipient]), stateOf(message), ...damage].join('  ')
  const text = isHidden ? ['(its text is for the user alone)'] : body === '' ? [] : body.trimEnd().split('\n')
  const lines = [...(subject === '' ? [] : [subject]), ...text]
  return [head, ...lines.map((line) => `  ${line}`.trimEnd())].join('\n')
}

function stateOf({ sentAt, givenUpAt, tries, fault }: PrintedMessage): string {
  if (sentAt !== null) return `sent ${sentAt}`
  const why = fault === '' ? '' : `: ${fault}`
  if (givenUpAt !== null) return `given up ${givenUpAt}${why}`
  return tries === 0 ? 'waits' : `waits, tried ${tries} times${why}`
}
