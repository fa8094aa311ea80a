import { X509Certificate } from 'node:crypto'
import { readFile, statfs } from 'node:fs/promises'
import { lastBackup } from './admin/backup/last-backup.ts'
import { newestHeadsAt } from './admin/evidence/daily-heads.ts'
import type { AppContext } from './context.ts'
import { type ReplicationHealth, replicationHealth } from './database/replication-health.ts'
import { embeddedDatabaseOf } from './database/sqlite.ts'
import { servedCertificate } from './http/served-certificate.ts'
import { lostLogLines } from './observability/log.ts'
import type { MetricSource } from './observability/metrics.ts'
import { calendarHealth } from './reference/calendar-health.ts'

type Deps = Pick<AppContext, 'cluster' | 'config' | 'database' | 'isReady' | 'market' | 'now'>

/** Whether the installation accepts commands, and what it stands on. */
export const installationMetrics = (app: Deps): readonly MetricSource[] => [
  ...ofMarket(app),
  ...ofDatabase(app),
  ofBackup(app),
  ofHeads(app),
  ...ofMachine(app),
]

const ofMarket = ({ market, isReady, cluster }: Deps): readonly MetricSource[] => [
  { name: 'aitai_ready', help: '1 while commands are accepted', read: () => Number(isReady()) },
  { name: 'aitai_journal_entries', help: 'Journal entries', read: () => market.load().entries },
  {
    name: 'aitai_writer',
    help: '1 in the process that writes the journal',
    read: () => Number(cluster?.isWriter() ?? true),
  },
  {
    name: 'aitai_writer_changes_total',
    help: 'How often this process has begun and ceased to write the journal since its start',
    read: () => cluster?.roleChanges() ?? { elected: 0, deposed: 0 },
  },
  { name: 'aitai_commands_waiting', help: 'Queued commands', read: () => market.load().waiting },
]

/** Of PostgreSQL's standbys and archive; absent with the embedded database, and while PostgreSQL does not answer. */
function ofDatabase({ database }: Deps): readonly MetricSource[] {
  const reading =
    (of: (health: ReplicationHealth) => ReturnType<MetricSource['read']>): MetricSource['read'] =>
    async () =>
      embeddedDatabaseOf(database) ? null : await of(await replicationHealth(database))
  return [
    {
      name: 'aitai_standbys',
      help: 'Standbys that stream, by whether commits wait for them',
      read: reading(({ standbys, maySee }) => {
        if (!maySee) return null
        const synchronous = standbys.filter(({ isSynchronous }) => isSynchronous).length
        return { synchronous, asynchronous: standbys.length - synchronous }
      }),
    },
    {
      name: 'aitai_standby_lag_seconds',
      help: 'For how long the slowest standby that streams has not applied what it was sent',
      read: reading(({ standbys }) => {
        const lags = standbys.map(({ lagSeconds }) => lagSeconds).filter((lag) => lag !== null)
        return lags.length === 0 ? null : Math.max(...lags)
      }),
    },
    {
      name: 'aitai_archive_failing',
      help: '1 if the last attempt of PostgreSQL to archive a segment of its log failed',
      read: reading(({ isArchiving, isArchiveFailing }) => (isArchiving ? Number(isArchiveFailing) : null)),
    },
    {
      name: 'aitai_archive_age_seconds',
      help: 'Age of the newest archived segment',
      read: reading(({ isArchiving, lastArchivedAt, now }) =>
        isArchiving && lastArchivedAt !== null ? (now - lastArchivedAt) / 1_000 : null,
      ),
    },
  ]
}

/** Of the embedded database; with PostgreSQL its own tools make backups, which are not measured here. */
const ofBackup = ({ database, now }: Deps): MetricSource => ({
  name: 'aitai_backup_age_seconds',
  help: 'Time since the newest backup of the embedded database, or since the first audit event if there is none',
  async read() {
    if (!embeddedDatabaseOf(database)) return null
    const { unsavedSince } = await lastBackup(database)
    return unsavedSince === null ? null : (now() - unsavedSince) / 1_000
  },
})

/** Of days, so that it says nothing about what members do. */
const ofHeads = ({ database, now }: Deps): MetricSource => ({
  name: 'aitai_evidence_age_seconds',
  help: 'Time since the newest signed heads of a day, or since the first audit event if there are none',
  async read() {
    const first = database.selectFrom('audit').select('at').orderBy('seq').limit(1)
    const since = (await newestHeadsAt(database)) ?? (await first.executeTakeFirst())?.at
    return since === undefined ? null : (now() - since) / 1_000
  },
})

const ofMachine = ({ config, database, now }: Deps): readonly MetricSource[] => [
  {
    name: 'aitai_disk_free_bytes',
    help: 'Free space on the disk of DATA_DIR',
    async read() {
      const { bavail, bsize } = await statfs(config.dataDir)
      return bavail * bsize
    },
  },
  {
    name: 'aitai_log_lines_lost_total',
    help: 'Lines of the log that could not be written since the start',
    read: lostLogLines,
  },
  {
    name: 'aitai_calendar_days_left',
    help: 'Days until the known holidays end; absent with an always-open calendar',
    async read() {
      const { holidaysUntil, daysLeft } = await calendarHealth(database, config, now())
      return holidaysUntil === null ? null : daysLeft
    },
  },
  {
    name: 'aitai_public_certificate_seconds_left',
    help: 'Time until the certificate at PUBLIC_URL ends, looked at once an hour; absent without TLS or if it does not answer',
    read: publicCertificate(config),
  },
  {
    name: 'aitai_peer_certificate_seconds_left',
    help: 'Time until the certificate in PEER_TLS_CERT ends; absent without one',
    async read() {
      if (!config.peerTls) return null
      const { validTo } = new X509Certificate(await readFile(config.peerTls.cert))
      return (Date.parse(validTo) - Date.now()) / 1_000
    },
  },
]

const certificateCheckMs = 60 * 60_000

/** Returns the seconds until the certificate at PUBLIC_URL ends, and connects there at most once an hour. */
function publicCertificate({ publicUrl }: Deps['config']): () => Promise<number | null> {
  let last: { readonly at: number; readonly until: Promise<number | null> } | null = null
  return async () => {
    if (!publicUrl.startsWith('https:')) return null
    if (last === null || performance.now() - last.at > certificateCheckMs)
      last = {
        at: performance.now(),
        until: servedCertificate(publicUrl).then((found) => (typeof found === 'string' ? null : found.until)),
      }
    const until = await last.until
    return until === null ? null : (until - Date.now()) / 1_000
  }
}
