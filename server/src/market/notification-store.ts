import { hash as digest } from 'node:crypto'
import type { Notification } from '@aitai/contract/schemas/notifications.ts'
import {
  isLasting,
  lastingNotifications,
  replacedNotifications,
  subjectOf,
} from '@aitai/engine/notification-replacement.ts'
import { type Kysely, sql, type Transaction } from 'kysely'
import { bulkInsert, columnArray, embeddedStatement } from '../database/bulk-write.ts'
import type { Database, NotificationTable } from '../database/schema.ts'
import type { StoredEntry } from './journal.ts'
import type { NotificationDraft } from './notification-drafts.ts'

/** A notification as it was stored: it is committed and may be pushed. */
export interface StoredNotification {
  readonly id: string
  readonly userId: string
  /** Consecutive per user, without gaps. Never leaves the server. */
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
  readonly noticeId: string
}

/** The length of the bell's list. Older notifications stay stored. */
const listed = 1_000

/** The same entry gives the same ids, and nobody can guess them: the hash covers the whole history. */
const noticeIdOf = (entryHash: string, index: number): string =>
  digest('sha256', `${entryHash}|${index}`).slice(0, 32)

/** A client may send any text as an id, and one that the database refuses would fail those of others too. */
const isNoticeId = ({ noticeId }: AcknowledgedNotification): boolean => /^[0-9a-f]{32}$/.test(noticeId)

export function createNotificationStore(db: Kysely<Database>): NotificationStore {
  /** The newest number of each user who was notified since the start. */
  const numbers = new Map<string, number>()

  async function nextNumber(trx: Transaction<Database>, userId: string): Promise<number> {
    const next = (numbers.get(userId) ?? (await newestNumber(trx, userId))) + 1
    numbers.set(userId, next)
    return next
  }

  return {
    ...reading(db),
    async store(trx, stored, drafts) {
      const notices: StoredNotification[] = []
      for (const [place, { seq, hash }] of stored.entries()) {
        for (const [index, { userId, body }] of (drafts[place] ?? []).entries()) {
          const id = noticeIdOf(hash, index)
          const number = await nextNumber(trx, userId)
          notices.push({ id, userId, number, seq, body: { id, ...body } })
        }
      }
      await hideReplaced(trx, notices)
      await insert(trx, notices)
      return notices
    },
    forget: () => numbers.clear(),
  }
}

/** The stored rows by receiver. */
const reading = (db: Kysely<Database>): Omit<NotificationStore, 'store' | 'forget'> => ({
  async storedSince(seq) {
    const rows = await db
      .selectFrom('notice')
      .selectAll()
      .where('seq', '>', seq)
      .orderBy('seq')
      .orderBy('user_id')
      .orderBy('number')
      .execute()
    return rows.map(storedOf)
  },
  async listNotifications(userId) {
    const own = db.selectFrom('notice').selectAll().where('user_id', '=', userId)
    const rows = await own.where('visible', '=', 1).orderBy('number', 'desc').limit(listed).execute()
    return rows.map((row) => storedOf(row).body)
  },
  async unackedNotifications(userId, after = 0, limit = 500) {
    const own = db.selectFrom('notice').selectAll().where('user_id', '=', userId)
    const later = own.where('ack', '=', 0).where('number', '>', after)
    return (await later.orderBy('number').limit(limit).execute()).map(storedOf)
  },
  async ackNotifications(acknowledged, at) {
    const known = acknowledged.filter(isNoticeId)
    if (known.length > 0) await db.transaction().execute((trx) => markAcknowledged(trx, known, at))
  },
})

async function markAcknowledged(
  trx: Transaction<Database>,
  acknowledged: readonly AcknowledgedNotification[],
  at: number,
): Promise<void> {
  const statement = embeddedStatement(trx, `${acknowledge('?')} where id = ? and user_id = ?`)
  if (statement) {
    for (const { noticeId, userId } of acknowledged) statement.run(at, noticeId, userId)
    return
  }
  const pairs = sql.join([
    columnArray(acknowledged.map(({ noticeId }) => noticeId)),
    columnArray(acknowledged.map(({ userId }) => userId)),
  ])
  const update = sql.raw(acknowledge(`${at}`))
  await sql`${update} where (id, user_id) in (select * from unnest(${pairs}))`.execute(trx)
}

const acknowledge = (at: string): string =>
  `update notice set ack = 1, acked_at = coalesce(acked_at, cast(${at} as bigint))`

async function newestNumber(trx: Transaction<Database>, userId: string): Promise<number> {
  const own = trx.selectFrom('notice').select('number').where('user_id', '=', userId)
  return (await own.orderBy('number', 'desc').limit(1).executeTakeFirst())?.number ?? 0
}

const aboutOf = ({ body }: StoredNotification): string | null => subjectOf(body)

const insertNotices = bulkInsert('notice', {
  id: 'text',
  user_id: 'text',
  number: 'whole',
  seq: 'whole',
  at: 'whole',
  about: 'text',
  message: 'text',
  body: 'text',
  ack: 'whole',
  visible: 'whole',
  acked_at: 'whole',
})

const hideOlder = `update notice set visible = 0
  where visible = 1 and message not in (${lastingNotifications.map((message) => `'${message}'`).join(', ')})`

/** Hides what was stored before about the subjects of newer notifications. */
async function hideReplaced(
  trx: Transaction<Database>,
  notices: readonly StoredNotification[],
): Promise<void> {
  const newestBySubject = new Map(notices.map((notice) => [subjectKeyOf(notice), notice]))
  const newer = [...newestBySubject.values()].filter((notice) => aboutOf(notice) !== null)
  if (newer.length === 0) return
  const statement = embeddedStatement(trx, `${hideOlder} and user_id = ? and about = ?`)
  if (statement) {
    for (const notice of newer) statement.run(notice.userId, aboutOf(notice))
    return
  }
  const subjects = sql.join([columnArray(newer.map(({ userId }) => userId)), columnArray(newer.map(aboutOf))])
  await sql`${sql.raw(hideOlder)} and (user_id, about) in (select * from unnest(${subjects}))`.execute(trx)
}

async function insert(trx: Transaction<Database>, notices: readonly StoredNotification[]): Promise<void> {
  const replaced = replacedAmong(notices)
  await insertNotices(
    trx,
    notices.map((notice) => rowOf(notice, !replaced.has(notice))),
  )
}

/** Those that a later notification of the same write already replaces. */
const replacedAmong = (notices: readonly StoredNotification[]): Map<StoredNotification, StoredNotification> =>
  replacedNotifications(notices.toReversed(), subjectKeyOf, ({ body }) => isLasting(body))

/** The receiver and the subject; null without a subject. */
function subjectKeyOf(notice: StoredNotification): string | null {
  const about = aboutOf(notice)
  return about === null ? null : `${notice.userId}|${about}`
}

const rowOf = (notice: StoredNotification, visible: boolean): NotificationTable => ({
  id: notice.id,
  user_id: notice.userId,
  number: notice.number,
  seq: notice.seq,
  at: notice.body.timestamp,
  about: aboutOf(notice),
  message: notice.body.message,
  body: JSON.stringify(notice.body),
  ack: 0,
  visible: visible ? 1 : 0,
  acked_at: null,
})

function storedOf(row: NotificationTable): StoredNotification {
  const body = { ...(JSON.parse(row.body) as Notification), ack: row.ack === 1, visible: row.visible === 1 }
  return { id: row.id, userId: row.user_id, number: row.number, seq: row.seq, body }
}
