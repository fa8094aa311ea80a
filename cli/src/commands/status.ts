import { sendAdminCommand } from '../admin-client.ts'
import { command, print } from '../command.ts'

export const status = command({
  name: 'status',
  says: 'Show how the installation stands',
  flags: {},
  async run() {
    print(await sendAdminCommand('status', {}))
  },
})
