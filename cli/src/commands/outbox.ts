import { sendAdminCommand } from '../admin-client.ts'
import { command } from '../command.ts'

export const outbox = command({
  name: 'outbox',
  says: 'Show mails and SMS as JSON lines, the newest last',
  flags: {},
  more:
    'With SMTP_URL and SMS_URL the running server delivers them; without, they wait here. The text of a\n' +
    'letter is shown while it waits and is deleted when it has ended: sentAt says that it was accepted,\n' +
    'givenUpAt that it will not be tried again, and fault why the last try failed.',
  async run() {
    for (const letter of (await sendAdminCommand('outbox', {})) as unknown[])
      console.log(JSON.stringify(letter))
  },
})
