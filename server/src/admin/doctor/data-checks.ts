import type { CheckName } from '@aitai/contract/codes.ts'
import { type Kysely, sql } from 'kysely'
import { clockSentence } from '../../cluster/database-clock.ts'
import { listProcesses } from '../../cluster/process-registry.ts'
import { databaseDamageOf } from '../../database/damage.ts'
import { schemaOf, schemaOfThisVersion } from '../../database/migrations.ts'
import type { Database } from '../../database/schema.ts'
import { embeddedDatabaseOf } from '../../database/sqlite.ts'
import { snapshotVersion } from '../../market/fold.ts'
import { type ChainLink, chainStart, checkJournalChain } from '../../market/journal-chain.ts'
import type { AdminContext } from '../admin-context.ts'
import { checkAuditTrail, endOfAuditTrail } from '../audit/audit-trail.ts'
import { type DoctorCheck, fail, firstCheckOf, ok, warn } from './check-result.ts'

/** Checks of the data. Damaged data becomes a failed check. */
export const dataChecks = async (admin: AdminContext): Promise<DoctorCheck[]> => [
  await failIfDamaged('clock', () => clock(admin)),
  await failIfDamaged('sync', () => sync(admin)),
  await failIfDamaged('schema', () => schema(admin)),
  await failIfDamaged('journal', () => journal(admin)),
  await failIfDamaged('snapshot', () => snapshot(admin)),
  await failIfDamaged('audit trail', () => auditTrail(admin)),
]

const restore = 'Stop the server, keep the folder as it is, and restore the newest backup elsewhere.'

async function failIfDamaged(name: CheckName, check: () => Promise<DoctorCheck>): Promise<DoctorCheck> {
  try {
    return await check()
  } catch (error) {
    const damage = databaseDamageOf(error)
    if (damage === null) throw error
    return fail(name, `The data is damaged: ${damage}.`, restore)
  }
}

/** Clock deviations for a warning and for a failure (at which no new locates are made). Milliseconds. */
const offMs = { warn: 100, fail: 1_000 } as const

/** Compares the server's clock with the system's, PostgreSQL's and the newest entries. */
async function clock({ db, now }: AdminContext): Promise<DoctorCheck> {
  const name = 'clock'
  const system = Date.now()
  const ahead = now() - system
  const newest = await newestMoment(db)
  const beside = await postgresOffset(db)
  // A process of our own machine is covered by the lines before.
  const others = beside === null ? [] : await listProcesses(db)
  const todo = 'Let every machine follow a time server; do not start before the newest entry is past.'
  const deviation = (off: number, says: string): DoctorCheck | null => {
    if (Math.abs(off) > offMs.fail) return fail(name, says, todo)
    return Math.abs(off) > offMs.warn ? warn(name, says, todo) : null
  }
  return firstCheckOf(
    [
      newest > system ? deviation(newest - system, `The newest entry is ${newest - system} ms ahead.`) : null,
      deviation(ahead, `The server's clock is ${ahead} ms off the system's.`),
      beside === null ? null : deviation(beside, `PostgreSQL's clock is ${beside} ms off ours.`),
      ...others.map(({ address, clockDifference }) =>
        deviation(clockDifference, `At ${address} ${clockSentence(clockDifference)}.`),
      ),
    ],
    ok(name, `No entry is in the future${beside === null ? '' : "; PostgreSQL's clock agrees"}.`),
  )
}

async function newestMoment(db: Kysely<Database>): Promise<number> {
  const at = async (table: 'journal' | 'audit'): Promise<number> =>
    (await db.selectFrom(table).select('at').orderBy('seq', 'desc').limit(1).executeTakeFirst())?.at ?? 0
  return Math.max(await at('journal'), await at('audit'))
}

/** The difference between PostgreSQL's clock and ours, in milliseconds, beyond the round-trip time. */
async function postgresOffset(db: Kysely<Database>): Promise<number | null> {
  if (embeddedDatabaseOf(db)) return null
  const request = sql<{
    at: string | number
  }>`select floor(extract(epoch from clock_timestamp()) * 1000) as at`
  const before = Date.now()
  const { rows } = await request.execute(db)
  const after = Date.now()
  const at = Number(rows[0]?.at)
  if (at >= before && at <= after) return 0
  return at < before ? at - before : at - after
}

/** Whether committed transactions are synced to disk. */
async function sync({ db }: AdminContext): Promise<DoctorCheck> {
  const name = 'sync'
  const embedded = embeddedDatabaseOf(db)
  const wanted = embedded ? { journal_mode: 'wal', synchronous: '2' } : requiredPostgresSettings
  const off: string[] = []
  for (const [setting, value] of Object.entries(wanted)) {
    const found = await shown(db, embedded ? 'pragma' : 'show', setting)
    const isGood = value === 'not off' ? found !== 'off' : found === value
    if (!isGood) off.push(`${setting}=${found}`)
  }
  const says = embedded ? 'SQLite with WAL and synchronous=FULL.' : 'PostgreSQL syncs every commit.'
  if (off.length === 0) return ok(name, says)
  return fail(name, `Commits could be lost: ${off.join(', ')}.`, 'Set them back and restart the database.')
}

const requiredPostgresSettings = {
  fsync: 'not off',
  full_page_writes: 'not off',
  synchronous_commit: 'not off',
} as const

async function shown(db: Kysely<Database>, how: 'pragma' | 'show', setting: string): Promise<string> {
  const { rows } = await sql<Record<string, unknown>>`${sql.raw(how)} ${sql.raw(setting)}`.execute(db)
  return String(Object.values(rows[0] ?? {})[0])
}

async function schema({ db }: AdminContext): Promise<DoctorCheck> {
  const [found, ours] = [await schemaOf(db), schemaOfThisVersion()]
  if (found === ours) return ok('schema', `${found}.`)
  return fail('schema', `${found}; this version has ${ours}.`, 'Run the aitai of the version that runs.')
}

/** Entries of each chain that are verified here; `audit verify` does all. */
const checkedEntries = 1_000

async function journal({ db }: AdminContext): Promise<DoctorCheck> {
  const name = 'journal'
  const { last } = await db
    .selectFrom('journal')
    .select(({ fn }) => fn.max('seq').as('last'))
    .executeTakeFirstOrThrow()
  const check = await checkJournalChain(db, await linkAt(db, 'journal', (last ?? 0) - checkedEntries))
  if (!check.whole) return fail(name, `${check.why}.`, restore)
  const checked = Math.min(check.seq, checkedEntries)
  return ok(name, `${check.seq} entries; the newest ${checked} are chained.`)
}

async function auditTrail({ db }: AdminContext): Promise<DoctorCheck> {
  const name = 'audit trail'
  const { seq } = await endOfAuditTrail(db)
  const check = await checkAuditTrail(db, await linkAt(db, 'audit', seq - checkedEntries))
  if (!check.whole) return fail(name, `${check.why}.`, 'Run aitai audit verify; compare with a backup.')
  const checked = Math.min(check.seq, checkedEntries)
  return ok(name, `${check.seq} audit events; the newest ${checked} are chained to the stored end.`)
}

/** The chain link at `seq`, or the start of the chain if there are fewer entries. */
async function linkAt(db: Kysely<Database>, table: 'journal' | 'audit', seq: number): Promise<ChainLink> {
  if (seq < 1) return chainStart
  const row = await db.selectFrom(table).select(['seq', 'hash']).where('seq', '=', seq).executeTakeFirst()
  return row ?? chainStart
}

/** Number of entries after the newest snapshot that makes a start noticeably slow. */
const longFold = 100_000

async function snapshot({ db }: AdminContext): Promise<DoctorCheck> {
  const name = 'snapshot'
  const newest = db.selectFrom('snapshot').select('seq').where('version', '=', snapshotVersion)
  const snapshot = await newest.orderBy('seq', 'desc').limit(1).executeTakeFirst()
  const { last } = await db
    .selectFrom('journal')
    .select(({ fn }) => fn.max('seq').as('last'))
    .executeTakeFirstOrThrow()
  const after = (last ?? 0) - (snapshot?.seq ?? 0)
  const says = `${after} entries are newer than the newest snapshot.`
  if (after < longFold) return ok(name, says)
  return warn(name, says, 'Stop and start the server in good order: it takes one as it stops.')
}
