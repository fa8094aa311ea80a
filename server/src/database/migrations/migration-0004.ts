import type { DialectName } from '../dialect.ts'

/**
 * The processes that share a database, and which of them writes the journal. On PostgreSQL, triggers wake the
 * others: they fold new entries, and close the sockets of ended sessions.
 */
export function severalProcessesSchema(dialect: DialectName): string[] {
  const whole = dialect === 'sqlite' ? 'integer' : 'bigint'
  return [
    // One row, once a process has written with others beside it. Times by the database's clock.
    `create table writer (
      id integer primary key,
      epoch ${whole} not null,
      process_id text not null,
      renewed_at ${whole} not null
    )`,
    `create table process (
      id text primary key,
      address text not null,
      started_at ${whole} not null,
      seen_at ${whole} not null,
      seq ${whole} not null
    )`,
    ...(dialect === 'sqlite' ? [] : wakeUps),
  ]
}

const wakeUps = [
  `create function announce_entries() returns trigger language plpgsql as
    $$ begin perform pg_notify('aitai_journal', ''); return null; end $$`,
  `create trigger announce_entries after insert on journal
    for each statement execute function announce_entries()`,
  // The hash of a token is not a secret that anybody could sign in with.
  `create function announce_session_end() returns trigger language plpgsql as
    $$ begin
      perform pg_notify('aitai_session', json_build_object(
        'tokenHash', new.token_hash, 'userId', new.user_id, 'reason', new.ended)::text);
      return null;
    end $$`,
  `create trigger announce_session_end after update on session
    for each row when (old.ended is null and new.ended is not null)
    execute function announce_session_end()`,
]
