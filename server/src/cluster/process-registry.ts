import { type Kysely, sql } from 'kysely'
import type { Database } from '../database/schema.ts'

/** A process as operators see it. */
interface ProcessStatus {
  readonly id: string
  readonly address: string
  readonly isWriter: boolean
  /** Milliseconds UTC. */
  readonly startedAt: number
  /** How long ago it last reported, in milliseconds. */
  readonly silentMs: number
  /** The newest journal entry that it has folded. */
  readonly seq: number
  /** How many entries of the journal it has not folded yet, as of its last report. */
  readonly behind: number
}

const databaseNow = sql<number>`(extract(epoch from clock_timestamp()) * 1000)::bigint`
/** A process that has not reported for so long is not counted any more, in milliseconds. */
const forgottenAfterMs = 10_000

/**
 * Reports this process to the others: its address, and how far it has folded the journal. Returns how many have
 * reported lately, this one included.
 */
export async function reportProcess(
  db: Kysely<Database>,
  process: { readonly id: string; readonly address: string; readonly seq: number },
): Promise<number> {
  const { address, seq } = process
  await db
    .insertInto('process')
    .values({ ...process, started_at: databaseNow, seen_at: databaseNow })
    .onConflict((found) => found.column('id').doUpdateSet({ address, seq, seen_at: databaseNow }))
    .execute()
  await db.deleteFrom('process').where(sql<boolean>`seen_at < ${databaseNow} - ${forgottenAfterMs}`).execute()
  const { count } = await db
    .selectFrom('process')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

export async function removeProcess(db: Kysely<Database>, id: string): Promise<void> {
  await db.deleteFrom('process').where('id', '=', id).execute()
}

/** The processes that have reported lately, the writer first. Empty on the embedded database. */
export async function listProcesses(db: Kysely<Database>): Promise<readonly ProcessStatus[]> {
  const newest = await db
    .selectFrom('journal')
    .select(({ fn }) => fn.max('seq').as('seq'))
    .executeTakeFirst()
  const rows = await db
    .selectFrom('process')
    .leftJoin('writer', 'writer.process_id', 'process.id')
    .selectAll('process')
    .select('writer.epoch')
    .select(databaseNow.as('now'))
    .orderBy('process.started_at')
    .execute()
  const processes = rows.map(({ id, address, started_at, seen_at, seq, epoch, now }) => ({
    id,
    address,
    isWriter: epoch !== null,
    startedAt: started_at,
    silentMs: Math.max(0, now - seen_at),
    seq,
    behind: Math.max(0, (newest?.seq ?? 0) - seq),
  }))
  return processes.toSorted((a, b) => Number(b.isWriter) - Number(a.isWriter))
}
