import { command, print } from './command.ts'
import { askOffice } from './office.ts'

export const status = command({
  name: 'status',
  says: 'Show how the installation stands',
  flags: {},
  async run() {
    print(await askOffice('status', {}))
  },
})
