import type pg from 'pg'

/** The database, or the way to it, is not one on which several servers can rely. */
export class UnsuitableDatabase extends Error {
  constructor(why: string) {
    super(`DATABASE_URL: ${why}`)
    this.name = 'UnsuitableDatabase'
  }
}

/** The oldest version that the tests run on. */
const oldestVersion = 15
/** A server holds ten connections of its pool, one of the election, one that listens and one while it starts. */
const connectionsOfServer = 13

/** The settings of a session, and how many connections its role and its database may have; -1 for any number. */
const session = `
  select current_setting('server_version_num')::integer / 10000 as "version",
    current_setting('server_encoding') as "encoding",
    current_setting('transaction_read_only') = 'on' as "isReadOnly",
    current_setting('default_transaction_isolation') as "isolation",
    current_setting('idle_session_timeout') <> '0' as "endsIdle",
    current_setting('statement_timeout') <> '0' as "endsStatements",
    has_schema_privilege(current_schema(), 'create') as "mayCreate",
    (select rolconnlimit from pg_roles where rolname = current_user) as "ofRole",
    (select datconnlimit from pg_database where datname = current_database()) as "ofDatabase",
    current_user as "user", current_database() as "database"`

interface DatabaseSession {
  readonly version: number
  readonly encoding: string
  readonly isReadOnly: boolean
  readonly isolation: string
  readonly endsIdle: boolean
  readonly endsStatements: boolean
  readonly mayCreate: boolean | null
  readonly ofRole: number
  readonly ofDatabase: number
  readonly user: string
  readonly database: string
}

const isTooFew = (limit: number): boolean => limit >= 0 && limit < connectionsOfServer

/** What is wrong with the settings of a session, with the cure; null if nothing is. */
function faultOf(found: DatabaseSession): string | null {
  const { version, encoding, isolation, user, database } = found
  if (version < oldestVersion) return `PostgreSQL ${version} is too old. Install ${oldestVersion} or newer.`
  if (found.isReadOnly)
    return 'it leads to a standby, which is read-only. Name every PostgreSQL, with target_session_attrs=read-write.'
  if (encoding !== 'UTF8')
    return `the database has the encoding ${encoding}. Create it with: create database ${database} encoding 'UTF8' template template0.`
  if (isolation !== 'read committed')
    return `default_transaction_isolation is ${isolation}. Reset it: alter role ${user} reset default_transaction_isolation.`
  if (found.endsIdle)
    return `idle_session_timeout ends the connection of the writer. Switch it off: alter role ${user} set idle_session_timeout = 0.`
  if (found.endsStatements)
    return `statement_timeout could end a migration. Switch it off: alter role ${user} set statement_timeout = 0.`
  if (found.mayCreate === false)
    return `${user} may not create tables. Let it own the database: alter database ${database} owner to ${user}.`
  if (isTooFew(found.ofRole) || isTooFew(found.ofDatabase))
    return `${user} or ${database} may have fewer than ${connectionsOfServer} connections. Raise their connection limit.`
  return null
}

/** Another lock than those of writers and starting processes, for the check alone. */
const checkedLock = 0x61697461
const noticeWithinMs = 5_000

/**
 * Throws UnsuitableDatabase unless sessions are what several servers rely on: an advisory lock belongs to the session
 * that took it, and a notification reaches the session that listens. Behind a pool that shares connections between
 * transactions neither is so, and two servers would write.
 */
export async function checkSessions(first: pg.Client, second: pg.Client): Promise<void> {
  const { rows } = await first.query<DatabaseSession>(session)
  const fault = rows[0] === undefined ? null : faultOf(rows[0])
  if (fault !== null) throw new UnsuitableDatabase(fault)
  // Processes that start together use a channel and a lock of their own each.
  const own = await first.query<{ pid: number }>('select pg_backend_pid() as pid')
  const pid = own.rows[0]?.pid ?? 0
  await first.query('select pg_advisory_lock($1, $2)', [checkedLock, pid])
  const lock = await second.query<{ taken: boolean }>('select pg_try_advisory_lock($1, $2) as taken', [
    checkedLock,
    pid,
  ])
  await first.query(`listen aitai_check_${pid}`)
  const noticed = new Promise<boolean>((resolve) => {
    const timer = setTimeout(() => resolve(false), noticeWithinMs)
    first.once('notification', () => {
      clearTimeout(timer)
      resolve(true)
    })
  })
  await second.query(`notify aitai_check_${pid}`)
  if (lock.rows[0]?.taken || !(await noticed))
    throw new UnsuitableDatabase(
      'sessions are shared between transactions, as by PgBouncer. Connect to PostgreSQL itself, or use pool_mode = session.',
    )
  await first.query(`unlisten aitai_check_${pid}`)
  await first.query('select pg_advisory_unlock_all()')
}
