import { type Kysely, sql } from 'kysely'
import { databaseDamageOf } from '../../database/damage.ts'
import { schemaOf, schemaOfThisVersion } from '../../database/migrations.ts'
import type { Database } from '../../database/schema.ts'
import { embeddedDatabaseOf } from '../../database/sqlite.ts'
import { snapshotVersion } from '../../market/fold.ts'
import { type ChainLink, chainStart, checkJournalChain } from '../../market/journal-chain.ts'
import type { AdminContext } from '../admin-context.ts'
import { checkAuditTrail, endOfAuditTrail } from '../audit/audit-trail.ts'
import { type DoctorCheck, fail, firstCheckOf, ok, warn } from './check-result.ts'

/** What can be told of the data. One that cannot be read any more is a line, too. */
export const dataChecks = async (office: AdminContext): Promise<DoctorCheck[]> => [
  await readable('clock', () => clock(office)),
  await readable('sync', () => sync(office)),
  await readable('schema', () => schema(office)),
  await readable('journal', () => journal(office)),
  await readable('snapshot', () => snapshot(office)),
  await readable('audit trail', () => auditTrail(office)),
]

const restore = 'Stop the server, keep the folder as it is, and restore the newest backup elsewhere.'

async function readable(name: string, look: () => Promise<DoctorCheck>): Promise<DoctorCheck> {
  try {
    return await look()
  } catch (error) {
    const damage = databaseDamageOf(error)
    if (damage === null) throw error
    return fail(name, `The data is damaged: ${damage}.`, restore)
  }
}

/** How far off UTC is looked at, and how far stops new locates (quality R13). Milliseconds. */
const offMs = { warn: 100, fail: 1_000 } as const

/** The clock by which entries are written, against the system's, PostgreSQL's, and the newest entries. */
async function clock({ db, now }: AdminContext): Promise<DoctorCheck> {
  const name = 'clock'
  const system = Date.now()
  const ahead = now() - system
  const newest = await newestMoment(db)
  const beside = await postgresOffset(db)
  const todo = 'Let every machine follow a time server; do not start before the newest entry is past.'
  const judged = (off: number, says: string): DoctorCheck | null => {
    if (Math.abs(off) > offMs.fail) return fail(name, says, todo)
    return Math.abs(off) > offMs.warn ? warn(name, says, todo) : null
  }
  return firstCheckOf(
    [
      newest > system ? judged(newest - system, `The newest entry is ${newest - system} ms ahead.`) : null,
      judged(ahead, `The server's clock is ${ahead} ms off the system's.`),
      beside === null ? null : judged(beside, `PostgreSQL's clock is ${beside} ms off ours.`),
    ],
    ok(name, `No entry is in the future${beside === null ? '' : "; PostgreSQL's clock agrees"}.`),
  )
}

async function newestMoment(db: Kysely<Database>): Promise<number> {
  const at = async (table: 'journal' | 'audit'): Promise<number> =>
    (await db.selectFrom(table).select('at').orderBy('seq', 'desc').limit(1).executeTakeFirst())?.at ?? 0
  return Math.max(await at('journal'), await at('audit'))
}

/** How far PostgreSQL's clock is from ours, in milliseconds, as far as the way there lets us tell. */
async function postgresOffset(db: Kysely<Database>): Promise<number | null> {
  if (embeddedDatabaseOf(db)) return null
  const asked = sql<{ at: string | number }>`select floor(extract(epoch from clock_timestamp()) * 1000) as at`
  const before = Date.now()
  const { rows } = await asked.execute(db)
  const after = Date.now()
  const at = Number(rows[0]?.at)
  if (at >= before && at <= after) return 0
  return at < before ? at - before : at - after
}

/** Whether what is acknowledged is on the disk (quality R2). */
async function sync({ db }: AdminContext): Promise<DoctorCheck> {
  const name = 'sync'
  const embedded = embeddedDatabaseOf(db)
  const wanted = embedded ? { journal_mode: 'wal', synchronous: '2' } : postgresWants
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

const postgresWants = {
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

/** Entries of each chain that are looked at: the whole is `audit verify`. */
const looked = 1_000

async function journal({ db }: AdminContext): Promise<DoctorCheck> {
  const name = 'journal'
  const { last } = await db
    .selectFrom('journal')
    .select(({ fn }) => fn.max('seq').as('last'))
    .executeTakeFirstOrThrow()
  const verdict = await checkJournalChain(db, await linkAt(db, 'journal', (last ?? 0) - looked))
  if (!verdict.whole) return fail(name, `${verdict.why}.`, restore)
  const checked = Math.min(verdict.seq, looked)
  return ok(name, `${verdict.seq} entries; the newest ${checked} are chained.`)
}

async function auditTrail({ db }: AdminContext): Promise<DoctorCheck> {
  const name = 'audit trail'
  const { seq } = await endOfAuditTrail(db)
  const verdict = await checkAuditTrail(db, await linkAt(db, 'audit', seq - looked))
  if (!verdict.whole) return fail(name, `${verdict.why}.`, 'Run aitai audit verify; compare with a backup.')
  const checked = Math.min(verdict.seq, looked)
  return ok(name, `${verdict.seq} deeds; the newest ${checked} are chained to the end that is noted.`)
}

/** A place from which to look; the beginning if there are not so many entries. */
async function linkAt(db: Kysely<Database>, table: 'journal' | 'audit', seq: number): Promise<ChainLink> {
  if (seq < 1) return chainStart
  const row = await db.selectFrom(table).select(['seq', 'hash']).where('seq', '=', seq).executeTakeFirst()
  return row ?? chainStart
}

/** Entries without a snapshot, at which a start takes noticeably long. */
const longFold = 100_000

async function snapshot({ db }: AdminContext): Promise<DoctorCheck> {
  const name = 'snapshot'
  const newest = db.selectFrom('snapshot').select('seq').where('version', '=', snapshotVersion)
  const kept = await newest.orderBy('seq', 'desc').limit(1).executeTakeFirst()
  const { last } = await db
    .selectFrom('journal')
    .select(({ fn }) => fn.max('seq').as('last'))
    .executeTakeFirstOrThrow()
  const after = (last ?? 0) - (kept?.seq ?? 0)
  const says = `${after} entries are newer than the newest snapshot.`
  if (after < longFold) return ok(name, says)
  return warn(name, says, 'Stop and start the server in good order: it takes one as it stops.')
}
