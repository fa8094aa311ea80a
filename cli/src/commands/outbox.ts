import type { PrintedMessage } from '@aitai/server/admin/outbox-listing.ts'
import { sendAdminCommand } from '../admin-client.ts'
import { command } from '../command.ts'

export const outbox = command({
  name: 'outbox',
  summary: 'List mails and SMS, the newest last, with the text of those that wait',
  flags: {},
  details:
    'With SMTP_URL and SMS_URL the running server delivers them; otherwise they wait here. The text of a message\n' +
    'is shown while it waits and deleted afterwards. The audit trail records which texts were shown.',
  async run() {
    const messages = (await sendAdminCommand('outbox', {})) as readonly PrintedMessage[]
    const text = messages.length === 0 ? 'The outbox is empty.' : messages.map(messageText).join('\n\n')
    return { result: messages, text }
  },
})

function messageText(message: PrintedMessage): string {
  const { at, kind, recipient, subject, body } = message
  const head = [at, kind, recipient, stateOf(message)].join('  ')
  const lines = [...(subject === '' ? [] : [subject]), ...(body === '' ? [] : body.trimEnd().split('\n'))]
  return [head, ...lines.map((line) => `  ${line}`.trimEnd())].join('\n')
}

function stateOf({ sentAt, givenUpAt, tries, fault }: PrintedMessage): string {
  if (sentAt !== null) return `sent ${sentAt}`
  const why = fault === '' ? '' : `: ${fault}`
  if (givenUpAt !== null) return `given up ${givenUpAt}${why}`
  return tries === 0 ? 'waits' : `waits, tried ${tries} times${why}`
}
