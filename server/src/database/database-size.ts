import { readFile, statfs } from 'node:fs/promises'
import { type Kysely, sql } from 'kysely'
import type { Database } from './schema.ts'

/** What a PostgreSQL occupies. Bytes. */
export interface DatabaseSize {
  readonly database: number
  /** Its write-ahead log; null if this role may not see it (pg_monitor). */
  readonly log: number | null
  /** The disk of its data directory; null unless PostgreSQL runs on this machine and this role may see where. */
  readonly disk: { readonly free: number; readonly total: number } | null
}

/** PostgreSQL does not report how full its disk is, so only the machine on which it runs can be checked. */
export const databaseSize = (db: Kysely<Database>): Promise<DatabaseSize> =>
  db.connection().execute(async (connection) => {
    const { rows } = await sql<{ size: number; pid: number; port: number | null; maySee: boolean }>`
      select pg_database_size(current_database()) as size, pg_backend_pid() as pid, inet_client_port() as port,
        pg_has_role(current_user, 'pg_monitor', 'usage') as "maySee"`.execute(connection)
    const [found] = rows
    if (!found) throw new Error('PostgreSQL returned no size')
    const database = Number(found.size)
    if (!found.maySee) return { database, log: null, disk: null }
    const { rows: seen } = await sql<{ log: number; folder: string }>`
      select (select sum(size) from pg_ls_waldir()) as log, current_setting('data_directory') as folder`.execute(
      connection,
    )
    const isHere = await isBackendOfThisMachine(found.pid, found.port)
    const disk = isHere ? await statfs(seen[0]?.folder ?? '').catch(() => null) : null
    return {
      database,
      log: Number(seen[0]?.log ?? 0),
      disk: disk && { free: disk.bavail * disk.bsize, total: disk.blocks * disk.bsize },
    }
  })

/**
 * Whether the process of a connection is one of this machine, by the title that PostgreSQL gives it. A loopback address
 * proves nothing: it may be the end of a tunnel, or a container.
 * @param port of the client; null for a local socket
 */
export async function isBackendOfThisMachine(pid: number, port: number | null): Promise<boolean> {
  const title = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
  return title.startsWith('postgres: ') && title.includes(port === null ? '[local]' : `(${port})`)
}
