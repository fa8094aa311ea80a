import { createHash } from 'node:crypto'
import type { Notification } from '@aitai/contract/schemas/notifications.ts'
import type { NotificationType } from '@aitai/engine/notifications.ts'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { Database, NotificationTable } from '../database/schema.ts'
import type { StoredEntry } from './journal.ts'
import type { NotificationDraft } from './notification-drafts.ts'

/** A notice as it was stored: it has happened, and may be told. */
export interface StoredNotification {
  readonly id: string
  readonly userId: string
  /** Counts up per user without gaps. Never leaves the server. */
  readonly number: number
  /** The journal's entry that caused it. */
  readonly seq: number
  readonly body: Notification
}

export interface NotificationStore {
  /** Stores the drafts of each entry, in the transaction of the entries. They are told after the commit. */
  store(
    trx: Transaction<Database>,
    stored: readonly StoredEntry[],
    drafts: readonly (readonly NotificationDraft[])[],
  ): Promise<readonly StoredNotification[]>
  /** Forgets what `store` keeps in memory: after a transaction that may not have been committed. */
  forget(): void
  /** Those caused by later entries than this, in the order of telling. */
  storedSince(seq: number): Promise<readonly StoredNotification[]>
  /** What a user may read, newest first. */
  listNotifications(userId: string): Promise<readonly Notification[]>
  /**
   * What a user has not acknowledged, hidden or not, oldest first: at most `limit` of those after a number,
   * so that a long absence comes in pieces. Their locates carry the server's time of then, not of now.
   */
  unackedNotifications(userId: string, after?: number, limit?: number): Promise<readonly StoredNotification[]>
  /**
   * True if there is such a notice of this user. Again is the same as once: the first moment, in milliseconds
   * UTC, is the one that is kept.
   */
  ackNotification(userId: string, noticeId: string, at: number): Promise<boolean>
}

/** Neither replaced nor hidden by later notices of their security (specification 4). */
const lasting: readonly NotificationType[] = ['Contra Connection Accepted!', 'Advertisement expired']
const rowsAtOnce = 500
/** The bell's list is read by people. What is older stays stored. */
const listed = 1_000

/** The same entry gives the same ids, and none can be guessed: the hash covers all that was before. */
const noticeIdOf = (entryHash: string, index: number): string =>
  createHash('sha256').update(`${entryHash}|${index}`).digest('hex').slice(0, 32)

export function createNotificationStore(db: Kysely<Database>): NotificationStore {
  /** The newest number of each user told since the start. */
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

/** What was stored, by receiver. */
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
  async ackNotification(userId, noticeId, at) {
    const notice = db.updateTable('notice').where('id', '=', noticeId).where('user_id', '=', userId)
    const first = sql<number>`coalesce(acked_at, cast(${at} as bigint))`
    const { numUpdatedRows } = await notice.set({ ack: 1, acked_at: first }).executeTakeFirst()
    return numUpdatedRows > 0n
  },
})

async function newestNumber(trx: Transaction<Database>, userId: string): Promise<number> {
  const own = trx.selectFrom('notice').select('number').where('user_id', '=', userId)
  return (await own.orderBy('number', 'desc').limit(1).executeTakeFirst())?.number ?? 0
}

/**
 * What a notice is about. A new notice for a security replaces the older one (specification 4); at a broker
 * several institutions agree in one security, and one agreement must not hide another.
 */
const aboutOf = ({ body }: StoredNotification): string | null =>
  body.buyStatus === null ? body.securityId : body.connectionAgreementId
const subjectKeyOf = (notice: StoredNotification): string => `${notice.userId}|${aboutOf(notice)}`
const lasts = ({ body }: StoredNotification): boolean => (lasting as readonly string[]).includes(body.message)

async function hideReplaced(
  trx: Transaction<Database>,
  notices: readonly StoredNotification[],
): Promise<void> {
  const newestBySubject = new Map(notices.map((notice) => [subjectKeyOf(notice), notice]))
  const pairs = [...newestBySubject.values()].filter((notice) => aboutOf(notice) !== null)
  for (let from = 0; from < pairs.length; from += rowsAtOnce) {
    const some = pairs
      .slice(from, from + rowsAtOnce)
      .map((notice) => sql`(${notice.userId}, ${aboutOf(notice)})`)
    await trx
      .updateTable('notice')
      .set({ visible: 0 })
      .where('visible', '=', sql.lit(1))
      .where('message', 'not in', lasting)
      .where(sql<boolean>`(user_id, about) in (values ${sql.join(some)})`)
      .execute()
  }
}

async function insert(trx: Transaction<Database>, notices: readonly StoredNotification[]): Promise<void> {
  const replaced = replacedAmong(notices)
  const rows = notices.map((notice) => rowOf(notice, !replaced.has(notice)))
  for (let from = 0; from < rows.length; from += rowsAtOnce)
    await trx
      .insertInto('notice')
      .values(rows.slice(from, from + rowsAtOnce))
      .execute()
}

/** Those that a later one of the same write replaces already. */
function replacedAmong(notices: readonly StoredNotification[]): Set<StoredNotification> {
  const later = new Set<string>()
  const replaced = new Set<StoredNotification>()
  for (const notice of notices.toReversed()) {
    if (aboutOf(notice) === null) continue
    if (later.has(subjectKeyOf(notice)) && !lasts(notice)) replaced.add(notice)
    later.add(subjectKeyOf(notice))
  }
  return replaced
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
