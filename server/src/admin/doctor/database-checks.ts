import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { Config } from '../../config.ts'
import { isDatabaseUnavailable } from '../../database/database-errors.ts'
import { type DatabaseSize, databaseSize } from '../../database/database-size.ts'
import { type ReplicationHealth, replicationHealth } from '../../database/replication-health.ts'
import { embeddedDatabaseOf } from '../../database/sqlite.ts'
import type { AdminContext } from '../admin-context.ts'
import { backupDueMs, type LastBackup, lastBackup } from '../backup/last-backup.ts'
import { type DoctorCheck, fail, ok, warn } from './check-result.ts'
import { sizeText, spaceCheck } from './disk-space.ts'

/** A write that takes longer is not confirmed: commands get 503 then. Milliseconds. */
const confirmedWithinMs = 3_000

/** Whether the database confirms a write. One row, of the doctor's own, is written. */
export async function writes({ db }: AdminContext): Promise<DoctorCheck> {
  const name = 'writes'
  const value = randomUUID()
  const written = db
    .insertInto('setting')
    .values({ name: 'doctor.probe', value })
    .onConflict((found) => found.column('name').doUpdateSet({ value }))
    .execute()
    .then(
      () => 'confirmed' as const,
      (error: unknown) => {
        if (isDatabaseUnavailable(error)) return error as Error
        throw error
      },
    )
  const started = performance.now()
  const outcome = await Promise.race([written, wait(confirmedWithinMs, 'late' as const)])
  if (outcome === 'confirmed') return ok(name, `Confirmed in ${Math.ceil(performance.now() - started)} ms.`)
  if (outcome === 'late')
    return fail(
      name,
      `Not confirmed within ${confirmedWithinMs / 1_000} s.`,
      'See the lines standby and disk.',
    )
  return fail(
    name,
    `Refused: ${outcome.message}.`,
    'See the lines standby and disk, and the log of PostgreSQL.',
  )
}

/** What the data is safe by: the backup of the embedded database, or standby, archive and disk of a PostgreSQL. */
export async function safetyChecks(
  { db, now }: AdminContext,
  { demo, backupRecipients }: Pick<Config, 'demo' | 'backupRecipients'>,
): Promise<DoctorCheck[]> {
  if (embeddedDatabaseOf(db))
    return [backup(await lastBackup(db), now(), demo || backupRecipients.length > 0)]
  const health = await replicationHealth(db)
  return [standby(health), archive(health), databaseDisk(await databaseSize(db))]
}

export function backup({ at, unsavedSince }: LastBackup, now: number, mayBeClear: boolean): DoctorCheck {
  const name = 'backup'
  const says = at === null ? 'There is none.' : `The newest is ${ageText(now - at)} old.`
  const isRecent = unsavedSince === null || now - unsavedSince <= backupDueMs
  if (isRecent && !mayBeClear)
    return warn(
      name,
      `${says} Backups are not encrypted.`,
      'Set BACKUP_RECIPIENT to a public key of age: docs/operations/audit-and-backup.md#backup.',
    )
  if (isRecent) return ok(name, says)
  return warn(name, says, 'Run `aitai backup` every night: docs/operations/audit-and-backup.md#backup.')
}

function ageText(ms: number): string {
  const minutes = Math.max(0, Math.floor(ms / 60_000))
  return minutes < 120 ? `${minutes} minutes` : `${Math.floor(minutes / 60)} hours`
}

/** The disk of PostgreSQL, where it can be seen. */
export function databaseDisk({ database, log, disk }: DatabaseSize): DoctorCheck {
  const name = 'database disk'
  const size = `The database has ${sizeText(database)}${log === null ? '' : `, its log ${sizeText(log)}`}`
  const todo = 'Make room on the disk of PostgreSQL; if its log grew, see the line archive.'
  if (disk) return spaceCheck(name, disk, `${size}; `, todo)
  if (log === null)
    return warn(
      name,
      `${size}; its log and its disk are not visible to this role.`,
      'As the superuser of PostgreSQL: grant pg_monitor to aitai.',
    )
  return ok(name, `${size}. What its disk has left cannot be seen from this machine: watch it on its own.`)
}

/** A standby that has not applied what it received for longer is behind. */
const maxLagSeconds = 30

export function standby({ waitsFor, standbys, maySee }: ReplicationHealth): DoctorCheck {
  const name = 'standby'
  if (!maySee)
    return warn(
      name,
      'Not visible to this role.',
      'As the superuser of PostgreSQL: grant pg_monitor to aitai.',
    )
  const names = standbys.map((each) => each.name).join(', ')
  if (waitsFor !== '' && !standbys.some(({ isSynchronous }) => isSynchronous))
    return fail(
      name,
      `Commits wait for ${waitsFor}, which does not stream: nothing is accepted.`,
      'Start it, or go on without it: docs/operations/several-machines.md#the-standby-is-lost.',
    )
  if (waitsFor === '')
    return warn(
      name,
      names === '' ? 'There is none.' : `${names} streams, and commits do not wait for it.`,
      'The loss of the primary loses what was acknowledged: set synchronous_standby_names.',
    )
  const slow = standbys.find(({ lagSeconds }) => lagSeconds !== null && lagSeconds > maxLagSeconds)
  if (slow)
    return warn(
      name,
      `${slow.name} has applied nothing for ${Math.floor(slow.lagSeconds ?? 0)} s of what it has received.`,
      'See docs/operations/several-machines.md#a-standby-is-behind.',
    )
  return ok(name, `${names} streams, and commits wait for ${waitsFor}.`)
}

/** The servers write a lease, so an archive that is older than this does not follow. Milliseconds. */
const archivedWithinMs = 10 * 60_000
const manyWaiting = 10

function archive({
  isArchiving,
  isArchiveFailing,
  lastArchivedAt,
  waiting,
  now,
}: ReplicationHealth): DoctorCheck {
  const name = 'archive'
  if (!isArchiving)
    return warn(
      name,
      'Off: only the nightly backup can be restored.',
      'Set archive_mode and archive_command.',
    )
  const age = lastArchivedAt === null ? null : now - lastArchivedAt
  const says = `${age === null ? 'Nothing archived yet' : `The newest segment is ${Math.floor(age / 1_000)} s old`}${waiting === null ? '' : `; ${waiting} wait`}.`
  const todo =
    'See the log of PostgreSQL for archive_command; until it works, the disk of the primary fills up.'
  if (isArchiveFailing) return fail(name, `The last attempt failed. ${says}`, todo)
  if ((age !== null && age > archivedWithinMs) || (waiting ?? 0) > manyWaiting) return fail(name, says, todo)
  return ok(name, says)
}
