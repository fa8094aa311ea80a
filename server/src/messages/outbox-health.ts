import { dayMs } from '@aitai/engine/calendar/trading-days.ts'
import type { Kysely } from 'kysely'
import type { Database } from '../database/schema.ts'
import { type MessageKind, messageKinds } from './outbox.ts'

/** The state of the outbox for `aitai doctor` and the metrics: counts and times, no content. */
interface OutboxHealth {
  /** Messages that wait for a first or another attempt. */
  readonly waiting: Readonly<Record<MessageKind, number>>
  /** When the oldest waiting message was written, in milliseconds UTC; null if none waits. */
  readonly oldestAt: number | null
  /** Messages given up in the last 24 hours. */
  readonly givenUp: Readonly<Record<MessageKind, number>>
}

/** Reads the table, so that messages written by other processes count too. `now` in milliseconds UTC. */
export async function outboxHealth(db: Kysely<Database>, now: number): Promise<OutboxHealth> {
  const waiting = await db
    .selectFrom('outbox')
    .select(({ fn }) => ['kind', fn.countAll().as('messages'), fn.min('at').as('oldest')])
    .where('sent_at', 'is', null)
    .where('given_up_at', 'is', null)
    .groupBy('kind')
    .execute()
  const givenUp = await db
    .selectFrom('outbox')
    .select(({ fn }) => ['kind', fn.countAll().as('messages')])
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
  rows: readonly { kind: string; messages: number | string | bigint }[],
): Record<MessageKind, number> {
  const counts = Object.fromEntries(messageKinds.map((kind) => [kind, 0])) as Record<MessageKind, number>
  for (const { kind, messages } of rows) if (kind in counts) counts[kind as MessageKind] = Number(messages)
  return counts
}
