import { resolve } from 'node:path'
import { sendAdminCommand } from '../admin-client.ts'
import { command, print } from '../command.ts'
import { optionalReason, reasonArgument } from '../reason-flag.ts'

export const backup = command({
  name: 'backup',
  says: 'Copy the data, also while the server runs, with a manifest to restore by',
  operand: 'DIR|FILE',
  flags: { reason: optionalReason },
  more:
    'In a folder the file is named after the moment. Only its owner may read it: it holds IOIs, and hashes of\n' +
    'passwords. FILE.json beside it is the manifest; without it a backup was not finished. Nothing is overwritten.\n' +
    'With PostgreSQL use pg_dump or the archive of its write-ahead log.',
  async run({ reason }, to) {
    print(await sendAdminCommand('backup', { to: resolve(to), ...reasonArgument(reason) }))
  },
})
