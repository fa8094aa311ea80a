import type { Role, SessionKind, StaffGrant } from '@aitai/contract/codes.ts'
import type { SessionEndReason } from '@aitai/contract/routes/console/audit-actions.ts'
import type { Kysely, Transaction } from 'kysely'
import { recordAuditEvent } from '../database/audit-events.ts'
import type { Database } from '../database/schema.ts'
import { passwordVersionOf } from './password-hashing.ts'

export type { SessionKind }
export type EndReason = SessionEndReason

/** A session and its user. Only the hash of its token is stored. */
export interface Session {
  readonly tokenHash: string
  readonly userId: string
  readonly kind: SessionKind
  readonly role: Role
  readonly firmId: string | null
  readonly brokerId: string | null
  /** Whether a trader's locates may be answered in this session (docs/rules.md §16). */
  readonly isForAnswers: boolean
  /** Whether a trader is a desk head of the institution (docs/rules.md §15). */
  readonly isDeskHead: boolean
  /** What a user of staff may do; empty for everybody else. */
  readonly grants: readonly StaffGrant[]
  readonly firstName: string
  readonly lastName: string
  /** Milliseconds UTC. */
  readonly startedAt: number
}

export interface EndedSession {
  readonly tokenHash: string
  readonly userId: string
  readonly reason: EndReason
  /** Whether a trader has left the market with it. */
  readonly leavesMarket: boolean
}

/** Which sessions of a user are meant: all, or those that a new one takes the place of. */
export type SessionChannel = 'all' | 'desk' | 'oms'

/** The sessions that a new one of a kind takes the place of: that of the desk, or that of the OMS. */
export const channelOf = (kind: SessionKind): SessionChannel => (kind === 'oms' ? 'oms' : 'desk')

/**
 * Marks one session as ended, with its audit event; returns false if it had ended before. A log-out is the user's own,
 * unless the provider has ended it.
 */
export async function markSessionEnded(
  trx: Transaction<Database>,
  { tokenHash, userId, reason, leavesMarket }: EndedSession,
  at: number,
  { isByProvider = false } = {},
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('session')
    .set({ ended: reason, seen_at: at, left_market: Number(leavesMarket) })
    .where('token_hash', '=', tokenHash)
    .where('ended', 'is', null)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return false
  const actor = reason === 'LOGGED_OUT' && !isByProvider ? userId : 'system'
  const details = isByProvider ? { details: { provider: true } } : {}
  await recordAuditEvent(trx, { actor, action: 'sessionEnded', subject: userId, reason, ...details }, at)
  return true
}

/** Marks a user's sessions as ended, except the one given, and returns their token hashes. */
export async function markSessionsEnded(
  trx: Transaction<Database>,
  userId: string,
  except: string | null,
  reason: EndReason,
  at: number,
  channel: SessionChannel = 'all',
): Promise<string[]> {
  const ended = await trx
    .updateTable('session')
    .set({ ended: reason, seen_at: at, left_market: Number(reason !== 'REPLACED') })
    .where('user_id', '=', userId)
    .where('ended', 'is', null)
    .where('token_hash', '!=', except ?? '')
    .$if(channel === 'oms', (rows) => rows.where('kind', '=', 'oms'))
    .$if(channel === 'desk', (rows) => rows.where('kind', '!=', 'oms'))
    .returning('token_hash')
    .execute()
  for (const _ of ended)
    await recordAuditEvent(trx, { actor: 'system', action: 'sessionEnded', subject: userId, reason }, at)
  return ended.map(({ token_hash }) => token_hash)
}

/**
 * Serializes the log-ins of one user by writing to the user's row, which also locks it on PostgreSQL. Returns
 * the password's version, or null if there is no such user or the account is disabled.
 */
export async function lockPersonRow(trx: Transaction<Database>, userId: string): Promise<string | null> {
  const person = await trx
    .updateTable('person')
    .set((row) => ({ wrong_codes: row.ref('wrong_codes') }))
    .where('id', '=', userId)
    .where('active', '=', 1)
    .returning('password_hash')
    .executeTakeFirst()
  return person ? passwordVersionOf(person.password_hash) : null
}

interface Row {
  readonly started_at: number
  readonly token_hash: string
  readonly user_id: string
  readonly kind: string
  readonly role: string
  readonly firm_id: string | null
  readonly broker_id: string | null
  readonly desk_head: number
  readonly oms_answers: number | null
  readonly first_name: string
  readonly last_name: string
}

/** Converts a joined row to a session. */
export const sessionOf = (row: Row, grants: readonly StaffGrant[]): Session => ({
  tokenHash: row.token_hash,
  userId: row.user_id,
  kind: row.kind as SessionKind,
  role: row.role as Role,
  firmId: row.firm_id,
  brokerId: row.broker_id,
  isForAnswers: row.kind !== 'oms' || row.oms_answers === 1,
  isDeskHead: row.desk_head === 1,
  grants,
  firstName: row.first_name,
  lastName: row.last_name,
  startedAt: row.started_at,
})

export async function countOpenSessions(database: Kysely<Database>): Promise<number> {
  const { count } = await database
    .selectFrom('session')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('ended', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(count)
}
