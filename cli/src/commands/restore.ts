import { resolve } from 'node:path'
import { type BackupVerification, restoreBackup } from '@aitai/server/admin/backup/backup-restore.ts'
import { readConfig } from '@aitai/server/config.ts'
import { operatorName } from '../admin-client.ts'
import { CommandFailed, command, print } from '../command.ts'
import { optionalReason } from '../reason-flag.ts'

export const restore = command({
  name: 'restore',
  says: 'Put a backup into an empty DATA_DIR, or only look whether it is whole',
  operand: 'FILE',
  flags: {
    verify: { type: 'boolean', says: 'Fold every entry and walk both chains before anything is restored' },
    'dry-run': { type: 'boolean', says: 'Restore nothing' },
    reason: optionalReason,
  },
  more:
    'FILE.json, its manifest, must be beside it. The folder has the whole database at the end, or nothing. Everybody\n' +
    'signs in again. Exit code 1 if the backup is not what its manifest says. After it, start the server.',
  async run(given, file) {
    const answer = await restoreBackup(readConfig(process.env), {
      file: resolve(file),
      by: operatorName(),
      reason: given.reason ?? '',
      verify: given.verify ?? false,
      dryRun: given['dry-run'] ?? false,
    })
    if ('refusal' in answer) throw new CommandFailed(answer.refusal.message)
    print(answer.result)
    const { verify } = answer.result as { verify: BackupVerification | null }
    if (verify?.verified === false)
      throw new CommandFailed('The backup is not what its manifest says: nothing was restored.')
  },
})
