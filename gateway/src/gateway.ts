import { callApi } from '@aitai/contract/api-client.ts'
import { credentialLogin } from '@aitai/contract/routes/session.ts'
import { tokyoDate } from '@aitai/engine/calendar/trading-days.ts'
import { isSameSecret } from '@aitai/server/accounts/tokens.ts'
import { serveCommandSocket } from '@aitai/server/admin/command-socket.ts'
import { metricsPage } from '@aitai/server/observability/metrics.ts'
import { startMetricsServer } from '@aitai/server/observability/metrics-server.ts'
import { readDictionary } from './dictionary/own-dictionaries.ts'
import { FolderSession, type FolderTiming } from './files/folder-session.ts'
import type { GatewayConfig } from './gateway-config.ts'
import { RecentLog } from './operations/recent-log.ts'
import { runSessionCommand } from './operations/session-commands.ts'
import { sessionMetrics } from './operations/session-metrics.ts'
import type { FolderEntry, SessionEntry } from './session-entry.ts'
import { type Acceptor, startAcceptor } from './sessions/acceptor.ts'
import type { SessionConfig } from './sessions/session-config.ts'
import type { SessionLog } from './sessions/session-log.ts'
import type { SessionSchedule } from './sessions/session-schedule.ts'
import { FileStore } from './store/file-store.ts'
import { becomeWriter, openStoreDatabase } from './store/open-store.ts'
import { OrderStore } from './store/order-store.ts'
import type { SessionStore } from './store/session-store.ts'
import { BrokerSession } from './trading/broker-session.ts'
import { TraderSession } from './trading/trader-session.ts'
import { TradingApplication } from './trading/trading-application.ts'
import { UserConnection } from './trading/user-connection.ts'
import type { UserSession } from './trading/user-session.ts'

export interface GatewayOptions {
  readonly log: SessionLog
  /** The store failed, or another gateway took over: this process must end. */
  readonly onFailure: (error: unknown) => void
  /** Called while another gateway serves the sessions, before this one takes over. */
  readonly onWaiting?: () => void
  /** Milliseconds since the epoch. */
  readonly now?: () => number
  readonly folderTiming?: Partial<FolderTiming>
}

/** A running gateway. */
export interface Gateway {
  readonly port: number
  /** Null if it serves no metrics. */
  readonly metricsPort: number | null
  readonly acceptor: Acceptor
  /** Logs everybody out, stores what is not stored yet and lets another gateway take over. */
  close(): Promise<void>
}

/** Starts the sessions of a configuration; waits first until no other gateway serves them. */
export async function startGateway(config: GatewayConfig, options: GatewayOptions): Promise<Gateway> {
  const { log, onFailure, onWaiting = () => {}, now = Date.now, folderTiming = {} } = options
  const database = await openStoreDatabase(config)
  try {
    if (database.isShared) onWaiting()
    const store = await becomeWriter(database)
    const recent = new RecentLog(config.logsMessages)
    const write: SessionLog = (line) => {
      recent.add(line)
      if (config.logsMessages || line.direction === 'event') log(line)
    }
    const acceptors: { current: Acceptor | null } = { current: null }
    const logout = (id: string, text: string): void => acceptors.current?.sessions.get(id)?.logout(text)
    for (const { id, credential } of config.sessions) store.encryptMessages(id, credential)
    const users = new Map<string, UserSession>()
    for (const entry of config.sessions)
      users.set(entry.id, await userSession(entry, config, { store, log: write, now, logout }))
    const application = new TradingApplication(users)
    const acceptor = await startAcceptor({
      sessions: config.sessions.map((entry) => sessionConfigOf(entry, config.compId)),
      store,
      application,
      host: config.host,
      port: config.port,
      ...(config.tls ? { tls: config.tls } : {}),
      now,
      log: write,
      onFailure,
    })
    acceptors.current = acceptor
    const folders = new Map<string, FolderSession>()
    for (const entry of config.folders)
      folders.set(entry.id, folderSession(entry, config, { store, log: write, now, timing: folderTiming }))
    const { sessions } = acceptor
    const commands = { entries: config.sessions, sessions, folders, recent, log: write, now }
    const closeSocket = await serveCommandSocket(config.folder, {
      run: (received) => runSessionCommand(commands, received),
      onError: (error) => {
        write({
          at: now(),
          sessionId: null,
          direction: 'event',
          text: `an operator's command failed: ${String(error)}`,
        })
        return null
      },
    })
    const metrics =
      config.metricsPort === null
        ? null
        : await startMetricsServer(config.metricsPort, metricsPage(sessionMetrics(sessions, folders)))
    const close = async (): Promise<void> => {
      await closeSocket()
      await metrics?.stop()
      await acceptor.close()
      await application.close()
      await Promise.all([...folders.values()].map((folder) => folder.close()))
      await database.close()
    }
    return { port: acceptor.port, metricsPort: metrics?.port ?? null, acceptor, close }
  } catch (error) {
    await database.close()
    throw error
  }
}

interface UserSessionParts {
  readonly store: SessionStore
  readonly log: SessionLog
  readonly now: () => number
  readonly logout: (sessionId: string, text: string) => void
}

/** Why a session is logged out that the server does not serve any more. */
const refusalTexts = {
  REPLACED: 'Another gateway has signed this user in',
  CREDENTIAL: 'The platform does not accept the credential of this session',
} as const

async function userSession(
  entry: SessionEntry,
  { serverUrl }: GatewayConfig,
  { store, log, now, logout }: UserSessionParts,
): Promise<UserSession> {
  const { id: sessionId, type } = entry
  const event = (text: string): void => log({ at: now(), sessionId, direction: 'event', text })
  const user = new UserConnection({
    baseUrl: serverUrl,
    signIn: () => signIn(serverUrl, entry),
    onChange: (notification) => session.changed(notification),
    onRefused: (reason) => {
      event(`the server refused the session: ${reason}`)
      logout(sessionId, refusalTexts[reason])
    },
    now,
  })
  const orders = await OrderStore.open(store, sessionId, tokyoDate(now()))
  const onFailure = (error: unknown): void =>
    event(`what has changed could not be reported: ${String(error)}`)
  const parts = { sessionId, user, now, onFailure }
  const session: UserSession =
    type === 'orders'
      ? new TraderSession({ ...parts, orders })
      : new BrokerSession({ ...parts, reports: orders })
  return session
}

type Identity = Pick<SessionEntry | FolderEntry, 'user' | 'credential'>

async function signIn(baseUrl: string, { user: email, credential }: Identity): Promise<string> {
  const body = { email, credential }
  return (await callApi({ baseUrl, token: null }, credentialLogin, { body })).token
}

type FolderParts = Omit<UserSessionParts, 'logout'> & { readonly timing: Partial<FolderTiming> }

function folderSession(
  entry: FolderEntry,
  { serverUrl }: GatewayConfig,
  { store, log, now, timing }: FolderParts,
): FolderSession {
  const { id: sessionId, folder, language } = entry
  const onEvent = (text: string): void => log({ at: now(), sessionId, direction: 'event', text })
  const user = new UserConnection({
    baseUrl: serverUrl,
    signIn: () => signIn(serverUrl, entry),
    // Without a live socket nothing is notified, and a refusal is the failure of a call.
    onChange: () => {},
    onRefused: () => {},
    now,
  })
  return new FolderSession({
    sessionId,
    folder,
    language: language === 'ja' ? 'Jp' : 'En',
    user,
    files: new FileStore(store, sessionId),
    now,
    onEvent,
    timing,
  })
}

function sessionConfigOf(entry: SessionEntry, compId: string): SessionConfig {
  const { id, version, counterparty, password } = entry
  return {
    id,
    beginString: version,
    compId,
    counterparty,
    dictionary: readDictionary(version),
    identity: {
      networks: entry.networks ?? [],
      certificates: entry.certificates ?? [],
      ...(password === undefined
        ? {}
        : {
            checkPassword: (username: string, given: string) =>
              username === counterparty && isSameSecret(given, password),
          }),
    },
    schedule: entry.day ? scheduleOf(entry.day) : null,
    resetOnLogon: entry.resetOnLogon ?? false,
  }
}

const scheduleOf = ({ start, end }: { start: string; end: string }): SessionSchedule => ({
  startMinute: minuteOf(start),
  endMinute: minuteOf(end),
})

function minuteOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return hours * 60 + minutes
}
