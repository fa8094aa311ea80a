import { setTimeout as wait } from 'node:timers/promises'
import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { OpenDatabase } from './open.ts'
import { DatabaseLocked, UnsafeDatabase } from './refused.ts'
import type { Database } from './schema.ts'

const { Client, Pool } = pg

/** Whole numbers arrive as text, since they could be larger than a number holds exactly. Ours are not. */
const int8 = 20
pg.types.setTypeParser(int8, Number)

/** Any number that nothing else in the database uses: 'aitai' as bytes. */
const writerLock = 0x6169746169
const lockTries = 5
const lockWaitMs = 200

/** A statement that hangs must not hang its caller: 503 within 2 s (quality R11). */
const patience = { connectionTimeoutMillis: 2_000, query_timeout: 10_000 }

/** What may not be off: each would let the database forget a commit that it has reported. */
const safeguards = ['fsync', 'full_page_writes', 'synchronous_commit'] as const

/** Opens a PostgreSQL database as its only writer. The lock is held by a connection of its own. */
export async function openPostgres(url: string): Promise<OpenDatabase> {
  const lock = await lockFor(url)
  const beside = joinPostgres(url)
  const close = async (): Promise<void> => {
    await beside.close()
    await lock.end()
  }
  return { ...beside, close }
}

/** The same database beside its writer, for the back office: never for the journal. */
export function joinPostgres(url: string): OpenDatabase {
  const pool = new Pool({ connectionString: url, max: 10, ...patience })
  // An idle connection that breaks is replaced at the next query; unheard it would end the process.
  pool.on('error', () => {})
  const db = new Kysely<Database>({ dialect: new PostgresDialect({ pool }) })
  return { db, dialect: 'postgres', close: () => db.destroy() }
}

async function lockFor(url: string): Promise<pg.Client> {
  const client = new Client({ connectionString: url, ...patience })
  client.on('error', () => {})
  await client.connect()
  try {
    for (const name of safeguards) {
      const { rows } = await client.query(`show ${name}`)
      if (rows[0]?.[name] === 'off') throw new UnsafeDatabase(name)
    }
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
