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
  /** How far its clock is ahead of the database's, in milliseconds; negative if it is behind. */
  readonly clockDifference: number
  /** Equal for processes with the same secrets. */
  readonly secretsId: string
}

const databaseNow = sql<number>`(extract(epoch from clock_timestamp()) * 1000)::bigint`
/** A process that has not reported for so long is not counted any more, in milliseconds. */
const forgottenAfterMs = 10_000

/**
 * Reports this process to the others: its address, and how far it has folded the journal. Returns how many have
 * reported recently, this one included.
 */
export async function reportProcess(
  db: Kysely<Database>,
  process: Pick<ProcessStatus, 'id' | 'address' | 'seq' | 'clockDifference' | 'secretsId'>,
): Promise<number> {
  const { id, address, seq, clockDifference: clock_difference, secretsId: secrets_id } = process
  const row = { address, seq, clock_difference, secrets_id }
  await db
    .insertInto('process')
    .values({ id, ...row, started_at: databaseNow, seen_at: databaseNow })
    .onConflict((found) => found.column('id').doUpdateSet({ ...row, seen_at: databaseNow }))
    .execute()
  await db.deleteFrom('process').where(sql<boolean>`seen_at < ${databaseNow} - ${forgottenAfterMs}`).execute()
  const { count } = await db
    .selectFrom('process')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** The database's time in milliseconds UTC. */
export async function readDatabaseTime(db: Kysely<Database>): Promise<number> {
  const { rows } = await sql<{ now: number }>`select ${databaseNow} as now`.execute(db)
  return Number(rows[0]?.now)
}

export async function removeProcess(db: Kysely<Database>, id: string): Promise<void> {
  await db.deleteFrom('process').where('id', '=', id).execute()
}

/** The number of the newest entry of the journal; 0 without entries. */
export async function newestEntry(db: Kysely<Database>): Promise<number> {
  const newest = await db
    .selectFrom('journal')
    .select(({ fn }) => fn.max('seq').as('seq'))
    .executeTakeFirst()
  return newest?.seq ?? 0
}

/** The processes that have reported recently, the writer first. Empty on the embedded database. */
export async function listProcesses(db: Kysely<Database>): Promise<readonly ProcessStatus[]> {
  const newest = await newestEntry(db)
  const rows = await db
    .selectFrom('process')
    .leftJoin('writer', 'writer.process_id', 'process.id')
    .selectAll('process')
    .select('writer.epoch')
    .select(databaseNow.as('now'))
    .orderBy('process.started_at')
    .execute()
  const processes = rows.map(
    ({ id, address, started_at, seen_at, seq, epoch, now, clock_difference, secrets_id }) => ({
      id,
      address,
      isWriter: epoch !== null,
      startedAt: started_at,
      silentMs: Math.max(0, now - seen_at),
      seq,
      behind: Math.max(0, newest - seq),
      clockDifference: clock_difference,
      secretsId: secrets_id,
    }),
  )
  return processes.toSorted((a, b) => Number(b.isWriter) - Number(a.isWriter))
}
