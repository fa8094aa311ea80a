import { sendAdminCommand } from '../admin-client.ts'
import { command } from '../command.ts'
import { factLines } from '../output.ts'

export const status = command({
  name: 'status',
  summary: 'Show the state of the installation',
  flags: {},
  async run() {
    const result = await sendAdminCommand('status', {})
    return { result, text: factLines(result as Readonly<Record<string, unknown>>).join('\n') }
  },
})
