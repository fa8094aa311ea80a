import { type Kysely, sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'

/**
 * The tables of the sessions, for SQLite and PostgreSQL. Their names begin with `fix_`, so that they may lie in the
 * database of the server.
 */
export interface StoreTables {
  fix_session: FixSessionTable
  fix_sent: FixSentTable
  fix_writer: FixWriterTable
}

interface FixSessionTable {
  id: string
  /** The number of the next message of the counterparty that is not confirmed. */
  next_in: number
  /** The number of our next message. */
  next_out: number
  /** When the day began to which the numbers belong, in milliseconds since the epoch; 0 without a schedule. */
  day_start: number
}

/** What is sent again on request: application messages of the day. */
interface FixSentTable {
  session_id: string
  seq_num: number
  /** When it was first sent, in milliseconds since the epoch. */
  sent_at: number
  type: string
  /** Its fields as they stand on the wire: those of the header that only it has, and the body. */
  routing: string
  body: string
  once: string | null
}

/** Which gateway may write: one row. */
interface FixWriterTable {
  id: number
  /** Raised by each takeover. */
  epoch: number
  /** Raised by each sign of life, until another gateway takes over because it no longer changes. */
  beat: number
  /** 1 if the last writer has ended in order, so that nobody has to wait for it. */
  is_released: number
}

const first: readonly string[] = [
  `create table fix_session (
    id text primary key,
    next_in bigint not null,
    next_out bigint not null,
    day_start bigint not null
  )`,
  `create table fix_sent (
    session_id text not null,
    seq_num bigint not null,
    sent_at bigint not null,
    type text not null,
    routing text not null,
    body text not null,
    once text,
    primary key (session_id, seq_num)
  )`,
  `create table fix_writer (
    id integer primary key,
    epoch bigint not null,
    beat bigint not null,
    is_released integer not null
  )`,
  'insert into fix_writer (id, epoch, beat, is_released) values (1, 0, 0, 1)',
]

/** In order of their names. Never change one that was released; add another. */
const migrations: Readonly<Record<string, Migration>> = {
  '0001-first': {
    async up(db) {
      for (const statement of first) await sql.raw(statement).execute(db)
    },
  },
}

/** Migrates the tables to the current schema. */
export async function migrateStore(db: Kysely<StoreTables>): Promise<void> {
  const migrator = new Migrator({
    db,
    provider: { getMigrations: async () => ({ ...migrations }) },
    migrationTableName: 'fix_migration',
    migrationLockTableName: 'fix_migration_lock',
  })
  const { error } = await migrator.migrateToLatest()
  if (error) throw error
}
