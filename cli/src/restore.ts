import { resolve } from 'node:path'
import { readConfig } from '@aitai/server/config.ts'
import { type BackupVerified, restoreBackup } from '@aitai/server/office/restore-backup.ts'
import { command, Failed, print } from './command.ts'
import { operator } from './office.ts'
import { whyIfSaid } from './why.ts'

export const restore = command({
  name: 'restore',
  says: 'Put a backup into an empty DATA_DIR, or only look whether it is whole',
  operand: 'FILE',
  flags: {
    verify: { type: 'boolean', says: 'Fold every entry and walk both chains before anything is restored' },
    'dry-run': { type: 'boolean', says: 'Restore nothing' },
    reason: whyIfSaid,
  },
  more:
    'FILE.json, its manifest, must be beside it. The folder has the whole database at the end, or nothing. Everybody\n' +
    'signs in again. Exit code 1 if the backup is not what its manifest says. After it, start the server.',
  async run(given, file) {
    const answer = await restoreBackup(readConfig(process.env), {
      ...{ file: resolve(file), by: operator(), reason: given.reason ?? '' },
      ...{ verify: given.verify ?? false, dryRun: given['dry-run'] ?? false },
    })
    if ('refusal' in answer) throw new Failed(answer.refusal.message)
    print(answer.result)
    const { verify } = answer.result as { verify: BackupVerified | null }
    if (verify?.verified === false)
      throw new Failed('The backup is not what its manifest says: nothing was restored.')
  },
})
