import type { DialectName } from '../dialect.ts'

/** What no newer notification replaces (engine/src/notification-replacement.ts). */
export const neverReplaced = `(about is null or message in ('Contra Connection Accepted!', 'Advertisement expired'))`

/**
 * The newest notification on each subject, so that nobody has to hide those that it replaces. On PostgreSQL a trigger
 * maintains it, because the rows of a server of an older version count too, which may write while several machines are
 * upgraded. Such a server hides what is replaced, for which it needs the index `notice_visible`: a later migration may
 * drop it. On SQLite the store writes both: there a trigger doubles the cost of each insert, because SQLite prepares to
 * revert a statement that runs one.
 */
export function newestNotificationsSchema(dialect: DialectName): string[] {
  const whole = dialect === 'sqlite' ? 'integer' : 'bigint'
  return [
    `create table newest_notice (user_id text not null, about text not null, number ${whole} not null,
      primary key (user_id, about))${dialect === 'sqlite' ? ' without rowid' : ''}`,
    // Before the rows are read: on PostgreSQL it waits for whoever writes, and makes others wait.
    ...(dialect === 'sqlite' ? [] : maintainedByPostgres),
    `insert into newest_notice (user_id, about, number)
      select user_id, about, max(number) from notice where about is not null group by user_id, about`,
    `create index notice_never_replaced on notice (user_id, number) where ${neverReplaced}`,
  ]
}

const maintainedByPostgres = [
  `create function keep_newest_notice() returns trigger language plpgsql as
    $$ begin
      insert into newest_notice (user_id, about, number)
        select user_id, about, max(number) from added where about is not null group by user_id, about
        on conflict (user_id, about) do update set number = excluded.number;
      return null;
    end $$`,
  `create trigger newest_notice after insert on notice referencing new table as added
    for each statement execute function keep_newest_notice()`,
]
