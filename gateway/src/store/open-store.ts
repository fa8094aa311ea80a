import { setTimeout as timeout } from 'node:timers/promises'
import { EmbeddedDialect, openEmbedded } from '@aitai/server/database/sqlite.ts'
import { Kysely } from 'kysely'
import { SessionStore } from './session-store.ts'
import { migrateStore, type StoreTables } from './store-schema.ts'

/** Where the sessions are stored: a folder of this gateway alone, or a PostgreSQL that several share. */
export interface StoreLocation {
  readonly folder: string
  readonly databaseUrl: string | null
}

/** The database of the sessions. */
export interface StoreDatabase {
  readonly db: Kysely<StoreTables>
  /** Whether other gateways may use it at the same time. */
  readonly isShared: boolean
  close(): Promise<void>
}

/** Opens the database and migrates it. Throws DatabaseLocked if another process has the folder. */
export async function openStoreDatabase({ folder, databaseUrl }: StoreLocation): Promise<StoreDatabase> {
  const opened = databaseUrl === null ? openFolder(folder) : await openUrl(databaseUrl)
  try {
    await migrateStore(opened.db)
    return opened
  } catch (error) {
    await opened.close()
    throw error
  }
}

function openFolder(folder: string): StoreDatabase {
  const database = openEmbedded(folder)
  const db = new Kysely<StoreTables>({ dialect: new EmbeddedDialect(database) })
  const close = async (): Promise<void> => {
    await db.destroy()
    // Kysely only closes what it has used.
    if (database.isOpen) database.close()
  }
  return { db, isShared: false, close }
}

/** The driver is loaded only where it is used. The tables of the server may lie in the same database. */
async function openUrl(url: string): Promise<StoreDatabase> {
  const { checkDatabase, connectPostgres } = await import('@aitai/server/database/postgres.ts')
  await checkDatabase(url)
  const { db, close } = connectPostgres(url, 'aitai fix gateway')
  return { db: db as unknown as Kysely<StoreTables>, isShared: true, close }
}

/** How long a writer may show no sign of life until another gateway takes over. */
export const defaultTakeoverMs = 6_000
const checksPerTakeover = 12

export interface TakeoverOptions {
  readonly takeoverMs?: number
  /** How it waits until it checks again. A rejection ends the wait for the takeover. */
  readonly wait?: (ms: number) => Promise<void>
}

/**
 * Waits until no other gateway writes, and returns the store as its writer. A writer that was only slow can write no
 * more from then on: each of its transactions checks that the epoch is still its own. Clocks are not compared;
 * what counts is that the sign of life has not changed between two checks.
 */
export async function becomeWriter(
  { db, isShared }: StoreDatabase,
  { takeoverMs = defaultTakeoverMs, wait = (ms) => timeout(ms) }: TakeoverOptions = {},
): Promise<SessionStore> {
  const readWriter = () =>
    db.selectFrom('fix_writer').select(['epoch', 'beat', 'is_released']).executeTakeFirstOrThrow()
  let seen = await readWriter()
  let isSilent = seen.is_released === 1 || !isShared
  for (;;) {
    if (isSilent) {
      const { numUpdatedRows } = await db
        .updateTable('fix_writer')
        .set({ epoch: seen.epoch + 1, is_released: 0 })
        .where('epoch', '=', seen.epoch)
        .where('beat', '=', seen.beat)
        .executeTakeFirst()
      if (Number(numUpdatedRows) === 1) return new SessionStore(db, seen.epoch + 1, isShared)
    }
    const next = await watch(readWriter, seen, () => wait(takeoverMs / checksPerTakeover))
    isSilent = next.is_released === 1 || (next.epoch === seen.epoch && next.beat === seen.beat)
    seen = next
  }
}

interface WriterRow {
  readonly epoch: number
  readonly beat: number
  readonly is_released: number
}

/** Returns the row as soon as it differs, or at the end of the time. */
async function watch(
  readWriter: () => Promise<WriterRow>,
  seen: WriterRow,
  wait: () => Promise<void>,
): Promise<WriterRow> {
  for (let checks = 0; checks < checksPerTakeover; checks += 1) {
    await wait()
    const row = await readWriter()
    if (row.epoch !== seen.epoch || row.beat !== seen.beat || row.is_released === 1) return row
  }
  return seen
}
