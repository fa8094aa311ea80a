import { setTimeout as wait } from 'node:timers/promises'
import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { DatabaseLocked, UnsafeDatabase } from './database-errors.ts'
import type { OpenDatabase } from './dialect.ts'
import { newClient, newPool } from './read-write-host.ts'
import type { Database } from './schema.ts'
import { checkSessions } from './session-check.ts'

/** Integers arrive as text, because they could exceed what a number holds exactly. Ours do not. */
const int8 = 20
pg.types.setTypeParser(int8, Number)

/** The key of the lock, arbitrary but unique in the database: 'aitai' as bytes. */
export const writerLock = 0x6169746169
/** Another lock, of a process that starts. */
const startLock = writerLock + 1
/** How long a process waits for another one that starts. */
const startTimeoutMs = 60_000
/** How long a check of the database waits, in milliseconds: without its synchronous standby, it confirms no write. */
const checkTimeoutMs = 5_000
const lockTries = 5
const lockWaitMs = 200

/** A hanging statement must not hang its caller, which gets 503 within 2 s. */
const timeouts = { connectionTimeoutMillis: 2_000, query_timeout: 10_000 }

/**
 * Settings that must be on: without any one of them the database could lose a commit that it has confirmed.
 */
const safeguards = ['fsync', 'full_page_writes', 'synchronous_commit'] as const

/**
 * Opens a PostgreSQL database as its only writer. If another process becomes the writer while our connections
 * are cut, they are closed permanently, so that a process with outdated state writes nothing.
 */
export async function openPostgres(url: string): Promise<OpenDatabase> {
  const beside = connectPostgres(url)
  let closed: Promise<void> | null = null
  const closePool = (): Promise<void> => {
    closed ??= beside.close()
    return closed
  }
  const giveUp = await holdLock(url, () => void closePool())
  const close = async (): Promise<void> => {
    await closePool()
    await giveUp()
  }
  return { ...beside, close }
}

/**
 * Opens the same database beside its writer: for admin commands, and for a process that becomes the writer only when
 * it is elected.
 */
export function connectPostgres(url: string, applicationName?: string): OpenDatabase {
  const named = applicationName === undefined ? {} : { application_name: applicationName }
  const pool = newPool(url, { max: 10, ...timeouts, ...named })
  // A broken connection fails its query and is replaced. Without a listener the error would end the process.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  const db = new Kysely<Database>({ dialect: new PostgresDialect({ pool }) })
  return { db, dialect: 'postgres', close: () => db.destroy() }
}

/** Takes the lock again whenever its connection is cut, until it is released or another process has it. */
async function holdLock(url: string, onLost: () => void): Promise<() => Promise<void>> {
  let givenUp = false
  let client = await lockFor(url)
  const watch = (): unknown => client.once('end', () => void lockAgain())
  async function lockAgain(): Promise<void> {
    while (!givenUp) {
      try {
        client = await lockFor(url)
        watch()
        if (givenUp) await client.end()
        return
      } catch (error) {
        if (error instanceof DatabaseLocked) return onLost()
        await wait(lockWaitMs)
      }
    }
  }
  watch()
  return async () => {
    givenUp = true
    await client.end()
  }
}

/** What the connections of a server process are called in `pg_stat_activity`. */
export const nameOf = (processId: string): string => `aitai ${processId}`

/**
 * Throws UnsafeDatabase if a setting is off without which a confirmed commit could be lost, and UnsuitableDatabase if
 * sessions are not what several servers rely on.
 */
export const checkDatabase = (url: string): Promise<void> =>
  onOneConnection(
    url,
    async (first) => {
      await requireSafeguards(first)
      await onOneConnection(url, (second) => checkSessions(first, second), checkTimeoutMs)
    },
    checkTimeoutMs,
  )

async function requireSafeguards(client: pg.Client): Promise<void> {
  for (const name of safeguards) {
    const { rows } = await client.query(`show ${name}`)
    if (rows[0]?.[name] === 'off') throw new UnsafeDatabase(name)
  }
}

/** Runs `act` while no other process runs something here: for filling an empty database. */
export const runAlone = <T>(url: string, act: () => Promise<T>): Promise<T> =>
  onOneConnection(url, async (client) => {
    // Released when the connection ends.
    await client.query('select pg_advisory_lock($1)', [startLock])
    return await act()
  })

async function onOneConnection<T>(
  url: string,
  act: (client: pg.Client) => Promise<T>,
  query_timeout = startTimeoutMs,
): Promise<T> {
  const client = newClient(url, { ...timeouts, query_timeout })
  client.on('error', () => {})
  await client.connect()
  try {
    return await act(client)
  } finally {
    await client.end()
  }
}

async function lockFor(url: string): Promise<pg.Client> {
  const client = newClient(url, timeouts)
  client.on('error', () => {})
  await client.connect()
  try {
    await requireSafeguards(client)
    for (let tries = 0; tries < lockTries; tries += 1) {
      const { rows } = await client.query('select pg_try_advisory_lock($1) as taken', [writerLock])
      if (rows[0]?.taken) return client
      await wait(lockWaitMs)
    }
    throw new DatabaseLocked('the database of DATABASE_URL')
  } catch (error) {
    await client.end()
    throw error
  }
}
