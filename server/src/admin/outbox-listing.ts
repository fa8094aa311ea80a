import { phoneOf, textOfMessage } from '../messages/outbox.ts'
import { type AdminContext, type AdminReply, adminResult, recordAdminEvent } from './admin-context.ts'

/** A mail or an SMS as it is listed. Times in ISO. */
export interface PrintedMessage {
  readonly id: string
  readonly at: string
  readonly kind: string
  readonly recipient: string
  readonly subject: string
  /** Empty once it was sent or given up. */
  readonly body: string
  readonly sentAt: string | null
  readonly tries: number
  /** Why the last attempt failed. */
  readonly fault: string
  readonly givenUpAt: string | null
}

/**
 * All mails and SMS, the newest last: sent, given up (with the reason) and waiting. The text of a message is
 * present only while it waits. The text may hold codes, links and temporary passwords, so the audit trail records
 * who read which messages.
 */
export async function readOutbox(admin: AdminContext): Promise<AdminReply> {
  const rows = await admin.db.transaction().execute(async (trx) => {
    const all = await trx.selectFrom('outbox').selectAll().orderBy('id').execute()
    const read = all.filter(({ body }) => body !== '').map(({ letter_id }) => letter_id)
    await recordAdminEvent(trx, admin, { action: 'outboxRead', subject: '', details: { messages: read } })
    return all
  })
  const printed: PrintedMessage[] = []
  for (const row of rows)
    printed.push({
      id: row.letter_id,
      at: new Date(row.at).toISOString(),
      kind: row.kind,
      recipient: row.kind === 'mail' ? row.recipient : ((await phoneOf(admin.db, row.recipient)) ?? ''),
      subject: row.subject,
      body: await textOfMessage(admin.db, row),
      sentAt: momentOf(row.sent_at),
      tries: row.tries,
      fault: row.fault,
      givenUpAt: momentOf(row.given_up_at),
    })
  return adminResult(printed)
}

const momentOf = (at: number | null): string | null => (at === null ? null : new Date(at).toISOString())
