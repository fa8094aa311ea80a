import { staffGrants } from '@aitai/contract/codes.ts'
import { isoTime } from '@aitai/engine/calendar/iso-times.ts'
import type { Kysely, Selectable } from 'kysely'
import { ForgedValue } from '../database/encryption/encrypted-columns.ts'
import type { Database, OutboxTable } from '../database/schema.ts'
import { phoneOf, textOfMessage } from '../messages/outbox.ts'
import {
  type AdminContext,
  type AdminReply,
  adminResult,
  isDemonstration,
  recordAdminEvent,
} from './admin-context.ts'
import { needsSecondPerson } from './approvals/approval-rule.ts'
import { readHolders } from './approvals/approval-store.ts'

/** A mail or an SMS as it is listed. Times in ISO. */
export interface PrintedMessage {
  readonly id: string
  readonly at: string
  readonly kind: string
  readonly recipient: string
  readonly subject: string
  /** Empty once it was sent or given up, in a listing without texts, and if it is hidden. */
  readonly body: string
  /** Whether its text waits and is not shown, because it is to somebody else. */
  readonly isHidden: boolean
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
 * present only while it waits, and, once a second person could be demanded, only to its recipient: it may hold a code,
 * a link or a temporary password, with which its reader could sign in as somebody else. The demonstration, which sends
 * nothing, also shows those that are not to a colleague. The audit trail records who read which messages. Of messages
 * that were not sent alone, no text is shown and nothing is recorded.
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
    const listed = newest.toReversed().map((row) => ({ ...row, body: '', isHidden: false }))
    return adminResult(await printedMessages(admin, listed))
  }
  const rows = await admin.db.transaction().execute(async (trx) => {
    const all = await trx.selectFrom('outbox').selectAll().orderBy('id').execute()
    const isShown = await shownTexts(trx, admin)
    const listed = all.map((row) => {
      const isHidden = row.body !== '' && !isShown(row.recipient)
      return { ...row, isHidden, body: isHidden ? '' : row.body }
    })
    const read = listed.filter(({ body }) => body !== '').map(({ letter_id }) => letter_id)
    await recordAdminEvent(trx, admin, { action: 'outboxRead', subject: '', details: { messages: read } })
    return listed
  })
  return adminResult(await printedMessages(admin, rows))
}

/** Returns whether the reader may read what is sent to an address or, for an SMS, to the user with an id. */
async function shownTexts(
  db: Kysely<Database>,
  admin: AdminContext,
): Promise<(recipient: string) => boolean> {
  const isDemanded = needsSecondPerson(admin.userId, await readHolders(db), { grants: staffGrants })
  if (admin.running === null || !isDemanded) return () => true
  // Erased users have no messages.
  const staff = await db.selectFrom('person').select(['id', 'email']).where('role', '=', 'STAFF').execute()
  const namesOf = (people: typeof staff) => new Set(people.flatMap(({ id, email }) => [id, email]))
  if (isDemonstration(admin)) {
    const colleagues = namesOf(staff.filter(({ id }) => id !== admin.userId))
    return (recipient) => !colleagues.has(recipient)
  }
  const own = namesOf(staff.filter(({ id }) => id === admin.userId))
  return (recipient) => own.has(recipient)
}

async function printedMessages(
  { db }: AdminContext,
  rows: readonly (Selectable<OutboxTable> & { readonly isHidden: boolean })[],
): Promise<readonly PrintedMessage[]> {
  const printed: PrintedMessage[] = []
  for (const row of rows)
    printed.push({
      id: row.letter_id,
      at: isoTime(row.at),
      kind: row.kind,
      ...(await readableParts(db, row)),
      subject: row.subject,
      isHidden: row.isHidden,
      sentAt: isoTime(row.sent_at),
      tries: row.tries,
      fault: row.fault,
      givenUpAt: isoTime(row.given_up_at),
      nextAt: row.sent_at === null && row.given_up_at === null ? isoTime(row.next_at) : null,
      goodUntil: isoTime(row.good_until),
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
