import type { BackupVerification } from '@aitai/server/admin/backup/backup-restore.ts'
import { readConfig } from '@aitai/server/config.ts'
import { operatorName } from '../../admin-client.ts'
import { callerPath } from '../../caller-path.ts'
import { CommandFailed, command } from '../../command.ts'
import { optionalReason } from '../../flags.ts'
import { factLines } from '../../output.ts'

export const restore = command({
  name: 'restore',
  summary: 'Restore a backup to an empty DATA_DIR, or only verify it',
  operand: 'FILE',
  flags: {
    verify: { type: 'boolean', description: 'Fold every entry and verify both chains before restoring' },
    'dry-run': { type: 'boolean', description: 'Restore nothing' },
    identity: {
      type: 'string',
      value: 'FILE',
      description: 'The private key of age, for an encrypted backup',
    },
    reason: optionalReason,
  },
  details:
    'FILE.json, its manifest, must be beside it. Either the whole database is restored or nothing. All users must\n' +
    'sign in again. Exit code 1 if the backup does not match its manifest. Then start the server.',
  async run(given, file) {
    const { restoreBackup } = await import('@aitai/server/admin/backup/backup-restore.ts')
    const answer = await restoreBackup(readConfig(process.env), {
      file: callerPath(file),
      by: operatorName(),
      reason: given.reason ?? '',
      ...(given.identity === undefined ? {} : { identity: callerPath(given.identity) }),
      verify: given.verify ?? false,
      dryRun: given['dry-run'] ?? false,
    })
    if ('refusal' in answer) throw new CommandFailed(answer.refusal.message)
    const result = answer.result as Restored
    const { verify, restored } = result
    const lines = [
      ...(verify === null ? [] : factLines({ ...verify })),
      restored === null ? 'Nothing was restored.' : `Restored to ${restored}. Start the server.`,
    ]
    const failure = 'The backup does not match its manifest: nothing was restored.'
    return { result, text: lines.join('\n'), ...(verify?.verified === false ? { failure } : {}) }
  },
})

interface Restored {
  readonly verify: BackupVerification | null
  /** The folder. */
  readonly restored: string | null
}
