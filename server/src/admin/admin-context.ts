import type { Kysely, Transaction } from 'kysely'
import type { Sessions } from '../accounts/sessions.ts'
import { type AuditEvent, recordAuditEvent } from '../database/audit-events.ts'
import type { Database } from '../database/schema.ts'
import type { CallLimits } from '../http/call-limits.ts'
import type { Matchmaking } from '../market/matchmaking.ts'
import type { FeedHealth } from '../quotes/feed-health.ts'

/** What the back office works on: the tables, and the server that runs over them, if one does. */
export interface AdminContext {
  readonly db: Kysely<Database>
  /** Milliseconds UTC. */
  readonly now: () => number
  /** Where users sign in: the link in mails. */
  readonly publicUrl: string
  /** Brings a running server in step, after a change of reference data was written. */
  readonly referenceChanged: () => Promise<void>
  /** The server whose process this is; one on another machine, on PostgreSQL; or null: none runs. */
  readonly running: RunningServer | 'elsewhere' | null
  /** Which operator asks, by the name of the system user. */
  readonly by: string
}

export interface RunningServer {
  readonly pid: number
  /** Milliseconds UTC. */
  readonly startedAt: number
  /** Where what the back office asks of the market waits its turn. */
  readonly matchmaking: Pick<Matchmaking, 'submit' | 'read'>
  readonly sessions: Sessions
  readonly limits: CallLimits
  /** How its source of quotes does. */
  readonly feed?: () => FeedHealth
}

/** Why a command of the back office was not done: one line for a person at a terminal. */
export interface AdminRefusal {
  readonly code: string
  readonly message: string
}

/** What a command gives: something to print as JSON, or why not. */
export type AdminReply = { readonly result: unknown } | { readonly refusal: AdminRefusal }

export const adminResult = (result: unknown): AdminReply => ({ result })
export const adminRefusal = (code: string, message: string): { readonly refusal: AdminRefusal } => ({
  refusal: { code, message },
})

/** Writes down what an operator did, in the transaction that does it. */
export const recordAdminEvent = (
  trx: Transaction<Database>,
  { by, now }: AdminContext,
  deed: Omit<AuditEvent, 'actor'>,
) => recordAuditEvent(trx, { actor: `staff:${by}`, ...deed }, now())

/** The setting that counts changes of reference data, so that other processes on the database notice. */
export const referenceVersion = 'reference.version'

/** Counts a change of reference data, in the transaction that makes it. */
export async function countReferenceChange(trx: Transaction<Database>): Promise<void> {
  const row = await trx
    .selectFrom('setting')
    .select('value')
    .where('name', '=', referenceVersion)
    .executeTakeFirst()
  const value = String(Number(row?.value ?? 0) + 1)
  await trx
    .insertInto('setting')
    .values({ name: referenceVersion, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute()
}

/** Names are compared as people read them: full-width, half-width and letter case aside. */
export const isSameName = (a: string, b: string): boolean => folded(a) === folded(b)

const folded = (name: string): string => name.normalize('NFKC').trim().toLowerCase()

/** A name as it is kept, or null if it is none: 1 to 100 characters on one line. */
export function cleanName(given: string): string | null {
  const name = given.normalize('NFC').trim().replace(/\s+/gu, ' ')
  return name === '' || name.length > 100 || /\p{Cc}/u.test(name) ? null : name
}

const longestReason = 500

/**
 * Why an operator does something, as it is kept for ever, or null if it is no reason: up to 500 characters on
 * one line.
 */
export function cleanReason(given: string): string | null {
  const reason = given.normalize('NFC').trim()
  return reason === '' || reason.length > longestReason || /\p{Cc}/u.test(reason) ? null : reason
}

/** The same where none need be given: then it is empty. */
export const optionalReason = (given: string | undefined): string | null =>
  given === undefined ? '' : cleanReason(given)

export const missingReason = adminRefusal(
  'INVALID',
  `A reason on one line is needed, of up to ${longestReason} characters.`,
)
