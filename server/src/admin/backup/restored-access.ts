import type { StaffGrant } from '@aitai/contract/codes.ts'
import { cleanReason } from '@aitai/contract/routes/console/reason.ts'
import { type Kysely, sql, type Transaction } from 'kysely'
import { readGrants } from '../../accounts/staff-grants.ts'
import { recordAuditEvent } from '../../database/audit-events.ts'
import type { Database } from '../../database/schema.ts'
import {
  type AdminContext,
  type AdminReply,
  adminRefusal,
  adminResult,
  missingReason,
} from '../admin-context.ts'
import { expireApprovals } from '../approvals/approval-store.ts'
import { readCredentials } from '../credentials.ts'

/** What a restore has ended, and what it leaves that may have been ended since the backup. */
export interface RestoredAccess {
  readonly ended: {
    readonly sessions: number
    /** Requests that waited for a second person, or were approved and not used. */
    readonly approvals: number
    /** Credentials for the command line, by their users. */
    readonly staffCredentials: readonly string[]
  }
  readonly left: {
    /** Credentials of institutions and brokers that are valid. */
    readonly credentials: readonly LeftCredential[]
    /** Users of staff who may sign in and have grants. */
    readonly staff: readonly LeftStaff[]
  }
}

interface LeftCredential {
  readonly id: string
  readonly owner: string
  readonly users: readonly string[]
  readonly note: string
}

interface LeftStaff {
  readonly email: string
  readonly grants: readonly StaffGrant[]
}

interface Restorer {
  readonly by: string
  readonly reason: string
  /** What the audit event says of the backup. */
  readonly details: Readonly<Record<string, unknown>>
}

/**
 * Ends what may have ended or been used since the backup and would be valid again: sessions, codes, links, requests for
 * a second person, and credentials for the command line. Credentials of institutions and brokers stay, so that their
 * systems sign in again without new secrets; they are returned, with the users of staff, to be compared with what is
 * known. Records `backupRestored`. `at` is in milliseconds UTC.
 */
export async function endRestoredAccess(
  trx: Transaction<Database>,
  { by, reason, details }: Restorer,
  at: number,
): Promise<RestoredAccess> {
  const actor = `staff:${by}`
  const sessions = await endSessions(trx)
  const approvals = await endApprovals(trx, at)
  const users = await usersOfStaffCredentials(trx)
  const revoked = await trx
    .updateTable('credential')
    .set({ revoked_at: at })
    .where('firm_id', 'is', null)
    .where('broker_id', 'is', null)
    .where('revoked_at', 'is', null)
    .returning('id')
    .execute()
  for (const { id } of revoked)
    await recordAuditEvent(trx, { actor, action: 'credentialRevoked', subject: id, reason }, at)
  const staffCredentials = revoked.map(({ id }) => users.get(id) ?? id).toSorted()
  const counts = { sessions, approvals, staffCredentials: revoked.length }
  const event = { actor, action: 'backupRestored', reason, details: { ...details, ended: counts } }
  await recordAuditEvent(trx, event, at)
  return { ended: { sessions, approvals, staffCredentials }, left: await leftAccess(trx) }
}

/** The sessions stay under unusable tokens, so that they time out and their adverts are paused. */
async function endSessions(trx: Transaction<Database>): Promise<number> {
  const { numUpdatedRows } = await trx
    .updateTable('session')
    .set({ token_hash: sql<string>`'restored-' || kind || '-' || user_id` })
    .where('ended', 'is', null)
    .where('token_hash', 'not like', 'restored-%')
    .executeTakeFirst()
  await trx.deleteFrom('session').where('ended', 'is not', null).execute()
  for (const table of [
    'login_attempt',
    'provider_login',
    'authenticator_setup',
    'passkey_challenge',
  ] as const)
    await trx.deleteFrom(table).execute()
  await trx.deleteFrom('password_reset').execute()
  return Number(numUpdatedRows)
}

/** As if their time were over: what was approved and not yet used is not used either. */
async function endApprovals(trx: Transaction<Database>, at: number): Promise<number> {
  const { numUpdatedRows } = await trx
    .updateTable('approval')
    .set({ expires_at: at })
    .where('state', 'in', ['WAITING', 'GRANTED'])
    .executeTakeFirst()
  await expireApprovals(trx, at)
  return Number(numUpdatedRows)
}

/** The address of the user of each credential for the command line. */
async function usersOfStaffCredentials(db: Kysely<Database>): Promise<ReadonlyMap<string, string>> {
  const rows = await db
    .selectFrom('credential_user')
    .innerJoin('person', 'person.id', 'credential_user.user_id')
    .select(['credential_id', 'email'])
    .where('role', '=', 'STAFF')
    .execute()
  return new Map(rows.map(({ credential_id, email }) => [credential_id, email]))
}

async function leftAccess(db: Kysely<Database>): Promise<RestoredAccess['left']> {
  const credentials = await readCredentials(db)
  const grants = await readGrants(db)
  const people = await db
    .selectFrom('person')
    .select(['id', 'email'])
    .where('role', '=', 'STAFF')
    .where('active', '=', 1)
    .orderBy('email')
    .execute()
  return {
    credentials: credentials
      .filter(({ revokedAt }) => revokedAt === null)
      .map(({ id, owner, users, note }) => ({ id, owner, users, note })),
    staff: people.flatMap(({ id, email }) => {
      const own = grants.get(id) ?? []
      return own.length === 0 ? [] : [{ email, grants: own }]
    }),
  }
}

/**
 * The same on a database that other tools than `aitai restore` have restored, such as those of PostgreSQL, before a
 * server runs on it.
 */
export async function finishRestore(
  admin: AdminContext,
  { reason: given }: { readonly reason: string },
): Promise<AdminReply> {
  if (admin.running !== null)
    return adminRefusal('SERVER_RUNS', 'A server runs on this database. Stop every server first.')
  const reason = cleanReason(given)
  if (!reason) return missingReason
  const ended = await admin.db
    .transaction()
    .execute((trx) => endRestoredAccess(trx, { by: admin.by, reason, details: {} }, admin.now()))
  return adminResult(ended)
}
