import { command } from './command.ts'
import { askOffice } from './office.ts'

export const outbox = command({
  name: 'outbox',
  says: 'Show mails and SMS as JSON lines, the newest last',
  flags: {},
  async run() {
    for (const letter of (await askOffice('outbox', {})) as unknown[]) console.log(JSON.stringify(letter))
  },
})
