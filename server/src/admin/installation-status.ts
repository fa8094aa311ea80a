import type { Kysely } from 'kysely'
import { clockSentence, isRightClock } from '../cluster/database-clock.ts'
import { listProcesses } from '../cluster/process-registry.ts'
import type { Database } from '../database/schema.ts'
import { embeddedDatabaseOf } from '../database/sqlite.ts'
import { outboxHealth } from '../messages/outbox-health.ts'
import { type AdminContext, type AdminReply, adminResult } from './admin-context.ts'

const counted = ['firm', 'broker', 'person', 'equity'] as const satisfies readonly (keyof Database)[]

/** The state of the installation: totals only, nothing about adverts (docs/rules.md §15). */
export async function showStatus({ db, now, running }: AdminContext): Promise<AdminReply> {
  const journal = await db
    .selectFrom('journal')
    .select(['seq', 'at'])
    .orderBy('seq', 'desc')
    .limit(1)
    .execute()
  const counts = await Promise.all(
    counted.map(async (table) => {
      const rows = await db.selectFrom(table).select('id').where('active', '=', 1).execute()
      return [table, rows.length] as const
    }),
  )
  const { firm: firms, broker: brokers, person: users, equity: equities } = Object.fromEntries(counts)
  const sessions = await db.selectFrom('session').select('user_id').where('ended', 'is', null).execute()
  const { waiting } = await outboxHealth(db, now())
  const last = journal[0]
  return adminResult({
    server: serverOf(running),
    journal: { entries: last?.seq ?? 0, newest: last ? new Date(last.at).toISOString() : null },
    firms,
    brokers,
    users,
    equities,
    openSessions: sessions.length,
    unsentMessages: waiting.mail + waiting.sms,
    ...(embeddedDatabaseOf(db) ? {} : { processes: await processesOf(db) }),
  })
}

/** The processes that share a PostgreSQL database, the writer first. */
const processesOf = async (db: Kysely<Database>) =>
  (await listProcesses(db)).map(({ address, isWriter, startedAt, silentMs, behind, clockDifference }) => ({
    address,
    role: isWriter ? 'writer' : 'follower',
    startedAt: new Date(startedAt).toISOString(),
    silentSeconds: Math.round(silentMs / 1_000),
    entriesBehind: behind,
    clockDifferenceMs: clockDifference,
    ...(isRightClock(clockDifference) ? {} : { why: clockSentence(clockDifference) }),
  }))

function serverOf(running: AdminContext['running']) {
  if (running === null) return { running: false }
  if (running === 'elsewhere') return { running: true, pid: null, startedAt: null }
  return { running: true, pid: running.pid, startedAt: new Date(running.startedAt).toISOString() }
}
