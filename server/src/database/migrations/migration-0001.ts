import type { DialectName } from '../dialect.ts'

/** What no newer notification replaces (engine/src/notification-replacement.ts). */
export const neverReplaced = `(about is null or message in ('Contra Connection Accepted!', 'Advertisement expired'))`

/**
 * The schema in the SQL that both databases accept, apart from triggers; schema.ts describes each table. Uniqueness is
 * enforced here as well, so that a bug in the server cannot violate it.
 */
export function initialSchema(dialect: DialectName): string[] {
  const isSqlite = dialect === 'sqlite'
  // Only under this name is an integer 64 bits wide in SQLite; in PostgreSQL it has 32.
  const whole = isSqlite ? 'integer' : 'bigint'
  const counted = isSqlite ? 'integer primary key autoincrement' : 'bigserial primary key'
  /** Ordered by the key, so that rows next to each other are read and deleted together. */
  const byKey = isSqlite ? ' without rowid' : ''
  return [
    ...market(whole, byKey),
    ...history(whole),
    ...reference(whole),
    ...people(whole),
    ...administration(whole, counted),
    ...processes(whole),
    ...(isSqlite ? triggersOfSqlite : triggersOfPostgres),
  ]
}

const market = (whole: string, byKey: string): string[] => [
  `create table journal (seq ${whole} primary key, at ${whole} not null, command text not null,
    events text not null, hash text not null)`,
  `create table snapshot (seq ${whole} primary key, version ${whole} not null, state text not null,
    hash text not null, digest text not null)`,
  // Without an index of ids: their places are random, and keeping it cost as much as all the rest of an insert.
  `create table notification (user_id text not null, number ${whole} not null, id text not null,
    seq ${whole} not null, at ${whole} not null, about text, message text not null, body text not null,
    ack ${whole} not null, acked_at ${whole}, primary key (user_id, number))`,
  'create index notification_seq on notification (seq)',
  'create index notification_unacked on notification (user_id, number) where ack = 0',
  `create index notification_never_replaced on notification (user_id, number) where ${neverReplaced}`,
  // The newest notification on each subject, so that nobody has to hide those that it replaces.
  `create table newest_notification (user_id text not null, about text not null, number ${whole} not null,
    primary key (user_id, about))${byKey}`,
  // One-minute bars of market data (docs/rules.md §23), in the order in which they are pruned.
  `create table bar (at ${whole} not null, security_id text not null, open ${whole}, high ${whole}, low ${whole},
    close ${whole}, volume ${whole}, vwap ${whole}, mid ${whole}, day_volume ${whole},
    primary key (at, security_id))${byKey}`,
]

/** What became of IOIs, by trading day, built from the journal (docs/decisions/0071-own-history.md). */
const history = (whole: string): string[] => [
  // An IOI as it was after its last event of a day. Days since 1970-01-01 in Tokyo.
  `create table history_advert (advert_id text not null, day ${whole} not null, trader_id text not null,
    is_sent ${whole} not null, is_completed ${whole} not null, body text not null,
    primary key (advert_id, day))`,
  'create index history_advert_trader on history_advert (trader_id, day)',
  `create table history_event (advert_id text not null, number ${whole} not null, body text not null,
    primary key (advert_id, number))`,
  'create table history_locate (id text primary key, agreement_id text, body text not null)',
  'create index history_locate_agreement on history_locate (agreement_id)',
  // The newest journal entry that the three tables have, and the version of their format. One row.
  `create table history_position (one ${whole} primary key check (one = 1), version ${whole} not null,
    seq ${whole} not null)`,
  'insert into history_position (one, version, seq) values (1, 1, 0)',
]

const reference = (whole: string): string[] => [
  // The limits in 1/10,000 yen: JPY 20,000,000,000, and none on all live adverts together (docs/rules.md §22).
  `create table firm (id text primary key, name text not null unique, folded_name text not null unique,
    affiliate_group text,
    active ${whole} not null, largest_notional ${whole} default 200000000000000,
    largest_live_notional ${whole}, shows_traders ${whole} not null default 0,
    oms_answers ${whole} not null default 0,
    required_factor text not null default 'any' check (required_factor in ('any', 'passkey')))`,
  `create table broker (id text primary key, name text not null, short_name text not null unique,
    folded_name text not null unique, folded_short_name text not null unique,
    contact text not null, swap_enabled ${whole} not null, active ${whole} not null,
    required_factor text not null default 'any' check (required_factor in ('any', 'passkey')))`,
  `create table firm_broker (firm_id text not null references firm (id),
    broker_id text not null references broker (id), primary key (firm_id, broker_id))`,
  // Daily limits only where the exchange publishes others than those of the close (docs/market.md).
  `create table equity (id text primary key, ric text not null unique, name text not null,
    local_name text not null, kana text not null, short_names text not null, tick_table text not null,
    lot_size ${whole} not null, close_price ${whole} not null, position ${whole} not null,
    active ${whole} not null, delisted ${whole} not null default 0, min_price ${whole},
    max_price ${whole}, average_daily_volume ${whole}, sector text)`,
  `create table share_ratio (security_id text not null references equity (id), day ${whole} not null,
    new_shares ${whole} not null, old_shares ${whole} not null, primary key (security_id, day))`,
]

const people = (whole: string): string[] => [
  // Wrong codes in a row over all log-ins; too many lock the account until an operator unlocks it.
  `create table person (id text primary key, email text not null unique, first_name text not null,
    last_name text not null, role text not null check (role in ('TRADER', 'BROKER', 'STAFF')),
    firm_id text references firm (id), broker_id text references broker (id), phone text,
    language text not null, two_factor ${whole} not null, password_hash text not null,
    temporary_until ${whole}, first_login ${whole} not null, active ${whole} not null,
    wrong_codes ${whole} not null default 0, desk_head ${whole} not null default 0,
    passkey_add_until ${whole}, provider_subject text,
    check (role <> 'TRADER' or firm_id is not null), check (role <> 'BROKER' or broker_id is not null))`,
  `create table staff_grant (user_id text not null references person (id), name text not null,
    primary key (user_id, name))`,
  `create table session (token_hash text primary key, user_id text not null references person (id),
    kind text not null, started_at ${whole} not null, seen_at ${whole} not null, ended text,
    left_market ${whole} not null default 0, credential_id text, confirmed_at ${whole},
    provider_sid text)`,
  // One session per user at the desk, and one of the order management system (docs/rules.md §16).
  "create unique index session_live on session (user_id, (kind = 'oms')) where ended is null",
  'create index session_by_user on session (user_id)',
  // With these an order management system signs in as one of the named users (docs/rules.md §16).
  `create table credential (id text primary key, firm_id text references firm (id),
    broker_id text references broker (id), secret_hash text not null unique, networks text not null,
    note text not null, created_at ${whole} not null, revoked_at ${whole})`,
  `create table credential_user (credential_id text not null references credential (id),
    user_id text not null references person (id), primary key (credential_id, user_id))`,
  `create table login_attempt (token_hash text primary key, user_id text not null references person (id),
    started_at ${whole} not null, code_hash text, code_sent_at ${whole}, tries ${whole} not null,
    sends ${whole} not null, password_version text not null)`,
  // The provider with which the people of an institution, of a broker or staff sign in, and the domains that lead to
  // it. The owner is the id of the institution or the broker, or 'STAFF'.
  `create unique index person_provider_subject
    on person ((coalesce(firm_id, broker_id, 'STAFF')), provider_subject)`,
  `create table sign_in_provider (owner_id text primary key, issuer text not null,
    client_id text not null, client_secret text not null, others_allowed ${whole} not null,
    addresses_trusted ${whole} not null)`,
  `create table sign_in_domain (domain text primary key, owner_id text not null)`,
  // Sign-ins and confirmations that wait for a provider, and the logout tokens that were used.
  `create table provider_login (attempt_hash text primary key, owner_id text not null,
    started_at ${whole} not null, session_hash text)`,
  `create table provider_logout (jti_hash text primary key, at ${whole} not null)`,
  // Authenticator apps. A key is encrypted with a secret that is not in the database, because codes need it.
  `create table authenticator (id text primary key, user_id text not null references person (id),
    name text not null, sealed_key text not null, added_at ${whole} not null, used_at ${whole},
    last_step ${whole} not null)`,
  'create index authenticator_user on authenticator (user_id)',
  // At most one per user: an authenticator whose first code has not been given.
  `create table authenticator_setup (user_id text primary key references person (id), id text not null,
    name text not null, sealed_key text not null, session_hash text not null, started_at ${whole} not null,
    tries ${whole} not null)`,
  // Passkeys, with their public keys. The counter is that of the newest response.
  `create table passkey (id text primary key, user_id text not null references person (id),
    credential_id text not null unique, name text not null, public_key text not null, counter ${whole} not null,
    transports text not null, added_at ${whole} not null, used_at ${whole})`,
  'create index passkey_user on passkey (user_id)',
  // What an authenticator has yet to sign, once, for the purpose and the session or log-in it was made for.
  `create table passkey_challenge (challenge_hash text primary key, purpose text not null, bound_to text not null,
    name text not null, started_at ${whole} not null)`,
  'create index passkey_challenge_started on passkey_challenge (started_at)',
  // Those that can still be used.
  `create table recovery_code (user_id text not null references person (id), code_hash text not null,
    primary key (user_id, code_hash))`,
  // Null for an address without an account: a request for it costs the same writes.
  `create table password_reset (token_hash text primary key, user_id text references person (id),
    at ${whole} not null, used_at ${whole}, password_version text not null, usual ${whole} not null)`,
  'create index password_reset_user on password_reset (user_id)',
  'create index password_reset_at on password_reset (at)',
  // Networks that the user has signed in from, as keyed hashes.
  `create table usual_network (user_id text not null references person (id), network text not null,
    at ${whole} not null, primary key (user_id, network))`,
  'create table preference (user_id text primary key references person (id), body text not null)',
  // The securities whose prices a trader watches, as JSON in the order of the trader.
  'create table watchlist (user_id text primary key references person (id), body text not null)',
  // What a trader has saved under names, as JSON in the order of the names.
  'create table saved_conditions (user_id text primary key references person (id), body text not null)',
]

const administration = (whole: string, counted: string): string[] => [
  'create table setting (name text primary key, value text not null)',
  // Keys of encrypted columns, and each of them encrypted with the secrets of the installation.
  `create table data_key (id text primary key, purpose text not null, usable_from ${whole} not null,
    destroyed_at ${whole}, unique (purpose, usable_from))`,
  `create table data_key_wrap (key_id text not null references data_key (id), wrapped_by text not null,
    wrapped text not null, primary key (key_id, wrapped_by))`,
  // The parts of the calendar that an operator has replaced: 'hours', 'holidays'.
  'create table calendar_part (name text primary key, body text not null)',
  // The settings that change at the start of a trading day, counted in days since 1970-01-01 in Tokyo.
  `create table venue_change (day ${whole} primary key, body text not null)`,
  `create table policy_report (directive text not null, page text not null, blocked text not null,
    count ${whole} not null, first_at ${whole} not null, last_at ${whole} not null,
    primary key (directive, page, blocked))`,
  `create table outbox (id ${counted}, at ${whole} not null, kind text not null, recipient text not null,
    subject text not null, body text not null, sent_at ${whole}, letter_id text not null,
    tries ${whole} not null default 0, next_at ${whole} not null default 0, given_up_at ${whole},
    fault text not null default '', good_until ${whole} not null)`,
  // Finds the first waiting message of each recipient without reading those that were sent.
  'create index outbox_waiting on outbox (kind, recipient, id) where sent_at is null and given_up_at is null',
  `create table idempotency (key text primary key, at ${whole} not null, fingerprint text not null,
    status ${whole} not null, body text not null)`,
  `create table audit (seq ${whole} primary key, at ${whole} not null, actor text not null,
    action text not null, subject text not null, outcome text not null, reason text not null,
    details text not null, hash text not null)`,
  'create index audit_at on audit (at)',
  'create index audit_subject on audit (subject, action)',
  // The end of the chain. Writers lock it first, so that no two append to the same entry.
  `create table audit_end (one ${whole} primary key check (one = 1), seq ${whole} not null,
    hash text not null)`,
  `insert into audit_end (one, seq, hash) values (1, 0, '${'0'.repeat(64)}')`,
  // Requests that wait for a second person, and their results. A requester can request the same thing only once.
  `create table approval (id text primary key, command text not null, args text not null, shown text not null,
    match_key text not null, kind text not null, state text not null, reason text not null,
    requester text not null, requester_id text references person (id), asked_at ${whole} not null,
    expires_at ${whole} not null, decided_by text references person (id), decided_at ${whole},
    rejection_reason text not null default '', outcome text not null default '')`,
  `create unique index approval_open on approval (requester, match_key) where state in ('WAITING', 'GRANTED')`,
  'create index approval_decided on approval (decided_at)',
  // Public keys, and the ends of both chains that were signed with them. One head a day, whichever process makes it.
  `create table evidence_key (key_id text primary key, public_key text not null, used_from ${whole} not null,
    used_until ${whole})`,
  `create table evidence_head (id ${counted}, at ${whole} not null, day ${whole} unique, journal text not null,
    audit text not null, digest text)`,
]

/** The processes that share the database, and which of them writes the journal. Times by the database's clock. */
const processes = (whole: string): string[] => [
  `create table writer (id integer primary key, epoch ${whole} not null, process_id text not null,
    renewed_at ${whole} not null)`,
  `create table process (id text primary key, address text not null, started_at ${whole} not null,
    seen_at ${whole} not null, seq ${whole} not null, clock_difference ${whole} not null,
    secrets_id text not null)`,
]

/** Rows can only be added to `audit`: the database itself refuses to change or delete one. */
const triggersOfSqlite = ['update', 'delete'].map(
  (change) =>
    `create trigger audit_no_${change} before ${change} on audit
      begin select raise(abort, 'the audit trail is only added to'); end`,
)

/**
 * As above. Others wake the processes: they fold new entries, and close the sockets of ended sessions. One maintains
 * `newest_notification`. On SQLite the store writes both: there a trigger doubles the cost of each insert, because SQLite
 * prepares to revert a statement that runs one.
 */
const triggersOfPostgres = [
  `create function audit_is_kept() returns trigger language plpgsql as
    'begin raise exception ''the audit trail is only added to''; end'`,
  `create trigger audit_is_kept before update or delete or truncate on audit
    for each statement execute function audit_is_kept()`,
  `create function announce_entries() returns trigger language plpgsql as
    $$ begin perform pg_notify('aitai_journal', ''); return null; end $$`,
  `create trigger announce_entries after insert on journal
    for each statement execute function announce_entries()`,
  // The hash of a token is not a secret that anybody could sign in with.
  `create function announce_session_end() returns trigger language plpgsql as
    $$ begin
      perform pg_notify('aitai_session', json_build_object(
        'tokenHash', new.token_hash, 'userId', new.user_id, 'reason', new.ended,
        'leavesMarket', new.left_market = 1)::text);
      return null;
    end $$`,
  `create trigger announce_session_end after update on session
    for each row when (old.ended is null and new.ended is not null)
    execute function announce_session_end()`,
  `create function keep_newest_notification() returns trigger language plpgsql as
    $$ begin
      insert into newest_notification (user_id, about, number)
        select user_id, about, max(number) from added where about is not null group by user_id, about
        on conflict (user_id, about) do update set number = excluded.number;
      return null;
    end $$`,
  `create trigger newest_notification after insert on notification referencing new table as added
    for each statement execute function keep_newest_notification()`,
]
