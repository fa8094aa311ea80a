import { cleanReason, maxReasonLength } from '@aitai/contract/routes/console/reason.ts'
import type { Remark } from '@aitai/contract/routes/console/remarks.ts'
import type { Kysely, Transaction } from 'kysely'
import type { PasswordHasher } from '../accounts/password-hashing.ts'
import type { Sessions } from '../accounts/sessions.ts'
import { ConfigError } from '../config.ts'
import { type AuditEvent, recordAuditEvent } from '../database/audit-events.ts'
import type { Database } from '../database/schema.ts'
import type { CallLimits } from '../http/call-limits.ts'
import type { Market } from '../market/market.ts'
import { redact } from '../observability/redaction.ts'
import type { RefusedAccess } from '../observability/refused-access.ts'
import type { FeedHealth } from '../quotes/feed-health.ts'
import type { FileWriter } from './new-file.ts'

export { cleanName } from '@aitai/contract/routes/console/account-fields.ts'

/** What admin commands work on: the database, and the server that runs on it, if any. */
export interface AdminContext {
  readonly db: Kysely<Database>
  readonly passwords: PasswordHasher
  /** Milliseconds UTC. */
  readonly now: () => number
  /** The address at which users sign in, for links in mails. */
  readonly publicUrl: string
  /** The product name, for mails. Throws ConfigError if the owner's `brand.json` is wrong. */
  readonly productName: () => string | Promise<string>
  /** The mailbox of compliance, which is informed of whatever shows IOIs; null if there is none. */
  readonly compliance: string | null
  /** Updates a running server after a change of reference data was written. */
  readonly referenceChanged: () => Promise<void>
  /** The server in this process; 'elsewhere' for one on another machine (PostgreSQL); null if none runs. */
  readonly running: RunningServer | 'elsewhere' | null
  /** The operator: the id of a user, or a name that was typed at the command line. */
  readonly by: string
  /**
   * The user in whose name it runs: signed in at the console, or the holder of the credential. Null for a typed name,
   * and for the machine itself.
   */
  readonly userId: string | null
  /** The second person, by the id, where one has approved it. */
  readonly approvedBy?: string
  /** Takes a file that is to be replied rather than written on this machine. */
  readonly fileWriter?: FileWriter
}

export interface RunningServer {
  readonly pid: number
  /** Milliseconds UTC. */
  readonly startedAt: number
  readonly market: Pick<Market, 'submit' | 'read'>
  /** Whether commands are accepted. */
  readonly isReady: () => boolean
  /** Whether it is the demonstration, whose accounts and passwords are public. */
  readonly isDemo?: boolean
  readonly sessions: Sessions
  readonly limits: CallLimits
  /** Counts what is refused at its console and at the command line. */
  readonly refusedAccess?: RefusedAccess
  /** The health of its quote source. */
  readonly feed?: () => FeedHealth
}

/** Whether the running server is the demonstration. One on another machine is taken for a real venue. */
export const isDemonstration = ({ running }: Pick<AdminContext, 'running'>): boolean =>
  running !== null && running !== 'elsewhere' && running.isDemo === true

/** Why an admin command was refused, with a message for the terminal. */
export interface AdminRefusal {
  readonly code: string
  readonly message: string
  /** The argument that is not valid. */
  readonly field?: string
  /** What now waits for a second person, with code APPROVAL_NEEDED. */
  readonly approval?: { readonly id: string; readonly expiresAt: string }
  /** What is wrong with a file, line by line; `message` has the same in English. */
  readonly remarks?: readonly Remark[]
}

/** The outcome of an admin command: a result to print as JSON, or a refusal. */
export type AdminReply = { readonly result: unknown } | { readonly refusal: AdminRefusal }

export const adminResult = (result: unknown): AdminReply => ({ result })
export const adminRefusal = (
  code: string,
  message: string,
  field?: string,
): { readonly refusal: AdminRefusal } => ({
  refusal: { code, message, ...(field === undefined ? {} : { field }) },
})

/** Records an operator's action in the audit trail, with who approved it, in the transaction that performs it. */
export function recordAdminEvent(
  trx: Transaction<Database>,
  { by, approvedBy, now }: AdminContext,
  event: Omit<AuditEvent, 'actor'>,
): Promise<void> {
  const details = approvedBy === undefined ? event.details : { ...event.details, approvedBy }
  return recordAuditEvent(trx, { actor: `staff:${by}`, ...event, ...(details ? { details } : {}) }, now())
}

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

/** Compares names without regard to character width and letter case. */
export const isSameName = (a: string, b: string): boolean => foldedName(a) === foldedName(b)

/** What is equal for names that are the same; unique in the database. */
export const foldedName = (name: string): string => name.normalize('NFKC').trim().toLowerCase()

/** Like `cleanReason`, but an omitted reason is the empty text. */
export const optionalReason = (given: string | undefined): string | null =>
  given === undefined ? '' : cleanReason(given)

export const missingReason = adminRefusal(
  'INVALID',
  'A reason in words is required: at least one word of three letters (of two in Japanese), at most ' +
    `${maxReasonLength} characters on one line, and no e-mail address, because it is stored for good.`,
  'reason',
)

/** The refusal of a configuration that is wrong, such as secrets that do not fit. Throws any other error. */
export function configRefusal(error: unknown): AdminReply {
  if (error instanceof ConfigError) return adminRefusal('INVALID', error.message)
  throw error
}

/** The refusal while the database cannot be reached or written. The error names no value. */
export const databaseUnavailable = (error: unknown): { readonly refusal: AdminRefusal } => {
  const [why] = (error instanceof Error ? error.message : String(error)).split('\n')
  return adminRefusal(
    'UNAVAILABLE',
    `The database cannot be reached or written (${redact(why ?? '')}). Does it run, is its disk full, is ` +
      'DATABASE_URL right? `aitai doctor` examines it.',
  )
}
