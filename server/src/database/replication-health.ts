import { type Kysely, sql } from 'kysely'
import type { Database } from './schema.ts'

export interface Standby {
  readonly name: string
  /** Whether commits wait for it. */
  readonly isSynchronous: boolean
  /**
   * For how long it has not applied what it was sent, in seconds: what a read or a promotion of it would lack. Null if
   * this role may not see it.
   */
  readonly lagSeconds: number | null
}

/** What PostgreSQL says about its standbys and its archive. Times are milliseconds UTC. */
export interface ReplicationHealth {
  /** `synchronous_standby_names`: the standbys for which a commit waits; empty if it waits for none. */
  readonly waitsFor: string
  /** The standbys that stream, by name. */
  readonly standbys: readonly Standby[]
  /** Whether this role may see standbys and the files that wait for the archive (pg_monitor). */
  readonly maySee: boolean
  readonly isArchiving: boolean
  /** The last attempt to archive failed. */
  readonly isArchiveFailing: boolean
  readonly lastArchivedAt: number | null
  /** Segments that wait for the archive; null if this role may not see them. */
  readonly waiting: number | null
  /** PostgreSQL's time. */
  readonly now: number
}

const milliseconds = (column: string) => sql.raw(`(extract(epoch from ${column}) * 1000)::bigint`)

/** Reads the health of the PostgreSQL behind a connection. It writes nothing, so it answers also while commits wait. */
export async function replicationHealth(db: Kysely<Database>): Promise<ReplicationHealth> {
  const { rows } = await sql<{
    waitsFor: string
    maySee: boolean
    isArchiving: boolean
    isArchiveFailing: boolean
    lastArchivedAt: number | null
    now: number
  }>`
    select current_setting('synchronous_standby_names') as "waitsFor",
      pg_has_role(current_user, 'pg_monitor', 'usage') as "maySee",
      current_setting('archive_mode') <> 'off' as "isArchiving",
      coalesce(last_failed_time > coalesce(last_archived_time, '-infinity'), false) as "isArchiveFailing",
      ${milliseconds('last_archived_time')} as "lastArchivedAt",
      ${milliseconds('clock_timestamp()')} as now
    from pg_stat_archiver`.execute(db)
  const [found] = rows
  if (!found) throw new Error('pg_stat_archiver has no row')
  // PostgreSQL keeps the last lag of a standby that has applied everything since.
  const standbys = await sql<Standby>`
    select application_name as name, sync_state in ('sync', 'quorum') as "isSynchronous",
      case when pg_wal_lsn_diff(sent_lsn, replay_lsn) = 0 then 0
        else extract(epoch from replay_lag) end::float8 as "lagSeconds"
    from pg_stat_replication where state = 'streaming' order by application_name`.execute(db)
  const waiting = found.maySee
    ? await sql<{ count: number }>`
        select count(*) as count from pg_ls_archive_statusdir() where name like '%.ready'`.execute(db)
    : null
  return { ...found, standbys: standbys.rows, waiting: waiting ? Number(waiting.rows[0]?.count ?? 0) : null }
}
