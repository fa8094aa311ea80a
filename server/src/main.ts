import { LaterVersion } from '@aitai/engine/model/rules-version.ts'
import { demoAccounts, demoPassword } from './admin/demo/demo-accounts.ts'
import { robotAccounts } from './admin/demo/demo-data.ts'
import { startRobots } from './admin/demo/robot-process.ts'
import { watchReference } from './admin/reference/reference-watch.ts'
import { runningContext } from './admin/running-context.ts'
import { answerForwardedCommand, serveAdminSocket } from './admin/socket-server.ts'
import { LostEntries } from './cluster/journal-head.ts'
import { ConfigError, readConfig } from './config.ts'
import { connectionFaultOf } from './database/connection-faults.ts'
import { databaseDamageOf } from './database/damage.ts'
import {
  DamagedDatabase,
  DatabaseLocked,
  databaseLocation,
  UnknownSchema,
  UnsafeDatabase,
} from './database/open-database.ts'
import { UnsuitableDatabase } from './database/session-check.ts'
import { startOnceDatabaseAnswers } from './database/start-once-database-answers.ts'
import { checkAppendable, createFolder } from './folders.ts'
import { BrokenJournal } from './market/journal-chain.ts'
import { createLog, openLogFile } from './observability/log.ts'
import { redactedErrorText } from './observability/redaction.ts'
import { BadCalendar } from './reference/calendar.ts'
import { BadVenueSettings } from './reference/venue-settings.ts'
import { type RunningApp, startServer } from './startup.ts'

const config = configOrEnd()
const logFile = config.logFile === null ? undefined : openLogFile(config.logFile)
const log = createLog(config.logLevel, logFile)
// A rotation renames the file, and then asks for a new one.
process.on('SIGHUP', () => logFile?.reopen())

// Node would print the error with all its properties, which may quote a request.
for (const event of ['uncaughtException', 'unhandledRejection'] as const)
  process.on(event, (error: unknown) => end(error))

try {
  const server = await startOnceDatabaseAnswers(
    config,
    () =>
      startServer(config, {
        log,
        onFatal: end,
        onLostSync: (err) => {
          log.fatal({ err }, 'the disk lost data that it had acknowledged')
          process.exit(1)
        },
      }),
    (message) => {
      console.error(message)
      log.warn(message)
    },
  )
  const others = await startOthers(server)
  // Listen before announcing readiness, because a supervisor may stop the server as soon as it reads the
  // announcement.
  stopOnSignal(async () => {
    await others.stop()
    await server.stop()
  })
  console.log(`Aitai is ready at ${server.url}`)
  if (others.robots > 0) printAccounts()
} catch (error) {
  end(error)
}

interface Others {
  readonly robots: number
  stop(): Promise<void>
}

/** Starts the admin socket of the running server, and the robots of the demonstration. */
async function startOthers({ app, url, referenceChanged }: RunningApp): Promise<Others> {
  const { database: db } = app
  const admin = runningContext(app)
  const onError = (err: unknown, activity: string): void => log.error({ err }, activity)
  const { cluster } = app
  cluster?.answerAdmin((command) => answerForwardedCommand(admin, command))
  const stopAdmin = await serveAdminSocket(admin, config.dataDir, onError, cluster?.forwardAdmin)
  // With PostgreSQL, admin commands may also run on another machine.
  const stopWatching = config.databaseUrl ? watchReference(db, referenceChanged, onError) : () => {}
  const robots = config.demo ? await robotAccounts(db) : []
  const stopRobots =
    config.robots && robots.length > 0
      ? startRobots({ baseUrl: url, accounts: robots, onMessage: (message) => log.warn(message) })
      : async () => {}
  const stop = async (): Promise<void> => {
    stopWatching()
    await stopRobots()
    await stopAdmin()
  }
  return { robots: robots.length, stop }
}

function printAccounts(): void {
  console.log(
    '\nDemonstration accounts. For trying only: everybody knows their password. DEMO=off leaves them out.',
  )
  for (const { email, role, firstLogin, twoFactorPhone } of demoAccounts) {
    const note = firstLogin
      ? ', first login'
      : twoFactorPhone
        ? ', two-factor: npm run -s aitai -- outbox'
        : ''
    console.log(`  ${email.padEnd(28)}${demoPassword}   ${role}${note}`)
  }
  console.log('')
}

/** Under npm, one Ctrl-C is two signals: the terminal's, and the one that npm passes on. */
const sameInterruptMs = 1_000

function stopOnSignal(stop: () => Promise<void>): void {
  let stoppedAt: number | null = null
  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    process.on(signal, () => {
      // A second signal ends the process at once: whatever still runs, the journal has what was acknowledged.
      if (stoppedAt !== null) {
        if (signal === 'SIGINT' && performance.now() - stoppedAt < sameInterruptMs) return
        process.exit(1)
      }
      stoppedAt = performance.now()
      stop().then(() => process.exit(0), end)
    })
}

function configOrEnd() {
  try {
    const config = readConfig(process.env)
    createFolder('DATA_DIR', config.dataDir)
    if (config.logFile !== null) checkAppendable('LOG_FILE', config.logFile)
    return config
  } catch (error) {
    return end(error)
  }
}

/** Ends with one clear line if a person can fix the problem, otherwise with the whole error. */
function end(error: unknown): never {
  console.error(operatorMessage(error) ?? redactedErrorText(error))
  process.exit(1)
}

function operatorMessage(error: unknown): string | null {
  if (
    error instanceof ConfigError ||
    error instanceof DatabaseLocked ||
    error instanceof UnsafeDatabase ||
    error instanceof UnsuitableDatabase ||
    error instanceof UnknownSchema ||
    error instanceof DamagedDatabase ||
    error instanceof BrokenJournal ||
    error instanceof LostEntries ||
    error instanceof LaterVersion ||
    error instanceof BadCalendar ||
    error instanceof BadVenueSettings
  )
    return error.message
  const fault = config.databaseUrl === null ? null : connectionFaultOf(error, config.databaseUrl)
  if (fault !== null) return fault.message
  const damage = databaseDamageOf(error)
  if (damage !== null) return new DamagedDatabase(databaseLocation(config), damage).message
  const { code, port = config.port } = error as NodeJS.ErrnoException & { port?: number }
  const variable = port === config.metrics ? 'METRICS' : 'PORT'
  if (code === 'EADDRINUSE')
    return `Port ${port} is in use. Stop the other program, or choose another with ${variable}.`
  if (code === 'EACCES') return `Not allowed: ${(error as Error).message}`
  return null
}
