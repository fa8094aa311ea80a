import { type AdminContext, type AdminReply, adminResult } from './admin-context.ts'

/**
 * Mails and SMS, the newest last: what was sent, what was given up and why, and what waits. The text of a
 * letter is there while it waits, and gone when it has ended.
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
