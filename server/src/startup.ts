import { randomInt } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { defaultLimits, type Limits } from '@aitai/engine/limits.ts'
import type { Security } from '@aitai/engine/market/security.ts'
import type { Logger } from 'pino'
import { type PasswordHasher, passwordHasher } from './accounts/password-hashing.ts'
import { seedDemo } from './admin/demo/demo-data.ts'
import { refuseExposedDemo } from './admin/demo/demo-exposure.ts'
import { type App, buildApp } from './app.ts'
import { createClock, type Now } from './clock.ts'
import type { Config } from './config.ts'
import { type OpenDatabase, openDatabase } from './database/open-database.ts'
import { readInstallation } from './http/content-files.ts'
import { closeHttp } from './http/shutdown.ts'
import { startMatchmaking } from './market/command-loop.ts'
import { createJournal } from './market/journal.ts'
import type { Matchmaking, MatchmakingDeps } from './market/matchmaking.ts'
import { createNotificationStore } from './market/notification-store.ts'
import { ProbingMonitor } from './market/surveillance/probing-monitor.ts'
import { startMessageDelivery, transportsOf } from './messages/delivery.ts'
import { startMetricsServer } from './observability/metrics-server.ts'
import { type OpenQuotes, openQuotes } from './quotes/quote-source.ts'
import type { Quotes } from './quotes/quotes.ts'
import { holidayWarning } from './reference/calendar-health.ts'
import { openReference, type ReferenceData } from './reference/reference-data.ts'

/** The inputs that a test replaces: time and prices. */
export interface ServerEnvironment {
  readonly log: Logger
  readonly now?: Now
  /** A test may hash its passwords at a lower cost. */
  readonly passwords?: PasswordHasher
  /** Quotes for the listed securities. */
  readonly quotes?: (securities: readonly Security[], now: Now) => Quotes
  /** Limits that differ from the defaults. */
  readonly limits?: Partial<Limits>
  readonly tickMs?: number
  readonly startTicks?: MatchmakingDeps['startTicks']
  /** The folder of the built client. */
  readonly clientFolder?: string
  /** The disk lost data that it had acknowledged. */
  readonly onLostSync?: (error: unknown) => void
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
export async function startServer(config: Config, surroundings: ServerEnvironment): Promise<RunningApp> {
  const installation = readInstallation(config)
  const transports = await transportsOf(config, installation.brand.productName)
  const opened = await openDatabase(config)
  const closers: (() => Promise<void>)[] = [opened.close]
  const stop = async (): Promise<void> => {
    for (const close of closers.splice(0).reverse()) await close()
  }
  try {
    const { now = createClock(), passwords = passwordHasher() } = surroundings
    await refuseExposedDemo(opened.db, config)
    if (config.demo) await seedDemo(opened.db, passwords, now)
    const { limits, log, clientFolder = builtClient } = surroundings
    const reference = await openReference(opened.db, { ...config, ...(limits ? { limits } : {}) })
    const { quotes, feed, close } = await openSource(config, opened, listed(reference), now, surroundings)
    closers.push(close)
    const { matchmaking, notices } = await openMarket(opened, reference, quotes, now, {
      ...surroundings,
      sweepDelay: config.sweepDelay,
    })
    closers.push(() => matchmaking.stop())
    const { db: database } = opened
    const delivery = startMessageDelivery(
      { database, now, log, pollEveryMs: surroundings.tickMs },
      transports,
    )
    closers.push(() => delivery.stop())
    const probing = new ProbingMonitor({ database, matchmaking, now, log })
    closers.push(() => probing.stop())
    const app = await buildApp({
      config,
      installation,
      database,
      passwords,
      matchmaking,
      notices,
      reference,
      quotes,
      feed,
      delivery,
      probing,
      now,
      log,
      clientFolder,
    })
    closers.push(() => closeHttp(app.http))
    const warnOfHolidays = holidayWarning(database, config, now, log)
    await warnOfHolidays()
    const sweeps = setInterval(() => {
      app
        .sweep()
        .then(warnOfHolidays)
        .catch((err: unknown) => log.error({ err }, 'sweep'))
      probing.update().catch((err: unknown) => log.error({ err }, 'surveillance'))
    }, sweepEveryMs)
    closers.push(async () => clearInterval(sweeps))
    const { metrics } = config
    const metricsServer =
      typeof metrics === 'number' && app.readMetrics
        ? await startMetricsServer(metrics, app.readMetrics)
        : null
    if (metricsServer) closers.push(metricsServer.stop)
    await app.http.listen({ port: config.port, host: config.host })
    const referenceChanged = async (): Promise<void> => {
      await reference.refresh()
      quotes.list(listed(reference))
    }
    const metricsPort = metricsServer?.port ?? null
    return { app, url: urlOf(app, config.host), metricsPort, referenceChanged, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

const listed = (reference: ReferenceData): readonly Security[] =>
  reference.names().listed.map(({ security }) => security)

async function openSource(
  config: Config,
  { db }: OpenDatabase,
  securities: readonly Security[],
  now: Now,
  { quotes: given, limits, log }: ServerEnvironment,
): Promise<OpenQuotes> {
  if (!given)
    return openQuotes(config.quotes, { db, securities, now, log, limits: { ...defaultLimits, ...limits } })
  const quotes = given(securities, now)
  return { quotes, feed: null, close: async () => quotes.stop() }
}

async function openMarket(
  { db }: OpenDatabase,
  reference: ReferenceData,
  quotes: Quotes,
  now: Now,
  { log, tickMs, startTicks, onLostSync, sweepDelay }: ServerEnvironment & Pick<Config, 'sweepDelay'>,
) {
  const notices = createNotificationStore(db)
  const matchmaking: Matchmaking = await startMatchmaking({
    journal: createJournal(db),
    notices,
    names: reference.names,
    limitsAt: reference.limitsAt,
    quotes,
    now,
    sweepDelay: () => randomInt(sweepDelay.min, sweepDelay.max + 1),
    onError: (err, doing) => log.error({ err }, `matchmaking: ${doing}`),
    ...(tickMs === undefined ? {} : { tickMs }),
    ...(startTicks ? { startTicks } : {}),
    ...(onLostSync ? { onLostSync } : {}),
  })
  await reference.synchronize(matchmaking)
  return { matchmaking, notices }
}

/** The address in use; the port may have been chosen by the system. */
function urlOf({ http }: App, host: string): string {
  const { port } = http.server.address() as AddressInfo
  const name = host === '0.0.0.0' || host === '::' ? 'localhost' : host
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`
}
