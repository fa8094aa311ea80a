import { randomUUID } from 'node:crypto'
import { dayMs } from '@aitai/engine/calendar/trading-days.ts'
import type { Kysely, Selectable } from 'kysely'
import { dataKeysOf } from '../database/encryption/data-keys.ts'
import {
  decryptPhone,
  decryptValue,
  encryptValue,
  ForgedValue,
  type MessageAddress,
  messageText,
} from '../database/encryption/encrypted-columns.ts'
import type { Database, OutboxTable } from '../database/schema.ts'

export const messageKinds = ['mail', 'sms'] as const
export type MessageKind = (typeof messageKinds)[number]

/** A mail or an SMS. It is stored in the transaction that causes it and delivered from the table. */
export interface OutboxMessage {
  readonly kind: MessageKind
  /** An e-mail address, or for an SMS the id of a user: the phone is only read when it is sent. */
  readonly recipient: string
  /** Empty for an SMS. */
  readonly subject: string
  readonly body: string
  /** How long delivery makes sense, in milliseconds, if shorter than the limit of its kind. */
  readonly goodForMs?: number
}

/** A day for mails. An SMS holds a code, which expires after 5 minutes. */
const goodForMs: Readonly<Record<MessageKind, number>> = { mail: dayMs, sms: 5 * 60_000 }

/**
 * Adds a message to the outbox and returns the id of its row. Also accepts a transaction, so that a message
 * and its cause are written together or not at all. `at` is in milliseconds UTC.
 */
export async function enqueueMessage(
  database: Kysely<Database>,
  message: OutboxMessage,
  at: number,
): Promise<number> {
  const { kind, recipient, subject, body } = message
  const good_until = at + Math.min(message.goodForMs ?? goodForMs[kind], goodForMs[kind])
  const letter_id = randomUUID()
  const keys = await dataKeysOf(database)
  const { id } = await database
    .insertInto('outbox')
    .values({
      kind,
      recipient,
      subject,
      body: encryptValue(keys, body, messageText({ letter_id, kind, recipient })),
      at,
      sent_at: null,
      letter_id,
      next_at: at,
      good_until,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

type StoredText = MessageAddress & Pick<OutboxTable, 'body'>

/** The text of a message; empty once it has ended. Throws ForgedValue if it was changed or readdressed. */
export const textOfMessage = async (database: Kysely<Database>, message: StoredText): Promise<string> =>
  message.body === ''
    ? ''
    : (decryptValue(await dataKeysOf(database), message.body, messageText(message)) ?? '')

/** A message that is not yet sent. */
export interface PendingMessage {
  readonly id: number
  /** The same at every attempt, so that a receiver can recognize a duplicate. */
  readonly messageId: string
  readonly kind: MessageKind
  /** An e-mail address or a phone. */
  readonly recipient: string
  readonly subject: string
  readonly body: string
  /** Why it cannot be sent: its user has no phone any more, or its text, recipient or phone was tampered with. */
  readonly unusable: string | null
  /** When it was written, in milliseconds UTC. */
  readonly at: number
  readonly goodUntil: number
  /** How often it was claimed for delivery. */
  readonly tries: number
}

async function pendingMessageOf(
  database: Kysely<Database>,
  row: Selectable<OutboxTable>,
  kind: MessageKind,
): Promise<PendingMessage> {
  const fixed = {
    id: row.id,
    messageId: row.letter_id,
    kind,
    subject: row.subject,
    at: row.at,
    goodUntil: row.good_until,
    tries: row.tries,
  }
  try {
    const recipient = kind === 'mail' ? row.recipient : await phoneOf(database, row.recipient)
    const body = await textOfMessage(database, row)
    return {
      ...fixed,
      recipient: recipient ?? '',
      body,
      unusable: recipient ? null : 'the user has no phone',
    }
  } catch (error) {
    // One such row must not keep all others from being sent.
    if (!(error instanceof ForgedValue)) throw error
    return { ...fixed, recipient: '', body: '', unusable: error.message }
  }
}

/** The phone of a user, to whom an SMS goes; null if there is none. */
export async function phoneOf(database: Kysely<Database>, userId: string): Promise<string | null> {
  const person = await database
    .selectFrom('person')
    .select(['id', 'phone'])
    .where('id', '=', userId)
    .executeTakeFirst()
  return person ? await decryptPhone(database, person) : null
}

/**
 * The messages of a kind that are due, the longest due first. Contains only the first waiting message of each
 * recipient, so that messages arrive in order.
 */
export async function dueMessages(
  database: Kysely<Database>,
  kind: MessageKind,
  at: number,
  limit: number,
): Promise<PendingMessage[]> {
  const rows = await database
    .selectFrom('outbox')
    .selectAll()
    .where('kind', '=', kind)
    .where('sent_at', 'is', null)
    .where('given_up_at', 'is', null)
    .where('next_at', '<=', at)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('outbox as before')
            .select('before.id')
            .whereRef('before.kind', '=', 'outbox.kind')
            .whereRef('before.recipient', '=', 'outbox.recipient')
            .whereRef('before.id', '<', 'outbox.id')
            .where('before.sent_at', 'is', null)
            .where('before.given_up_at', 'is', null),
        ),
      ),
    )
    .orderBy('next_at')
    .orderBy('id')
    .limit(limit)
    .execute()
  const pending: PendingMessage[] = []
  for (const row of rows) pending.push(await pendingMessageOf(database, row, kind))
  return pending
}

/**
 * Claims a message until `until` (milliseconds UTC), or returns null if another process was faster. The count
 * of tries identifies the claim, so that a late report of an earlier claim changes nothing.
 */
export async function claimMessage(
  database: Kysely<Database>,
  message: PendingMessage,
  until: number,
): Promise<PendingMessage | null> {
  const tries = message.tries + 1
  const { numUpdatedRows } = await database
    .updateTable('outbox')
    .set({ tries, next_at: until })
    .where('id', '=', message.id)
    .where('tries', '=', message.tries)
    .where('sent_at', 'is', null)
    .where('given_up_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 0n ? null : { ...message, tries }
}

/** Clears the text of a message that has ended: it may hold passwords, codes and links. */
const withoutText = { body: '' }

/** Marks a message as sent, even if another process has claimed it since: it was accepted. */
export async function markMessageSent(
  database: Kysely<Database>,
  message: PendingMessage,
  at: number,
): Promise<void> {
  await database
    .updateTable('outbox')
    .set({ sent_at: at, given_up_at: null, fault: '', ...withoutText })
    .where('id', '=', message.id)
    .where('sent_at', 'is', null)
    .execute()
}

/** Schedules the next attempt at `nextAt`, or extends the claim of a message in flight (no fault given). */
export async function postponeMessage(
  database: Kysely<Database>,
  { id, tries }: PendingMessage,
  nextAt: number,
  fault?: string,
): Promise<void> {
  await database
    .updateTable('outbox')
    .set({ next_at: nextAt, ...(fault === undefined ? {} : { fault }) })
    .where('id', '=', id)
    .where('tries', '=', tries)
    .where('sent_at', 'is', null)
    .execute()
}

/** Gives a message up: permanently refused, or too late. */
export async function abandonMessage(
  database: Kysely<Database>,
  { id, tries }: PendingMessage,
  at: number,
  fault: string,
): Promise<void> {
  await database
    .updateTable('outbox')
    .set({ given_up_at: at, fault, ...withoutText })
    .where('id', '=', id)
    .where('tries', '=', tries)
    .where('sent_at', 'is', null)
    .execute()
}

/** Deletes rows that ended so many days ago: they still contain recipients. `now` is in milliseconds UTC. */
export async function purgeOutbox(database: Kysely<Database>, now: number, days: number): Promise<void> {
  const ended = now - days * dayMs
  await database
    .deleteFrom('outbox')
    .where(({ or, eb }) => or([eb('sent_at', '<', ended), eb('given_up_at', '<', ended)]))
    .execute()
}
