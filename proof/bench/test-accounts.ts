import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { dayMs } from '@aitai/engine/calendar/trading-days.ts'
import type { AdminContext } from '@aitai/server/admin/admin-context.ts'
import type { AdminCommandArgs, AdminCommandName } from '@aitai/server/admin/command-arguments.ts'
import { runAdminCommand } from '@aitai/server/admin/commands.ts'
import { openDatabase } from '@aitai/server/database/open-database.ts'
import { connectPostgres } from '@aitai/server/database/postgres.ts'
import { sql } from 'kysely'
import { adminContextOn } from '../harness/admin-context.ts'

/** One trader of each institution, and one broker for all of them. */
export interface BenchAccounts {
  readonly emails: readonly string[]
  readonly password: string
}

/** Runs something with an empty data folder and removes it afterwards. */
export async function withDataFolder<T>(work: (dataDir: string) => Promise<T>): Promise<T> {
  const dataDir = await mkdtemp(join(tmpdir(), 'aitai-bench-'))
  try {
    return await work(dataDir)
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
}

/** Runs something with an empty database on a PostgreSQL server and drops it afterwards. */
export async function withPostgresDatabase<T>(
  serverUrl: string,
  work: (databaseUrl: string) => Promise<T>,
): Promise<T> {
  const name = `aitai_bench_${randomBytes(8).toString('hex')}`
  const server = connectPostgres(serverUrl)
  await sql.raw(`create database ${name}`).execute(server.db)
  try {
    const own = new URL(serverUrl)
    own.pathname = `/${name}`
    return await work(own.href)
  } finally {
    await sql.raw(`drop database ${name} with (force)`).execute(server.db)
    await server.close()
  }
}

/**
 * Adds institutions with one trader each to a new data folder, by admin commands. Their brokers confirm nothing, so
 * agreements that wait for a confirmation stop nobody.
 */
export async function addBenchAccounts(
  dataDir: string,
  institutions: number,
  databaseUrl: string | null = null,
): Promise<BenchAccounts> {
  const password = 'measured twice, cut once'
  const { db, close } = await openDatabase({ dataDir, databaseUrl })
  const admin = adminContextOn(db, Date.now)
  const emails: string[] = []
  try {
    // A setting holds from the day after the command.
    const values = { 'probing.openHandoversPerTrader': '0' }
    await done(
      adminContextOn(db, () => Date.now() - dayMs),
      'venue set',
      { values, reason: 'a benchmark' },
    )
    await done(admin, 'broker add', { name: 'Bench Securities', shortName: 'BEN' })
    for (let n = 1; n <= institutions; n += 1) {
      const [firm, email] = [`Bench ${n}`, `trader@bench${n}.example`]
      await done(admin, 'firm add', { name: firm })
      await done(admin, 'broker assign', { firm, shortName: 'BEN' })
      const name = { firstName: 'Bench', lastName: `Trader ${n}` }
      await done(admin, 'user add', { email, ...name, role: 'TRADER', firm, password })
      emails.push(email)
    }
  } finally {
    await close()
  }
  return { emails, password }
}

async function done<N extends AdminCommandName>(
  admin: AdminContext,
  name: N,
  args: AdminCommandArgs<N>,
): Promise<void> {
  const answer = await runAdminCommand(admin, name, args)
  if ('refusal' in answer) throw new Error(answer.refusal.message)
}
