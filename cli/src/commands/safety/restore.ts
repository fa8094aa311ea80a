import type { BackupVerification } from '@aitai/server/admin/backup/backup-restore.ts'
import type { RestoredAccess } from '@aitai/server/admin/backup/restored-access.ts'
import { readConfig } from '@aitai/server/config.ts'
import { operatorName, sendAdminCommand } from '../../admin-client.ts'
import { callerPath } from '../../caller-path.ts'
import { CommandFailed, command } from '../../command.ts'
import { confirmOrAbort } from '../../confirmation.ts'
import { optionalReason, requiredReason, yesFlag } from '../../flags.ts'
import { alignColumns, counted, factLines, titledList } from '../../output.ts'

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
    'sign in again; requests for a second person and credentials for the command line end. It lists what may have\n' +
    'been revoked since the backup and is valid again. Exit code 1 if the backup does not match its manifest.',
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
    const { verify, restored, access } = result
    const lines = [
      ...(verify === null ? [] : factLines({ ...verify })),
      restored === null ? 'Nothing was restored.' : `Restored to ${restored}.`,
      ...(access === null ? [] : accessLines(access)),
    ]
    const failure = 'The backup does not match its manifest: nothing was restored.'
    return { result, text: lines.join('\n'), ...(verify?.verified === false ? { failure } : {}) }
  },
})

interface Restored {
  readonly verify: BackupVerification | null
  /** The folder. */
  readonly restored: string | null
  /** Null if nothing was restored. */
  readonly access: RestoredAccess | null
}

export const afterRestore = command({
  name: 'after-restore',
  summary: 'End what a database has open that other tools have restored, on a stopped server',
  flags: { reason: requiredReason, yes: yesFlag },
  details:
    'For PostgreSQL after pg_restore, a recovery to a point in time, or the promotion of a standby that lacks\n' +
    'entries, and for a copy of the data folder; aitai restore does the same itself. Sessions, codes, links, requests\n' +
    'for a second person and credentials for the command line end. It lists what may have been revoked since and is\n' +
    'valid again.',
  async run({ reason, yes }) {
    if (!yes)
      await confirmOrAbort(
        'All sessions, requests for a second person and credentials for the command line end.',
      )
    const result = (await sendAdminCommand('after-restore', { reason })) as RestoredAccess
    return { result, text: accessLines(result).join('\n') }
  },
})

/** What was ended, and what has to be compared with what is known. */
function accessLines({ ended, left }: RestoredAccess): readonly string[] {
  const counts = [
    counted(ended.sessions, 'session'),
    counted(ended.approvals, 'request for a second person', 'requests for a second person'),
    counted(
      ended.staffCredentials.length,
      'credential for the command line',
      'credentials for the command line',
    ),
  ]
  return [
    `Ended: ${counts.join(', ')}.`,
    ...titledList(
      'Issue these again before the server starts',
      ended.staffCredentials.map((email) => `  aitai credential add --staff --user ${email}`),
    ),
    ...titledList(
      'As they were at the backup; revoke what was revoked since (aitai credential revoke ID)',
      alignColumns(left.credentials.map(({ id, owner, users, note }) => [id, owner, users.join(', '), note])),
    ),
    ...titledList(
      'As they were at the backup; disable who was disabled since, and revoke grants (aitai user disable, user revoke)',
      alignColumns(left.staff.map(({ email, grants }) => [email, grants.join(', ')])),
    ),
    'Repeat what else was changed since: users, passwords, second factors, sign-in providers, settings.',
    'Then start the server.',
  ]
}
