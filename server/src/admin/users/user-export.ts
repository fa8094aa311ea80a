import { isoTime } from '@aitai/engine/calendar/iso-times.ts'
import type { Kysely, Selectable } from 'kysely'
import { countRecoveryCodes } from '../../accounts/second-factor/recovery-codes.ts'
import { decryptPhone } from '../../database/encryption/encrypted-columns.ts'
import type { Database, PersonTable } from '../../database/schema.ts'
import type { AdvertRecord, LocateRecord } from '../../market/history/history-records.ts'
import { pastLocateView } from '../../market/history/history-views.ts'
import { OwnHistory } from '../../market/history/own-history.ts'
import { journalRowsAfter } from '../../market/journal-chain.ts'
import { readReferenceTables } from '../../reference/reference-tables.ts'
import { type AdminContext, type AdminReply, adminResult, recordAdminEvent } from '../admin-context.ts'
import { findRequestedUser, type UserRequest } from './user-changes.ts'
import { printedUser } from './users.ts'

/**
 * Everything that is stored about a person, for an answer to that person's request (docs/operations/personal-data.md).
 * Names of others, the other sides of locates, secrets and texts of messages that wait are left out. The request is in
 * the audit trail before anything is read, because the answer shows IOIs.
 */
export async function exportUser(admin: AdminContext, request: UserRequest): Promise<AdminReply> {
  const found = await findRequestedUser(admin, request)
  if ('refusal' in found) return found
  const { person, reason } = found
  const { id } = person
  const { db } = admin
  await db
    .transaction()
    .execute((trx) => recordAdminEvent(trx, admin, { action: 'userExported', subject: id, reason }))
  return adminResult({
    exportedAt: isoTime(admin.now()),
    user: await printedUser(admin, id),
    account: {
      temporaryPasswordUntil: isoTime(person.temporary_until),
      wrongCodes: person.wrong_codes,
      ...(await accountRows(db, id)),
    },
    preferences: await settingsOf(db, 'preference', id),
    watchlist: await settingsOf(db, 'watchlist', id),
    savedConditions: await settingsOf(db, 'saved_conditions', id),
    messages: await messagesTo(db, person),
    notifications: await notificationsOf(db, id),
    auditEvents: await auditEventsAbout(db, id),
    ...(await tradingOf(admin, id)),
  })
}

async function accountRows(db: Kysely<Database>, userId: string) {
  const sessions = await db.selectFrom('session').selectAll().where('user_id', '=', userId).execute()
  const logins = await db.selectFrom('login_attempt').selectAll().where('user_id', '=', userId).execute()
  const apps = await db.selectFrom('authenticator').selectAll().where('user_id', '=', userId).execute()
  const passkeys = await db.selectFrom('passkey').selectAll().where('user_id', '=', userId).execute()
  const resets = await db.selectFrom('password_reset').selectAll().where('user_id', '=', userId).execute()
  const networks = await db.selectFrom('usual_network').selectAll().where('user_id', '=', userId).execute()
  return {
    sessions: sessions.map(({ kind, started_at, seen_at, ended }) => ({
      kind,
      startedAt: isoTime(started_at),
      lastSeen: isoTime(seen_at),
      ended,
    })),
    pendingLogins: logins.map(({ started_at }) => ({ startedAt: isoTime(started_at) })),
    passwordResets: resets.map(({ at, used_at }) => ({ at: isoTime(at), usedAt: isoTime(used_at) })),
    authenticators: apps.map(({ name, added_at, used_at }) => ({
      name,
      addedAt: isoTime(added_at),
      lastUsedAt: isoTime(used_at),
    })),
    passkeys: passkeys.map(({ name, added_at, used_at }) => ({
      name,
      addedAt: isoTime(added_at),
      lastUsedAt: isoTime(used_at),
    })),
    recoveryCodes: await countRecoveryCodes(db, userId),
    // Only a keyed hash is stored.
    usualNetworks: networks.map(({ at, network }) => ({ lastLogin: isoTime(at), fingerprint: network })),
  }
}

async function settingsOf(
  db: Kysely<Database>,
  table: 'preference' | 'watchlist' | 'saved_conditions',
  userId: string,
): Promise<unknown> {
  const row = await db.selectFrom(table).select('body').where('user_id', '=', userId).executeTakeFirst()
  return row ? JSON.parse(row.body) : null
}

/** Without their texts, which may hold passwords and codes while they wait and are deleted afterwards. */
async function messagesTo(db: Kysely<Database>, person: Selectable<PersonTable>) {
  const phone = await decryptPhone(db, person)
  const rows = await db
    .selectFrom('outbox')
    .select(['at', 'kind', 'recipient', 'subject', 'sent_at', 'given_up_at'])
    .where('recipient', 'in', [person.email, person.id])
    .orderBy('id')
    .execute()
  return rows.map(({ at, sent_at, given_up_at, recipient, ...row }) => ({
    at: isoTime(at),
    ...row,
    recipient: row.kind === 'mail' ? recipient : phone,
    sentAt: isoTime(sent_at),
    givenUpAt: isoTime(given_up_at),
  }))
}

/** Fields of notifications that name other people, or that open a handover. */
const aboutOthers = new Set(['brokerUserName', 'confirmedBy', 'deskHeadName', 'password', 'brokerContact'])

async function notificationsOf(db: Kysely<Database>, userId: string): Promise<unknown[]> {
  const rows = await db
    .selectFrom('notification')
    .select(['body', 'acked_at'])
    .where('user_id', '=', userId)
    .orderBy('number')
    .execute()
  return rows.map(({ body, acked_at }) => ({
    ...(withoutOthers(JSON.parse(body)) as object),
    ackedAt: isoTime(acked_at),
  }))
}

function withoutOthers(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutOthers)
  if (typeof value !== 'object' || value === null) return value
  const known = Object.entries(value).filter(([name]) => !aboutOthers.has(name))
  return Object.fromEntries(known.map(([name, each]) => [name, withoutOthers(each)]))
}

/** What the user did, and what was done to the account. Operators are not named. */
async function auditEventsAbout(db: Kysely<Database>, userId: string) {
  const rows = await db
    .selectFrom('audit')
    .selectAll()
    .where(({ or, eb }) => or([eb('actor', '=', userId), eb('subject', '=', userId)]))
    .orderBy('seq')
    .execute()
  return rows.map(({ at, actor, action, outcome, reason, details }) => ({
    at: isoTime(at),
    by: actor.startsWith('staff:') ? 'operator' : actor === userId ? 'user' : 'system',
    action,
    outcome,
    reason,
    details: JSON.parse(details) as unknown,
  }))
}

/** The user's IOIs with what happened to them, their side of their locates, and everything that the user did. */
async function tradingOf({ db, now }: AdminContext, userId: string) {
  const history = new OwnHistory(db)
  await history.update()
  const rows = await db
    .selectFrom('history_advert')
    .select(['advert_id', 'body'])
    .where('trader_id', '=', userId)
    .orderBy('day')
    .execute()
  const newest = new Map(rows.map(({ advert_id, body }) => [advert_id, JSON.parse(body) as AdvertRecord]))
  const { names } = await readReferenceTables(db)
  const adverts = []
  const locates = []
  for (const [advertId, { submitSeq: _, ...advert }] of newest) {
    adverts.push({ ...advert, history: await history.eventsOf(userId, advertId) })
    for (const locate of await locatesOf(db, advert.locateIds))
      locates.push(withoutOthers(pastLocateView(locate, userId, names, now())))
  }
  return { adverts, locates, actions: await actionsOf(db, userId) }
}

async function locatesOf(db: Kysely<Database>, ids: readonly string[]): Promise<LocateRecord[]> {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('history_locate')
    .select('body')
    .where('id', 'in', [...ids])
    .execute()
  return rows.map(({ body }) => JSON.parse(body) as LocateRecord)
}

/** The commands that the user gave, as a trader, a desk head or a broker's user. */
async function actionsOf(db: Kysely<Database>, userId: string) {
  const actions: { at: string | null; action: string }[] = []
  for await (const { at, command } of journalRowsAfter(db, 0)) {
    if (!command.includes(userId)) continue
    const given = JSON.parse(command) as Readonly<Record<string, unknown>>
    if ([given.traderId, given.deskHeadId, given.brokerUserId].includes(userId))
      actions.push({ at: isoTime(at), action: String(given.type) })
  }
  return actions
}
