import type { DialectName } from '../dialect.ts'

/**
 * Tables for accounts, outgoing messages and operators. Rows can only be added to `audit`: the database
 * itself refuses to change or delete one.
 */
export function accountsAndAuditSchema(dialect: DialectName): string[] {
  const whole = dialect === 'sqlite' ? 'integer' : 'bigint'
  return [...audit(whole), ...(dialect === 'sqlite' ? keptBySqlite : keptByPostgres), ...others(whole)]
}

const audit = (whole: string): string[] => [
  `create table audit (seq ${whole} primary key, at ${whole} not null, actor text not null,
    action text not null, subject text not null, outcome text not null, reason text not null,
    details text not null, hash text not null)`,
  'create index audit_at on audit (at)',
  'create index audit_subject on audit (subject, action)',
  // The end of the chain. Writers lock it first, so that no two append to the same entry.
  `create table audit_end (one ${whole} primary key check (one = 1), seq ${whole} not null,
    hash text not null)`,
  `insert into audit_end (one, seq, hash) values (1, 0, '${'0'.repeat(64)}')`,
]

const keptBySqlite = ['update', 'delete'].map(
  (change) =>
    `create trigger audit_no_${change} before ${change} on audit
      begin select raise(abort, 'the audit trail is only added to'); end`,
)

const keptByPostgres = [
  `create function audit_is_kept() returns trigger language plpgsql as
    'begin raise exception ''the audit trail is only added to''; end'`,
  `create trigger audit_is_kept before update or delete or truncate on audit
    for each statement execute function audit_is_kept()`,
]

const others = (whole: string): string[] => [
  // Null for an address without an account: a request for it costs the same writes.
  `create table password_reset (token_hash text primary key, user_id text references person (id),
    at ${whole} not null, used_at ${whole}, password_version text not null)`,
  'create index password_reset_user on password_reset (user_id)',
  'create index password_reset_at on password_reset (at)',
  // Networks that the user has signed in from, as keyed hashes.
  `create table usual_network (user_id text not null references person (id), network text not null,
    at ${whole} not null, primary key (user_id, network))`,
  `alter table login_attempt add column password_version text not null default ''`,
  // Wrong codes in a row over all log-ins; too many lock the account until an operator unlocks it.
  `alter table person add column wrong_codes ${whole} not null default 0`,
  `alter table outbox add column letter_id text not null default ''`,
  `alter table outbox add column tries ${whole} not null default 0`,
  `alter table outbox add column next_at ${whole} not null default 0`,
  `alter table outbox add column given_up_at ${whole}`,
  `alter table outbox add column fault text not null default ''`,
  `alter table outbox add column good_until ${whole} not null default 0`,
  // Finds the first waiting message of each recipient without reading those that were sent.
  `create index outbox_waiting on outbox (kind, recipient, id) where sent_at is null and given_up_at is null`,
  // The daily limits that the exchange publishes, where they differ from those of the close (docs/market.md).
  `alter table equity add column min_price ${whole}`,
  `alter table equity add column max_price ${whole}`,
  // When it was first acknowledged: an export of a period reports what was known at its end.
  `alter table notice add column acked_at ${whole}`,
  // The parts of the calendar that an operator has replaced: 'hours', 'holidays'.
  'create table calendar_part (name text primary key, body text not null)',
]
