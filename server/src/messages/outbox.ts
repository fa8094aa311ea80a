import { randomUUID } from 'node:crypto'
import type { Kysely, Selectable } from 'kysely'
import type { Database, OutboxTable } from '../database/schema.ts'

/** How messages leave the house. */
export const messageKinds = ['mail', 'sms'] as const
export type MessageKind = (typeof messageKinds)[number]

/** A mail or an SMS. It is written down with what caused it, and delivered from there. */
export interface OutboxMessage {
  readonly kind: MessageKind
  /** An e-mail address or a telephone number. */
  readonly recipient: string
  /** Empty for an SMS. */
  readonly subject: string
  readonly body: string
  /** How long it is worth delivering, in milliseconds, where that is shorter than its kind allows. */
  readonly goodForMs?: number
}

/** A day for mails. An SMS holds a code, which is worth nothing after 5 minutes (quality 2.3). */
const goodForMs: Readonly<Record<MessageKind, number>> = { mail: 24 * 3_600_000, sms: 5 * 60_000 }

/** How long it is remembered that a letter went out, or did not. */
const keptMs = 30 * 24 * 3_600_000

/**
 * Puts a letter in the outbox. Takes a transaction as well, so that a letter and its cause are written
 * together or not at all. `at` is in milliseconds UTC. Gives the id of its row.
 */
export async function enqueueMessage(
  database: Kysely<Database>,
  letter: OutboxMessage,
  at: number,
): Promise<number> {
  const { kind, recipient, subject, body } = letter
  const good_until = at + Math.min(letter.goodForMs ?? goodForMs[kind], goodForMs[kind])
  const ways = { letter_id: randomUUID(), next_at: at, good_until }
  const { id } = await database
    .insertInto('outbox')
    .values({ kind, recipient, subject, body, at, sent_at: null, ...ways })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** A letter on its way. */
export interface PendingMessage {
  readonly id: number
  /** The same at every try, so that whoever gets it twice can tell. */
  readonly letterId: string
  readonly kind: MessageKind
  readonly recipient: string
  readonly subject: string
  readonly body: string
  /** When it was written. */
  readonly at: number
  readonly goodUntil: number
  /** How often it was taken out to be delivered. */
  readonly tries: number
}

const waitingOf = (row: Selectable<OutboxTable>, kind: MessageKind): PendingMessage => ({
  id: row.id,
  // A row of an older schema has none; it gets one when it is claimed, before anybody sees it.
  letterId: row.letter_id || randomUUID(),
  kind,
  recipient: row.recipient,
  subject: row.subject,
  body: row.body,
  at: row.at,
  goodUntil: row.good_until || row.at + goodForMs[kind],
  tries: row.tries,
})

/**
 * The letters of a kind that may be tried now, the longest due first. Of each recipient only the first that
 * waits is among them, so that letters arrive in order.
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
  return rows.map((row) => waitingOf(row, kind))
}

/**
 * Takes a letter, so that nobody else sends it before `until`; null if somebody else was faster. The number of
 * tries tells one claim from the next: what an earlier one reports late changes nothing.
 */
export async function claimMessage(
  database: Kysely<Database>,
  letter: PendingMessage,
  until: number,
): Promise<PendingMessage | null> {
  const tries = letter.tries + 1
  const { numUpdatedRows } = await database
    .updateTable('outbox')
    .set({ tries, next_at: until, letter_id: letter.letterId })
    .where('id', '=', letter.id)
    .where('tries', '=', letter.tries)
    .where('sent_at', 'is', null)
    .where('given_up_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 0n ? null : { ...letter, tries }
}

/** What an end leaves of a letter: its text held passwords, codes and links, and nobody needs it any more. */
const emptied = { body: '' }

/** Accepted by who carries it from here. It was, whoever has claimed it since. */
export async function markMessageSent(
  database: Kysely<Database>,
  letter: PendingMessage,
  at: number,
): Promise<void> {
  await database
    .updateTable('outbox')
    .set({ sent_at: at, given_up_at: null, fault: '', ...emptied })
    .where('id', '=', letter.id)
    .where('sent_at', 'is', null)
    .execute()
}

/** To be tried again at `nextAt`. Without a fault it is still under way. */
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

/** Refused for good, or worth nothing any more. */
export async function abandonMessage(
  database: Kysely<Database>,
  { id, tries }: PendingMessage,
  at: number,
  fault: string,
): Promise<void> {
  await database
    .updateTable('outbox')
    .set({ given_up_at: at, fault, ...emptied })
    .where('id', '=', id)
    .where('tries', '=', tries)
    .where('sent_at', 'is', null)
    .execute()
}

/** Forgets what ended 30 days ago: the rows still name whom we wrote to. */
export async function purgeOutbox(database: Kysely<Database>, now: number): Promise<void> {
  const ended = now - keptMs
  await database
    .deleteFrom('outbox')
    .where(({ or, eb }) => or([eb('sent_at', '<', ended), eb('given_up_at', '<', ended)]))
    .execute()
}
