import { sendAdminCommand } from '../admin-client.ts'
import { command, print } from '../command.ts'

export const status = command({
  name: 'status',
  summary: 'Show the state of the installation',
  flags: {},
  async run() {
    print(await sendAdminCommand('status', {}))
  },
})
