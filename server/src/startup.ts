import { randomInt } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { defaultLimits, type Limits } from '@aitai/engine/model/limits.ts'
import type { Security } from '@aitai/engine/model/security.ts'
import type { Logger } from 'pino'
import { type InstallationSecrets, openSecrets, peerOverlapMs } from './accounts/installation-secrets.ts'
import { type PasswordHasher, passwordHasher } from './accounts/password-hashing.ts'
import { seedDemo } from './admin/demo/demo-data.ts'
import { refuseExposedDemo } from './admin/demo/demo-exposure.ts'
import { refuseTrialDefaults } from './admin/demo/trial-defaults.ts'
import { DailyHeads } from './admin/evidence/daily-heads.ts'
import { type App, buildApp } from './app.ts'
import { createClock, type Now } from './clock.ts'
import type { RunningCluster } from './cluster/join-cluster.ts'
import type { Config } from './config.ts'
import { isLostSync } from './database/database-errors.ts'
import { useDataKeySecrets } from './database/encryption/data-keys.ts'
import { openDataKeys } from './database/encryption/key-rotation.ts'
import { type OpenServerDatabase, openServerDatabase } from './database/open-database.ts'
import { listEvidenceKey } from './evidence/evidence-keys.ts'
import { evidenceSigner } from './evidence/evidence-signer.ts'
import { readInstallation } from './http/content-files.ts'
import { listening } from './http/listening.ts'
import { closeHttp } from './http/shutdown.ts'
import type { StartMarketTicks } from './live/market-topics.ts'
import { CommandLoop } from './market/command-loop.ts'
import type { CommandLoopDeps } from './market/command-loop-deps.ts'
import { OwnHistory } from './market/history/own-history.ts'
import { createJournal } from './market/journal.ts'
import type { Market } from './market/market.ts'
import { createNotificationStore, type NotificationStore } from './market/notification-store.ts'
import { ProbingMonitor } from './market/surveillance/probing-monitor.ts'
import { requireRoom, startWriteProbe } from './market/write-probe.ts'
import { startMessageDelivery, transportsOf } from './messages/delivery.ts'
import { failureLog } from './observability/failure-log.ts'
import { startMetricsServer } from './observability/metrics-server.ts'
import type { MarketData } from './quotes/bars/market-data.ts'
import type { QuoteBook } from './quotes/quote-book.ts'
import {
  type LastQuotes,
  type OpenMarketData,
  type OpenQuotes,
  openMarketData,
  openQuotes,
} from './quotes/quote-source.ts'
import type { Quotes } from './quotes/quotes.ts'
import { holidayWarning } from './reference/calendar-health.ts'
import { openReference, type ReferenceData } from './reference/reference-data.ts'
import { inSlices } from './reference/slices.ts'

/** The inputs that a test replaces: time and prices. */
interface ServerEnvironment {
  readonly log: Logger
  readonly now?: Now
  /** A test may hash its passwords at a lower cost. */
  readonly passwords?: PasswordHasher
  /** Quotes for the listed securities. */
  readonly quotes?: (securities: readonly Security[], now: Now) => Quotes
  /** The seed of a simulated market, for the data beside `quotes`. By default it is drawn once and stored. */
  readonly simulationSeed?: string
  /** Limits that differ from the defaults. */
  readonly limits?: Partial<Limits>
  readonly tickMs?: number
  readonly startTicks?: CommandLoopDeps['startTicks']
  /** By default prices are pushed at the full seconds of the clock. */
  readonly startMarketTicks?: StartMarketTicks
  /** How often a follower copies the writer's quotes. */
  readonly copyEveryMs?: number
  /** The folder of the built client. */
  readonly clientFolder?: string
  /** The disk lost data that it had acknowledged. */
  readonly onLostSync?: (error: unknown) => void
  /** The database lacks acknowledged data: the process must end. */
  readonly onFatal?: (error: unknown) => void
}

export interface RunningApp {
  readonly app: App
  /** The address of the server, such as http://localhost:8080. */
  readonly url: string
  /** The port of this machine at which /metrics is served, or null. */
  readonly metricsPort: number | null
  /** Applies a change of the reference data in the tables to the running server. */
  referenceChanged(): Promise<void>
  /** Finishes open requests, then releases the port and the data. */
  stop(): Promise<void>
}

const sweepEveryMs = 30_000
const builtClient = fileURLToPath(new URL('../../client/dist', import.meta.url))

/**
 * Starts the whole server and listens. Throws ConfigError, DatabaseLocked, UnsafeDatabase or the error of
 * listening, and closes everything that was opened.
 */
export async function startServer(config: Config, environment: ServerEnvironment): Promise<RunningApp> {
  refuseTrialDefaults(config)
  const installation = readInstallation(config)
  const transports = await transportsOf(config, installation.brand.productName)
  // Refused before a database that others use is opened.
  const given = config.databaseUrl === null ? null : openSecrets(config)
  const opened = await openServerDatabase(config)
  const closers: (() => Promise<void>)[] = [opened.close]
  const stop = async (): Promise<void> => {
    for (const close of closers.splice(0).reverse()) await close()
  }
  try {
    const { now = createClock(), passwords = passwordHasher() } = environment
    await refuseExposedDemo(opened.db, config)
    // Once the data is locked, so that only one process creates the file.
    const secrets = given ?? openSecrets(config)
    useDataKeySecrets(opened.db, () => ({ secrets: secrets.dataSecrets, now }))
    const { limits, log, clientFolder = builtClient, startMarketTicks } = environment
    // Processes that start together must not fill an empty database twice.
    const reference = await opened.runAlone(async () => {
      await openDataKeys(opened.db, secrets.dataSecrets, config.databaseUrl === null)
      if (config.demo) await seedDemo(opened.db, passwords, now)
      return await openReference(opened.db, { ...config, ...(limits ? { limits } : {}) })
    })
    const openedMarket = await openMarket(config, opened, secrets, reference, now, environment)
    closers.push(...openedMarket.closers)
    const { market, isReady, notificationStore, quotes, marketData, feed, cluster } = openedMarket
    const { db: database } = opened
    const delivery = startMessageDelivery({ database, now, log, pollEveryMs: environment.tickMs }, transports)
    closers.push(() => delivery.stop())
    const probing = new ProbingMonitor({ database, market, now, log })
    closers.push(() => probing.stop())
    const history = new OwnHistory(database)
    const isWriter = (): boolean => !cluster || cluster.isWriter()
    closers.push(history.start(isWriter, (err) => log.error({ err }, 'history')))
    const referenceChanged = async (): Promise<void> => {
      await reference.refresh()
      await followListed(quotes, reference)
    }
    const signer = evidenceSigner(secrets.of.evidence)
    await listEvidenceKey(database, signer, now(), cluster ? peerOverlapMs : 0)
    const dailyHeads = new DailyHeads({
      db: database,
      signer,
      publicUrl: config.publicUrl,
      compliance: config.compliance,
      productName: installation.brand.productName,
      calendar: reference.calendar,
      now,
      log,
    })
    const app = await buildApp({
      config,
      installation,
      secrets,
      signer,
      database,
      passwords,
      market,
      isReady,
      notificationStore,
      reference,
      quotes,
      marketData,
      feed,
      cluster,
      delivery,
      probing,
      history,
      referenceChanged,
      now,
      ...(startMarketTicks && { startMarketTicks }),
      log,
      clientFolder,
    })
    closers.push(() => closeHttp(app.http))
    const warnOfHolidays = holidayWarning(database, config, now, log)
    await warnOfHolidays()
    closers.push(startSweeps({ app, warnOfHolidays, isWriter, probing, dailyHeads, log }))
    const { metrics } = config
    const metricsServer =
      typeof metrics === 'number' && app.readMetrics
        ? await startMetricsServer(metrics, app.readMetrics)
        : null
    if (metricsServer) closers.push(metricsServer.stop)
    await cluster?.start()
    const { port, host } = config
    await listening({ variable: 'HOST', host }, () => app.http.listen({ port, host }))
    // First of all, so that another process writes while this one finishes its requests.
    if (cluster) closers.push(() => cluster.handOver())
    const metricsPort = metricsServer?.port ?? null
    return { app, url: urlOf(app, config.host), metricsPort, referenceChanged, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

interface Sweeps {
  readonly app: App
  readonly warnOfHolidays: () => Promise<void>
  readonly isWriter: () => boolean
  readonly probing: ProbingMonitor
  readonly dailyHeads: DailyHeads
  readonly log: Logger
}

/** What a server does every half minute, the last two as the writer only; returns what stops it. */
function startSweeps({ app, warnOfHolidays, isWriter, probing, dailyHeads, log }: Sweeps) {
  const sweeps = setInterval(() => {
    app
      .sweep()
      .then(warnOfHolidays)
      .catch((err: unknown) => log.error({ err }, 'sweep'))
    if (!isWriter()) return
    probing.update().catch((err: unknown) => log.error({ err }, 'surveillance'))
    void dailyHeads.update()
  }, sweepEveryMs)
  return async (): Promise<void> => clearInterval(sweeps)
}

const listed = (reference: ReferenceData): readonly Security[] =>
  reference.names().listed.map(({ security }) => security)

/**
 * Follows the listed securities with their newest closes. Others get a turn after each slice, and a later change may
 * come meanwhile: each security is followed as it is when it is its turn.
 */
async function followListed(quotes: Quotes, reference: ReferenceData): Promise<void> {
  for await (const { securityId } of inSlices(listed(reference))) {
    const equity = reference.names().equities.get(securityId)
    if (equity) quotes.list([equity.security])
  }
}

const openSource = (
  config: Config,
  { db }: OpenServerDatabase,
  reference: ReferenceData,
  now: Now,
  { quotes: given, limits, log }: ServerEnvironment,
  opened: OpenMarketData,
  last: LastQuotes | null,
): Promise<OpenQuotes> | OpenQuotes => {
  const securities = listed(reference)
  if (!given)
    return openQuotes(config.quotes, {
      ...opened,
      db,
      reference,
      securities,
      now,
      log,
      limits: { ...defaultLimits, ...limits },
      last,
    })
  const quotes = given(securities, now)
  return { quotes, feed: null, close: async () => quotes.stop() }
}

interface OpenMarket {
  readonly market: Market
  readonly isReady: () => boolean
  readonly notificationStore: NotificationStore
  readonly quotes: Quotes
  readonly marketData: MarketData
  readonly feed: () => QuoteBook | null
  readonly cluster: RunningCluster | null
  /** What to close, in the order in which it was opened. */
  readonly closers: readonly (() => Promise<void>)[]
}

/** Opens the market of the only process of the embedded database, or of one of the processes of a PostgreSQL. */
async function openMarket(
  config: Config,
  opened: OpenServerDatabase,
  secrets: InstallationSecrets,
  reference: ReferenceData,
  now: Now,
  environment: ServerEnvironment,
): Promise<OpenMarket> {
  const { log } = environment
  const onError = failureLog(log)
  const notificationStore = createNotificationStore(opened.db)
  const journal = createJournal(opened.db)
  const { quotes: given, simulationSeed } = environment
  const source = given && simulationSeed === undefined ? null : config.quotes.source
  const data = await openMarketData(source, { db: opened.db, reference, now }, simulationSeed)
  const marketData = data.data
  const loop = {
    ...loopOptions(config, environment, onError),
    journal,
    names: reference.names,
    limitsAt: reference.limitsAt,
    now,
  }
  if (config.databaseUrl === null) {
    const { quotes, feed, close } = await openSource(config, opened, reference, now, environment, data, null)
    const market = await CommandLoop.start({ ...loop, notificationStore, quotes })
    await reference.synchronize(market)
    const write = async (): Promise<void> => {
      await requireRoom(config.dataDir)
      await journal.probe()
    }
    const probe = startWriteProbe(write, (error) => {
      if (isLostSync(error)) environment.onLostSync?.(error)
      onError(error, 'market: probing the database')
    })
    return {
      market,
      isReady: () => market.isReady() && probe.isWritable(),
      notificationStore,
      quotes,
      marketData,
      feed: () => feed,
      cluster: null,
      closers: [close, () => market.stop(), async () => probe.stop()],
    }
  }
  const { joinCluster } = await import('./cluster/join-cluster.ts')
  const { readPeerTls } = await import('./cluster/peer-transport.ts')
  const cluster = await joinCluster({
    database: opened.db,
    databaseUrl: config.databaseUrl,
    processId: opened.processId,
    dataDir: config.dataDir,
    peerUrl: config.peerUrl,
    tls: readPeerTls(config),
    keys: secrets.peerKeys,
    secretsId: secrets.id,
    journal,
    notificationStore,
    now,
    ownClock: environment.now ? Date.now : now,
    openSource: async (last) => await openSource(config, opened, reference, now, environment, data, last),
    recorded: data.recorded,
    securityIds: () => reference.names().equities.keys(),
    startLoop: (folded, epochDeps) => CommandLoop.start({ ...loop, ...epochDeps }, folded),
    copyEveryMs: environment.copyEveryMs,
    onError: (error, activity) => onError(error, `several processes: ${activity}`),
    onWarning: (message) => log.warn(`several processes: ${message}`),
    onRoleChange: (isWriter) =>
      isWriter
        ? log.info('several processes: this process has become the writer')
        : log.warn('several processes: this process is not the writer any more'),
    onFatal: (err) => environment.onFatal?.(err),
  })
  const { market, quotes } = cluster
  return {
    market,
    isReady: cluster.isReady,
    notificationStore,
    quotes,
    marketData,
    feed: () => quotes.feed(),
    cluster,
    closers: [cluster.stop],
  }
}

/** What the command loop gets from the configuration and the environment. */
const loopOptions = (
  { sweepDelay }: Config,
  { tickMs, startTicks, onLostSync }: ServerEnvironment,
  onError: (error: unknown, activity: string) => void,
) => ({
  sweepDelay: () => randomInt(sweepDelay.min, sweepDelay.max + 1),
  onError: (error: unknown, activity: string) => onError(error, `market: ${activity}`),
  ...(tickMs === undefined ? {} : { tickMs }),
  ...(startTicks ? { startTicks } : {}),
  ...(onLostSync ? { onLostSync } : {}),
})

/** The address in use; the port may have been chosen by the system. */
function urlOf({ http }: App, host: string): string {
  const { port } = http.server.address() as AddressInfo
  const name = host === '0.0.0.0' || host === '::' ? 'localhost' : host
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`
}
