import type { DialectName } from '../dialect.ts'

/**
 * The first schema, in the SQL that both databases accept; schema.ts describes each table. Uniqueness is
 * enforced here as well, so that a bug in the server cannot violate it.
 */
export function initialSchema(dialect: DialectName): string[] {
  // Only under this name is an integer 64 bits wide in SQLite; in PostgreSQL it has 32.
  const whole = dialect === 'sqlite' ? 'integer' : 'bigint'
  const counted = dialect === 'sqlite' ? 'integer primary key autoincrement' : 'bigserial primary key'
  return [...market(whole), ...reference(whole), ...people(whole), ...administration(whole, counted)]
}

const market = (whole: string): string[] => [
  `create table journal (seq ${whole} primary key, at ${whole} not null, command text not null,
    events text not null, hash text not null)`,
  `create table snapshot (seq ${whole} primary key, version ${whole} not null, state text not null,
    hash text not null, digest text not null)`,
  `create table notice (id text primary key, user_id text not null, number ${whole} not null,
    seq ${whole} not null, at ${whole} not null, about text, message text not null, body text not null,
    ack ${whole} not null, visible ${whole} not null)`,
  'create unique index notice_number on notice (user_id, number)',
  'create index notice_seq on notice (seq)',
  'create index notice_visible on notice (user_id, about) where visible = 1',
  'create index notice_unacked on notice (user_id, number) where ack = 0',
]

const reference = (whole: string): string[] => [
  `create table firm (id text primary key, name text not null unique, affiliate_group text,
    active ${whole} not null)`,
  `create table broker (id text primary key, name text not null, short_name text not null unique,
    contact text not null, swap_enabled ${whole} not null, active ${whole} not null)`,
  `create table firm_broker (firm_id text not null references firm (id),
    broker_id text not null references broker (id), primary key (firm_id, broker_id))`,
  `create table equity (id text primary key, ric text not null unique, name text not null,
    local_name text not null, kana text not null, short_names text not null, topix500 ${whole} not null,
    lot_size ${whole} not null, close_price ${whole} not null, position ${whole} not null,
    active ${whole} not null)`,
]

const people = (whole: string): string[] => [
  `create table person (id text primary key, email text not null unique, first_name text not null,
    last_name text not null, role text not null check (role in ('TRADER', 'BROKER', 'STAFF')),
    firm_id text references firm (id), broker_id text references broker (id), phone text,
    language text not null, two_factor ${whole} not null, password_hash text not null,
    temporary_until ${whole}, first_login ${whole} not null, active ${whole} not null,
    check (role <> 'TRADER' or firm_id is not null), check (role <> 'BROKER' or broker_id is not null))`,
  `create table session (token_hash text primary key, user_id text not null references person (id),
    kind text not null, started_at ${whole} not null, seen_at ${whole} not null, ended text)`,
  // One session per user (docs/rules.md §16).
  'create unique index session_live on session (user_id) where ended is null',
  'create index session_by_user on session (user_id)',
  `create table login_attempt (token_hash text primary key, user_id text not null references person (id),
    started_at ${whole} not null, code_hash text, code_sent_at ${whole}, tries ${whole} not null,
    sends ${whole} not null)`,
  'create table preference (user_id text primary key references person (id), body text not null)',
]

const administration = (whole: string, counted: string): string[] => [
  'create table setting (name text primary key, value text not null)',
  `create table outbox (id ${counted}, at ${whole} not null, kind text not null, recipient text not null,
    subject text not null, body text not null, sent_at ${whole})`,
  `create table idempotency (key text primary key, at ${whole} not null, fingerprint text not null,
    status ${whole} not null, body text not null)`,
]
