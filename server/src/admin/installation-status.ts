import type { Role } from '@aitai/contract/codes.ts'
import type { OperationsToday } from '@aitai/contract/schemas/console/operations.ts'
import { phaseOf } from '@aitai/engine/calendar/hours.ts'
import { isoTime } from '@aitai/engine/calendar/iso-times.ts'
import { openIntervalsOf } from '@aitai/engine/calendar/open-time.ts'
import { isTradingDay, minuteMs, tokyoDate } from '@aitai/engine/calendar/trading-days.ts'
import { exchanges, type HourRange } from '@aitai/engine/model/calendar.ts'
import type { Kysely } from 'kysely'
import { clockSentence, isRightClock } from '../cluster/database-clock.ts'
import { listProcesses } from '../cluster/process-registry.ts'
import type { Database } from '../database/schema.ts'
import { embeddedDatabaseOf } from '../database/sqlite.ts'
import { outboxHealth } from '../messages/outbox-health.ts'
import { type AdminContext, type AdminReply, adminResult } from './admin-context.ts'
import { readMarketState } from './journal/journal-commands.ts'

const counted = ['firm', 'broker', 'person', 'equity'] as const satisfies readonly (keyof Database)[]

/** The state of the installation, as `aitai status` prints and the console shows it. */
export interface InstallationStatus
  extends Pick<OperationsToday, 'journal' | 'market' | 'quotes' | 'outbox' | 'sessions'> {
  readonly server: {
    readonly running: boolean
    readonly pid?: number | null
    readonly startedAt?: string | null
  }
  readonly firms: number
  readonly brokers: number
  readonly users: number
  readonly equities: number
  readonly openSessions: number
  readonly unsentMessages: number
  /** With PostgreSQL only, the writer first. */
  readonly processes?: readonly ProcessStatus[]
}

/** The state of the installation: totals only, nothing about adverts (docs/rules.md §15). */
export async function showStatus(admin: AdminContext): Promise<AdminReply> {
  const { db, now, running } = admin
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
  const {
    firm: firms = 0,
    broker: brokers = 0,
    person: users = 0,
    equity: equities = 0,
  } = Object.fromEntries(counts)
  const sessions = await openSessions(db)
  const outbox = await outboxStatus(db, now())
  const last = journal[0]
  return adminResult({
    server: serverOf(running),
    journal: { entries: last?.seq ?? 0, newest: last ? isoTime(last.at) : null },
    market: await marketToday(admin),
    quotes: quotesStatus(running),
    outbox,
    firms,
    brokers,
    users,
    equities,
    sessions,
    openSessions: Object.values(sessions).reduce((sum, each) => sum + each, 0),
    unsentMessages: outbox.waiting,
    ...(embeddedDatabaseOf(db) ? {} : { processes: await processesOf(db) }),
  } satisfies InstallationStatus)
}

/** What is open today, in Tokyo's hours. */
async function marketToday(admin: AdminContext): Promise<OperationsToday['market']> {
  const { running } = admin
  if (running === null || running === 'elsewhere') return null
  const at = admin.now()
  return await readMarketState(admin, ({ calendar, halts }) => ({
    tradingDay: tokyoDate(at),
    platformClosed: halts.platform,
    haltedFirms: halts.firms.size,
    haltedSecurities: halts.securities.size,
    exchanges: exchanges.map((exchange) => {
      const { platform, matching, afterHours } = calendar.hours[exchange]
      return {
        exchange,
        isTradingDay: isTradingDay(calendar, at),
        phase: phaseOf(calendar, exchange, at),
        platform: tokyoHours(platform),
        matching: tokyoHours(matching),
        afterHours: tokyoHours(afterHours),
      }
    }),
  }))
}

/** Ranges as periods of the day in Tokyo. */
const tokyoHours = (ranges: readonly HourRange[]): string[] =>
  openIntervalsOf(ranges).map(({ from, to }) => `${timeOfDay(from)}–${timeOfDay(to)}`)

/** Milliseconds since midnight as HH:MM. */
const timeOfDay = (ms: number): string => {
  const minutes = Math.floor(ms / minuteMs)
  return [Math.floor(minutes / 60), minutes % 60].map((each) => String(each).padStart(2, '0')).join(':')
}

function quotesStatus(running: AdminContext['running']): OperationsToday['quotes'] {
  const feed = running === null || running === 'elsewhere' ? null : (running.feed?.() ?? null)
  if (!feed) return null
  const { newestAgeMs, ...rest } = feed
  return { ...rest, newestAgeSeconds: newestAgeMs === null ? null : Math.floor(newestAgeMs / 1_000) }
}

async function outboxStatus(db: Kysely<Database>, at: number): Promise<OperationsToday['outbox']> {
  const { waiting, oldestAt, givenUp } = await outboxHealth(db, at)
  return {
    waiting: waiting.mail + waiting.sms,
    oldestSeconds: oldestAt === null ? null : Math.max(0, Math.floor((at - oldestAt) / 1_000)),
    givenUp: givenUp.mail + givenUp.sms,
  }
}

async function openSessions(db: Kysely<Database>): Promise<Record<Role, number>> {
  const rows = await db
    .selectFrom('session')
    .innerJoin('person', 'person.id', 'session.user_id')
    .select(({ fn }) => ['role', fn.countAll<number>().as('count')])
    .where('ended', 'is', null)
    .groupBy('role')
    .execute()
  const of = (role: Role): number => Number(rows.find((row) => row.role === role)?.count ?? 0)
  return { TRADER: of('TRADER'), BROKER: of('BROKER'), STAFF: of('STAFF') }
}

type ProcessStatus = Awaited<ReturnType<typeof processesOf>>[number]

/** The processes that share a PostgreSQL database, the writer first. */
const processesOf = async (db: Kysely<Database>) =>
  (await listProcesses(db)).map(({ address, isWriter, startedAt, silentMs, behind, clockDifference }) => ({
    address,
    role: isWriter ? ('writer' as const) : ('follower' as const),
    startedAt: isoTime(startedAt),
    silentSeconds: Math.round(silentMs / 1_000),
    entriesBehind: behind,
    clockDifferenceMs: clockDifference,
    ...(isRightClock(clockDifference) ? {} : { why: clockSentence(clockDifference) }),
  }))

function serverOf(running: AdminContext['running']) {
  if (running === null) return { running: false }
  if (running === 'elsewhere') return { running: true, pid: null, startedAt: null }
  return { running: true, pid: running.pid, startedAt: isoTime(running.startedAt) }
}
