import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { isDatabaseUnavailable } from '../../database/database-errors.ts'
import { type ReplicationHealth, replicationHealth } from '../../database/replication-health.ts'
import { embeddedDatabaseOf } from '../../database/sqlite.ts'
import type { AdminContext } from '../admin-context.ts'
import { type DoctorCheck, fail, ok, warn } from './check-result.ts'

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

/** Checks of the standby and the archive of a PostgreSQL; none for the embedded database. */
export async function replicationChecks({ db }: AdminContext): Promise<DoctorCheck[]> {
  if (embeddedDatabaseOf(db)) return []
  const health = await replicationHealth(db)
  return [standby(health), archive(health)]
}

function standby({ waitsFor, standbys, maySee }: ReplicationHealth): DoctorCheck {
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
