import { hash as digest } from 'node:crypto'
import type { Kysely, Transaction } from 'kysely'
import type { AuditTable, Database } from './schema.ts'

/** What was done outside the market, by whom and why. Never holds a password, token, code or address. */
export interface AuditEvent {
  /** A user's id, `staff:NAME` for an operator, `system` for the server itself, empty for nobody known. */
  readonly actor: string
  /** A noun and a past participle, such as `userDisabled` or `loginFailed`. */
  readonly action: string
  /** The id of what it was done to; empty if there is none. */
  readonly subject?: string
  readonly outcome?: 'DONE' | 'REFUSED'
  readonly reason?: string
  readonly details?: Readonly<Record<string, unknown>>
}

/** The hash of an entry and of all before it. */
export const auditEventHash = (row: Omit<AuditTable, 'hash'>, before: string): string =>
  digest(
    'sha256',
    JSON.stringify([
      before,
      ...[row.seq, row.at, row.actor, row.action, row.subject, row.outcome, row.reason, row.details],
    ]),
  )

/**
 * Adds a deed to the audit trail (quality R17), in the transaction of what was done, so that there is neither
 * without the other. `at` is in milliseconds UTC.
 */
export async function recordAuditEvent(
  trx: Transaction<Database>,
  event: AuditEvent,
  at: number,
): Promise<void> {
  // Taking the end first makes every other writer wait until this transaction is over.
  const end = await trx
    .updateTable('audit_end')
    .set((row) => ({ seq: row('seq', '+', 1) }))
    .where('one', '=', 1)
    .returning(['seq', 'hash'])
    .executeTakeFirstOrThrow()
  const { actor, action, subject = '', outcome = 'DONE', reason = '', details = {} } = event
  const row = { seq: end.seq, at, actor, action, subject, outcome, reason, details: JSON.stringify(details) }
  const hash = auditEventHash(row, end.hash)
  await trx
    .insertInto('audit')
    .values({ ...row, hash })
    .execute()
  await trx.updateTable('audit_end').set({ hash }).where('one', '=', 1).execute()
}

/** The same, for a deed that changes nothing else in the tables. */
export const recordAuditEventAlone = (db: Kysely<Database>, deed: AuditEvent, at: number): Promise<void> =>
  db.transaction().execute((trx) => recordAuditEvent(trx, deed, at))
