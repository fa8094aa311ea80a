import type { Kysely } from 'kysely'
import type { Database } from '../database/schema.ts'
import { type MessageKind, messageKinds } from './outbox.ts'

/** How the outbox stands, for the doctor and the metrics: counts and moments, nothing of any letter. */
export interface OutboxHealth {
  /** Letters that wait to be sent, or to be sent again. */
  readonly waiting: Readonly<Record<MessageKind, number>>
  /** When the oldest of them was written, in milliseconds UTC; null if none waits. */
  readonly oldestAt: number | null
  /** Letters that ended without arriving, in the last 24 hours. */
  readonly givenUp: Readonly<Record<MessageKind, number>>
}

const dayMs = 24 * 3_600_000

/** Reads it from the table, so that it counts what other processes wrote, too. `now` in milliseconds UTC. */
export async function outboxHealth(db: Kysely<Database>, now: number): Promise<OutboxHealth> {
  const waiting = await db
    .selectFrom('outbox')
    .select(({ fn }) => ['kind', fn.countAll().as('letters'), fn.min('at').as('oldest')])
    .where('sent_at', 'is', null)
    .where('given_up_at', 'is', null)
    .groupBy('kind')
    .execute()
  const givenUp = await db
    .selectFrom('outbox')
    .select(({ fn }) => ['kind', fn.countAll().as('letters')])
    .where('given_up_at', '>', now - dayMs)
    .groupBy('kind')
    .execute()
  const oldest = waiting.map((row) => Number(row.oldest))
  return {
    waiting: perKind(waiting),
    oldestAt: oldest.length === 0 ? null : Math.min(...oldest),
    givenUp: perKind(givenUp),
  }
}

function perKind(
  rows: readonly { kind: string; letters: number | string | bigint }[],
): Record<MessageKind, number> {
  const counts = Object.fromEntries(messageKinds.map((kind) => [kind, 0])) as Record<MessageKind, number>
  for (const { kind, letters } of rows) if (kind in counts) counts[kind as MessageKind] = Number(letters)
  return counts
}
