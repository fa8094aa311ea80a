import type { DialectName } from '../dialect.ts'

/** What became of IOIs, by trading day, built from the journal (docs/decisions/0071-own-history.md). */
export function ownHistorySchema(dialect: DialectName): string[] {
  const whole = dialect === 'sqlite' ? 'integer' : 'bigint'
  return [
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
    // Whether brokers see the names and phones of the institution's traders under an agreement.
    `alter table firm add column shows_traders ${whole} not null default 0`,
  ]
}
