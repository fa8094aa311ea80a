import { resolve } from 'node:path'
import { sendAdminCommand } from '../../admin-client.ts'
import { command, print } from '../../command.ts'
import { optionalReason, reasonArgument } from '../../reason-flag.ts'

export const backup = command({
  name: 'backup',
  summary: 'Back up the data, even while the server runs, with a manifest',
  operand: 'DIR|FILE',
  flags: { reason: optionalReason },
  details:
    'In a folder the file is named after the time. Only its owner may read it: it contains IOIs and password\n' +
    'hashes. FILE.json beside it is the manifest; a backup without it is incomplete. Nothing is overwritten.\n' +
    'With PostgreSQL use pg_dump or archive its write-ahead log.',
  async run({ reason }, to) {
    print(await sendAdminCommand('backup', { to: resolve(to), ...reasonArgument(reason) }))
  },
})
