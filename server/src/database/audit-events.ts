import { hash as digest } from 'node:crypto'
import type { Kysely, Transaction } from 'kysely'
import type { AuditEndTable, AuditTable, Database } from './schema.ts'

/**
 * An event outside the market: what was done, by whom and why. Never holds a password, token, code or
 * address.
 */
export interface AuditEvent {
  /** A user's id, `staff:NAME` for an operator, `system` for the server itself, empty if unknown. */
  readonly actor: string
  /** A noun and a past participle, such as `userDisabled` or `loginFailed`. */
  readonly action: string
  /** The id of the affected object; empty if there is none. */
  readonly subject?: string
  readonly outcome?: 'DONE' | 'REFUSED'
  readonly reason?: string
  readonly details?: Readonly<Record<string, unknown>>
}

/** Hashes an entry together with `before`, the hash of the previous entry, so that the entries form a chain. */
export const auditEventHash = (row: Omit<AuditTable, 'hash'>, before: string): string =>
  digest(
    'sha256',
    JSON.stringify([
      before,
      ...[row.seq, row.at, row.actor, row.action, row.subject, row.outcome, row.reason, row.details],
    ]),
  )

/**
 * Locks the end of the chain, so that concurrent writers wait until this transaction ends, and returns it. Call it
 * before reading what decides whether an event is recorded: otherwise another process may record the same one.
 */
export const lockAuditEnd = (trx: Transaction<Database>): Promise<Pick<AuditEndTable, 'seq' | 'hash'>> =>
  trx
    .updateTable('audit_end')
    .set((row) => ({ seq: row.ref('seq') }))
    .where('one', '=', 1)
    .returning(['seq', 'hash'])
    .executeTakeFirstOrThrow()

/**
 * Appends an event to the audit trail, in the transaction of the change that it records, so that neither
 * exists without the other. `at` is in milliseconds UTC.
 */
export async function recordAuditEvent(
  trx: Transaction<Database>,
  event: AuditEvent,
  at: number,
): Promise<void> {
  const end = await lockAuditEnd(trx)
  const seq = end.seq + 1
  const { actor, action, subject = '', outcome = 'DONE', reason = '', details = {} } = event
  // A database stores U+FFFD for half of a surrogate pair, and the hash must be that of what is read back.
  const texts = {
    actor: actor.toWellFormed(),
    subject: subject.toWellFormed(),
    reason: reason.toWellFormed(),
  }
  const row = { seq, at, ...texts, action, outcome, details: JSON.stringify(details) }
  const hash = auditEventHash(row, end.hash)
  await trx
    .insertInto('audit')
    .values({ ...row, hash })
    .execute()
  await trx.updateTable('audit_end').set({ seq, hash }).where('one', '=', 1).execute()
}

/** Like `recordAuditEvent`, but in its own transaction, for an event that records no other change. */
export const recordAuditEventAlone = (db: Kysely<Database>, event: AuditEvent, at: number): Promise<void> =>
  db.transaction().execute((trx) => recordAuditEvent(trx, event, at))
