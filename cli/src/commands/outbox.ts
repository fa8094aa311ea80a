import { sendAdminCommand } from '../admin-client.ts'
import { command } from '../command.ts'

export const outbox = command({
  name: 'outbox',
  summary: 'Show mails and SMS as JSON lines, the newest last',
  flags: {},
  details:
    'With SMTP_URL and SMS_URL the running server delivers them; otherwise they wait here. The text of a message\n' +
    'is shown while it waits and deleted afterwards: sentAt is set when it was accepted, givenUpAt when it will\n' +
    'not be tried again, and fault says why the last attempt failed.',
  async run() {
    for (const message of (await sendAdminCommand('outbox', {})) as unknown[])
      console.log(JSON.stringify(message))
  },
})
