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
  fix_order: FixOrderTable
  fix_request: FixRequestTable
  fix_file: FixFileTable
}

interface FixSessionTable {
  id: string
  /** The number of the next message of the counterparty that is not confirmed. */
  next_in: number
  /** The number of our next message. */
  next_out: number
  /** When the day began to which the numbers belong, in milliseconds since the epoch; 0 without a schedule. */
  day_start: number
  /** 0 if the operator has disabled it: no Logon is taken. */
  is_enabled: number
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

/** The orders of the day that came in over a session, and what was last reported of each. */
interface FixOrderTable {
  session_id: string
  /** The id of the request that made it; later ones replace it in `request_id`. */
  order_id: string
  /** The day in Tokyo, an ISO date. */
  day: string
  request_id: string
  ric: string
  is_indication: number
  /** Null until the server has a draft of it. */
  advert_id: string | null
  /** What was last reported; null until it was accepted. */
  kind: string | null
  quantity: number
  minimum: number
  expires_at: number | null
  /** The request that is being carried out. */
  pending: string | null
  /** How often something was reported that the counterparty had not requested. */
  reports: number
}

/** The requests of the day by the ids that the counterparty gave them, so that none is carried out twice. */
interface FixRequestTable {
  session_id: string
  request_id: string
  day: string
  /** What it is about: the first id of its order, or the id that the server gave to what was reported. */
  subject: string
}

/** The bulk files of the day of which rows were sent, by their contents, so that none is applied twice. */
interface FixFileTable {
  session_id: string
  /** SHA-256 of its bytes, hexadecimal. */
  hash: string
  /** The day in Tokyo, an ISO date. */
  day: string
  /** As it was dropped. */
  name: string
  /** The server's results for its rows before the first was sent, as JSON. */
  rows: string
  /** What became of them, as JSON; null until that is known. */
  outcomes: string | null
  /** The name of the file beside its result; null like `outcomes`. */
  done_name: string | null
  /** 1 once its result file is written. */
  is_reported: number
}

const first: readonly string[] = [
  `create table fix_session (
    id text primary key,
    next_in bigint not null,
    next_out bigint not null,
    day_start bigint not null,
    is_enabled integer not null default 1
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
  `create table fix_order (
    session_id text not null,
    order_id text not null,
    day text not null,
    request_id text not null,
    ric text not null,
    is_indication integer not null,
    advert_id text,
    kind text,
    quantity bigint not null,
    minimum bigint not null,
    expires_at bigint,
    pending text,
    reports integer not null,
    primary key (session_id, order_id)
  )`,
  `create table fix_request (
    session_id text not null,
    request_id text not null,
    day text not null,
    subject text not null,
    primary key (session_id, request_id)
  )`,
  `create table fix_file (
    session_id text not null,
    hash text not null,
    day text not null,
    name text not null,
    rows text not null,
    outcomes text,
    done_name text,
    is_reported integer not null,
    primary key (session_id, hash)
  )`,
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
