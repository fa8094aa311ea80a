import type { Kysely, Selectable } from 'kysely'
import { ForgedValue } from '../database/encryption/encrypted-columns.ts'
import type { Database, OutboxTable } from '../database/schema.ts'
import { phoneOf, textOfMessage } from '../messages/outbox.ts'
import { type AdminContext, type AdminReply, adminResult, recordAdminEvent } from './admin-context.ts'

/** A mail or an SMS as it is listed. Times in ISO. */
export interface PrintedMessage {
  readonly id: string
  readonly at: string
  readonly kind: string
  readonly recipient: string
  readonly subject: string
  /** Empty once it was sent or given up, and in a listing without texts. */
  readonly body: string
  readonly sentAt: string | null
  readonly tries: number
  /** Why the last attempt failed. */
  readonly fault: string
  readonly givenUpAt: string | null
  /** When it is tried next; null for one that has ended. */
  readonly nextAt: string | null
  /** When it expires and is given up. */
  readonly goodUntil: string | null
  /** False if its text or its user's phone was changed in the database: both are then empty. */
  readonly isReadable: boolean
}

/** How many messages that were not sent are listed at most, the newest. */
export const mostUnsent = 500

interface OutboxRequest {
  /** Only messages that wait or were given up, without texts. */
  readonly unsent?: boolean
}

/**
 * All mails and SMS, the newest last: sent, given up (with the reason) and waiting. The text of a message is
 * present only while it waits. The text may hold codes, links and temporary passwords, so the audit trail records
 * who read which messages. Of messages that were not sent alone, no text is shown and nothing is recorded.
 */
export async function readOutbox(
  admin: AdminContext,
  { unsent = false }: OutboxRequest,
): Promise<AdminReply> {
  if (unsent) {
    const newest = await admin.db
      .selectFrom('outbox')
      .selectAll()
      .where('sent_at', 'is', null)
      .orderBy('id', 'desc')
      .limit(mostUnsent)
      .execute()
    const listed = newest.toReversed().map((row) => ({ ...row, body: '' }))
    return adminResult(await printedMessages(admin, listed))
  }
  const rows = await admin.db.transaction().execute(async (trx) => {
    const all = await trx.selectFrom('outbox').selectAll().orderBy('id').execute()
    const read = all.filter(({ body }) => body !== '').map(({ letter_id }) => letter_id)
    await recordAdminEvent(trx, admin, { action: 'outboxRead', subject: '', details: { messages: read } })
    return all
  })
  return adminResult(await printedMessages(admin, rows))
}

async function printedMessages(
  { db }: AdminContext,
  rows: readonly Selectable<OutboxTable>[],
): Promise<readonly PrintedMessage[]> {
  const printed: PrintedMessage[] = []
  for (const row of rows)
    printed.push({
      id: row.letter_id,
      at: new Date(row.at).toISOString(),
      kind: row.kind,
      ...(await readableParts(db, row)),
      subject: row.subject,
      sentAt: momentOf(row.sent_at),
      tries: row.tries,
      fault: row.fault,
      givenUpAt: momentOf(row.given_up_at),
      nextAt: row.sent_at === null && row.given_up_at === null ? momentOf(row.next_at) : null,
      goodUntil: momentOf(row.good_until),
    })
  return printed
}

/** What is encrypted of a message. One that was tampered with must not keep all others from being listed. */
async function readableParts(
  db: Kysely<Database>,
  row: Selectable<OutboxTable>,
): Promise<Pick<PrintedMessage, 'recipient' | 'body' | 'isReadable'>> {
  const isMail = row.kind === 'mail'
  try {
    const recipient = isMail ? row.recipient : ((await phoneOf(db, row.recipient)) ?? '')
    return { recipient, body: await textOfMessage(db, row), isReadable: true }
  } catch (error) {
    if (!(error instanceof ForgedValue)) throw error
    return { recipient: isMail ? row.recipient : '', body: '', isReadable: false }
  }
}

const momentOf = (at: number | null): string | null => (at === null ? null : new Date(at).toISOString())
