import { hash as digest } from 'node:crypto'
import type { Notification } from '@aitai/contract/schemas/notifications.ts'
import { isLasting, subjectOf } from '@aitai/engine/notification-replacement.ts'
import { type Kysely, sql, type Transaction } from 'kysely'
import { bulkInsert, columnArray, embeddedStatement } from '../database/bulk-write.ts'
import { type DataKeys, loadedDataKeysOf } from '../database/encryption/data-keys.ts'
import { decryptValue, encryptValue } from '../database/encryption/encrypted-columns.ts'
import { neverReplaced } from '../database/migrations/migration-0001.ts'
import type { Database, NotificationTable } from '../database/schema.ts'
import type { StoredEntry } from './journal.ts'
import type { NotificationDraft } from './notification-drafts.ts'

/** A notification as it was stored: it is committed and may be pushed. */
export interface StoredNotification {
  readonly id: string
  readonly userId: string
  /** Consecutive per user, without gaps. */
  readonly number: number
  /** The journal's entry that caused it. */
  readonly seq: number
  readonly body: Notification
}

export interface NotificationStore {
  /** Stores the drafts of each entry, in the transaction of the entries. They are pushed after the commit. */
  store(
    trx: Transaction<Database>,
    stored: readonly StoredEntry[],
    drafts: readonly (readonly NotificationDraft[])[],
  ): Promise<readonly StoredNotification[]>
  /** Clears what `store` caches, after a transaction that may not have been committed. */
  forget(): void
  /** Those caused by later entries than this, in the order in which they are pushed. */
  storedSince(seq: number): Promise<readonly StoredNotification[]>
  /** A user's visible notifications, newest first. */
  listNotifications(userId: string): Promise<readonly Notification[]>
  /**
   * A user's unacknowledged notifications, hidden or not, oldest first: at most `limit` of those after a
   * number, because there may be many after a long absence. Their locates carry the server time at which they
   * were created.
   */
  unackedNotifications(userId: string, after?: number, limit?: number): Promise<readonly StoredNotification[]>
  /**
   * Marks notifications as acknowledged; ignores those that are not the user's. Idempotent: the time of the first
   * acknowledgement is kept, in milliseconds UTC.
   */
  ackNotifications(acknowledged: readonly AcknowledgedNotification[], at: number): Promise<void>
}

/** A notification that its user has acknowledged. */
export interface AcknowledgedNotification {
  readonly userId: string
  readonly notificationId: string
}

/** The length of the bell's list. Older notifications stay stored. */
const listed = 1_000

/** The hexadecimal digits of an id that give the notification's number. */
const digitsOfNumber = 8

/** A number that looks random beside a hash, and the number again if it is masked already: every bit of an id must look
 * random (docs/decisions/0144-speed-of-the-journal.md). */
const masked = (number: number, hash: string): number =>
  (number ^ Number.parseInt(hash.slice(0, digitsOfNumber), 16)) >>> 0

/**
 * The same entry gives the same ids. They end with the user's own number, masked, by which an acknowledgement finds the
 * row. Nobody can guess one: the hash covers the whole history.
 */
function notificationIdOf(entry: StoredEntry, index: number, number: number): string {
  const hash = digest('sha256', `${entry.hash}|${index}`).slice(0, 32 - digitsOfNumber)
  return hash + masked(number, hash).toString(16).padStart(digitsOfNumber, '0')
}

const numberIn = (notificationId: string): number =>
  masked(Number.parseInt(notificationId.slice(-digitsOfNumber), 16), notificationId)

/** A client may send any text as an id, and one that the database refuses would fail those of others too. */
const isNotificationId = ({ notificationId }: AcknowledgedNotification): boolean =>
  /^[0-9a-f]{32}$/.test(notificationId)

export function createNotificationStore(db: Kysely<Database>): NotificationStore {
  /** The newest number of each user who was notified since the start. */
  const numbers = new Map<string, number>()

  async function nextNumber(trx: Transaction<Database>, userId: string): Promise<number> {
    const next = (numbers.get(userId) ?? (await newestNumber(trx, userId))) + 1
    numbers.set(userId, next)
    return next
  }

  return {
    ...reading(db, () => loadedDataKeysOf(db)),
    async store(trx, stored, drafts) {
      const notifications: StoredNotification[] = []
      for (const [entryIndex, entry] of stored.entries()) {
        for (const [index, { userId, body }] of (drafts[entryIndex] ?? []).entries()) {
          const number = await nextNumber(trx, userId)
          const id = notificationIdOf(entry, index, number)
          notifications.push({ id, userId, number, seq: entry.seq, body: { id, ...body } })
        }
      }
      const rows = notifications.map((each) => rowOf(() => loadedDataKeysOf(db), each))
      await insertNotifications(trx, rows)
      rememberNewest(trx, rows)
      return notifications
    },
    forget: () => numbers.clear(),
  }
}

/** The stored rows by receiver. */
const reading = (
  db: Kysely<Database>,
  keysOf: () => DataKeys,
): Omit<NotificationStore, 'store' | 'forget'> => ({
  async storedSince(seq) {
    const rows = await withNewest(db)
      .where('notification.seq', '>', seq)
      .orderBy('notification.seq')
      .orderBy('notification.user_id')
      .orderBy('notification.number')
      .execute()
    return rows.map((row) => storedOf(keysOf, row))
  },
  async listNotifications(userId) {
    const rows = await withNewest(db)
      .where('notification.user_id', '=', userId)
      .where('notification.number', 'in', visibleNumbers(db, userId))
      .orderBy('notification.number', 'desc')
      .limit(listed)
      .execute()
    return rows.map((row) => storedOf(keysOf, row).body)
  },
  async unackedNotifications(userId, after = 0, limit = 500) {
    const own = withNewest(db).where('notification.user_id', '=', userId)
    const later = own.where('notification.ack', '=', 0).where('notification.number', '>', after)
    return (await later.orderBy('notification.number').limit(limit).execute()).map((row) =>
      storedOf(keysOf, row),
    )
  },
  async ackNotifications(acknowledged, at) {
    const known = acknowledged.filter(isNotificationId)
    if (known.length > 0) await db.transaction().execute((trx) => markAcknowledged(trx, known, at))
  },
})

/** A row with the newest number on its subject; null without a subject. */
type RowWithNewest = NotificationTable & { readonly newest: number | null }

const withNewest = (db: Kysely<Database>) =>
  db
    .selectFrom('notification')
    .leftJoin('newest_notification', (join) =>
      join
        .onRef('newest_notification.user_id', '=', 'notification.user_id')
        .onRef('newest_notification.about', '=', 'notification.about'),
    )
    .selectAll('notification')
    .select('newest_notification.number as newest')

/** The newest numbers of a user's visible notifications: of each subject the newest, and what nothing replaces. */
const visibleNumbers = (db: Kysely<Database>, userId: string) => {
  const newest = db.selectFrom('newest_notification').select('number').where('user_id', '=', userId)
  const lasting = db
    .selectFrom('notification')
    .select('number')
    .where('user_id', '=', userId)
    .where(isNeverReplaced)
  return db
    .selectFrom(newest.orderBy('number', 'desc').limit(listed).as('newest'))
    .select('number')
    .union(db.selectFrom(lasting.orderBy('number', 'desc').limit(listed).as('lasting')).select('number'))
}

/** As in the index of `migration-0001.ts`, which serves it. */
const isNeverReplaced = sql<boolean>`${sql.raw(neverReplaced)}`

async function markAcknowledged(
  trx: Transaction<Database>,
  acknowledged: readonly AcknowledgedNotification[],
  at: number,
): Promise<void> {
  const statement = embeddedStatement(trx, `${acknowledge('?')} where user_id = ? and number = ? and id = ?`)
  if (statement) {
    for (const { userId, notificationId: id } of acknowledged) statement.run(at, userId, numberIn(id), id)
    return
  }
  const keys = sql.join([
    columnArray(acknowledged.map(({ userId }) => userId)),
    sql`${columnArray(acknowledged.map(({ notificationId }) => numberIn(notificationId)))}::bigint[]`,
    columnArray(acknowledged.map(({ notificationId }) => notificationId)),
  ])
  const update = sql.raw(acknowledge(`${at}`))
  await sql`${update} where (user_id, number, id) in (select * from unnest(${keys}))`.execute(trx)
}

const acknowledge = (at: string): string =>
  `update notification set ack = 1, acked_at = coalesce(acked_at, cast(${at} as bigint))`

async function newestNumber(trx: Transaction<Database>, userId: string): Promise<number> {
  const own = trx.selectFrom('notification').select('number').where('user_id', '=', userId)
  return (await own.orderBy('number', 'desc').limit(1).executeTakeFirst())?.number ?? 0
}

const insertNotifications = bulkInsert('notification', {
  user_id: 'text',
  number: 'whole',
  id: 'text',
  seq: 'whole',
  at: 'whole',
  about: 'text',
  message: 'text',
  body: 'text',
  ack: 'whole',
  acked_at: 'whole',
})

/** On the embedded database. PostgreSQL has a trigger for it. */
function rememberNewest(trx: Transaction<Database>, rows: readonly NotificationTable[]): void {
  const statement = embeddedStatement(
    trx,
    `insert into newest_notification (user_id, about, number) values (?, ?, ?)
      on conflict (user_id, about) do update set number = excluded.number`,
  )
  if (!statement) return
  for (const { user_id, about, number } of rows) if (about !== null) statement.run(user_id, about, number)
}

const rowOf = (
  keysOf: () => DataKeys,
  { id, userId, number, seq, body }: StoredNotification,
): NotificationTable => ({
  id,
  user_id: userId,
  number,
  seq,
  at: body.timestamp,
  about: subjectOf(body),
  message: body.message,
  body: JSON.stringify(
    withPassword(body, (password) => encryptValue(keysOf(), password, passwordAt(userId, number))),
  ),
  ack: 0,
  acked_at: null,
})

/** Notifications of an agreement contain the receiver's password. Encrypted here, or decrypted, for its row. */
function withPassword(body: Notification, changed: (password: string) => string | null): Notification {
  const { locate } = body
  if (!locate || locate.password === null) return body
  return { ...body, locate: { ...locate, password: changed(locate.password) } }
}

const passwordAt = (userId: string, number: number) =>
  ({ column: 'notification.password', row: `${userId}.${number}` }) as const

function storedOf(keysOf: () => DataKeys, row: RowWithNewest): StoredNotification {
  const stored = { ...(JSON.parse(row.body) as Notification), ack: row.ack === 1 }
  const position = passwordAt(row.user_id, row.number)
  const body = withPassword(stored, (password) => decryptValue(keysOf(), password, position))
  const visible = !isReplaced(row, body)
  return { id: row.id, userId: row.user_id, number: row.number, seq: row.seq, body: { ...body, visible } }
}

/** Nothing is written when a newer notification replaces one: which one does follows from the rows. */
const isReplaced = ({ newest, number }: RowWithNewest, body: Notification): boolean =>
  newest !== null && newest !== number && !isLasting(body)
