import { type AdminContext, type AdminReply, adminResult } from './admin-context.ts'

/**
 * All mails and SMS, the newest last: sent, given up (with the reason) and waiting. The text of a message is
 * present only while it waits.
 */
export async function readOutbox({ db }: AdminContext): Promise<AdminReply> {
  const rows = await db.selectFrom('outbox').selectAll().orderBy('id').execute()
  return adminResult(
    rows.map((row) => ({
      id: row.letter_id,
      at: momentOf(row.at),
      kind: row.kind,
      recipient: row.recipient,
      subject: row.subject,
      body: row.body,
      sentAt: momentOf(row.sent_at),
      tries: row.tries,
      fault: row.fault,
      givenUpAt: momentOf(row.given_up_at),
    })),
  )
}

const momentOf = (at: number | null): string | null => (at === null ? null : new Date(at).toISOString())
