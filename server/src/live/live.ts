import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import { closeCodes } from '@aitai/contract/routes/live.ts'
import type { State } from '@aitai/engine/model/state.ts'
import type { Session } from '../accounts/session-rows.ts'
import type { Sessions } from '../accounts/sessions.ts'
import type { Cluster, ClusterHandlers } from '../cluster/cluster.ts'
import { Unavailable } from '../errors.ts'
import { networkOf } from '../http/networks.ts'
import { readBody, sendRawRefusal, sendRefusal, setDefaultHeaders } from '../http/raw-responses.ts'
import type { Market } from '../market/market.ts'
import type { NotificationStore } from '../market/notification-store.ts'
import { Acknowledgements } from './acknowledgements.ts'
import { Hub } from './hub.ts'
import { type LiveLimits, liveLimits } from './limits.ts'
import { atFullSeconds, MarketTopics, type PublicMarket, type StartMarketTicks } from './market-topics.ts'
import { encodeNotification, unackedNotificationPage } from './notification-messages.ts'
import { Presence } from './presence.ts'
import { filterRequest, type OriginRule, type SocketRequest } from './request-filter.ts'
import { SharedPresence } from './shared-presence.ts'
import { createSockJs, type SocketConnection } from './sockjs.ts'
import { StompConnection, type StompConnectionDeps } from './stomp-connection.ts'
import { type Cancel, realTimers, type Timers } from './timers.ts'
import { UnauthenticatedSockets } from './unauthenticated-sockets.ts'

export interface LiveDeps extends OriginRule {
  readonly sessions: Pick<Sessions, 'find' | 'onEnd'>
  readonly notificationStore: Pick<NotificationStore, 'unackedNotifications' | 'ackNotifications'>
  readonly market: Pick<Market, 'submit' | 'read' | 'onNotifications'>
  /** Without it there are no prices to follow. */
  readonly publicMarket?: PublicMarket
  /** By default prices are pushed at the full seconds of the clock. */
  readonly startMarketTicks?: StartMarketTicks
  /** Milliseconds UTC. */
  readonly now: () => number
  readonly log: StompConnectionDeps['log']
  /** The address of a client. */
  readonly addressOf: (request: IncomingMessage) => string
  readonly timers?: Timers
  readonly limits?: LiveLimits
  /** The other processes on the database; null if this is the only one. */
  readonly cluster?: Cluster | null
}

export interface Live {
  /** Handles a request below the socket's path. Its body must not have been read. */
  request(request: IncomingMessage, response: ServerResponse): void
  /** Handles every upgrade request, and refuses those of other paths. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void
  /** The number of open sockets. */
  sockets(): number
  /** What the live socket needs to know of the other processes. */
  readonly peers: Pick<ClusterHandlers, 'presenceReported' | 'sessionEnded' | 'roleChanged'>
  /** Closes every socket with a code that makes clients reconnect, and waits up to `limits.stopMs`. */
  stop(): Promise<void>
}

/** Starts the live socket: STOMP over SockJS, with one topic for each session. */
export async function startLive(deps: LiveDeps): Promise<Live> {
  const { market, now, log, timers = realTimers, limits = liveLimits } = deps
  const createPresence = (): Presence =>
    new Presence({
      setPresence: (traderId, present) => market.submit({ type: 'setPresence', traderId, present }),
      timers,
      absentAfterMs: limits.absentAfterMs,
      failed,
    })
  const failed = (failure: unknown): void => log('error', 'a presence could not be written', failure)
  const presence = deps.cluster
    ? new SharedPresence({ cluster: deps.cluster, createPresence, timers, failed })
    : createPresence()
  const hub = new Hub(presence, limits.socketsPerSession)
  const acknowledgements = new Acknowledgements({
    store: (batch) => deps.notificationStore.ackNotifications(batch, now()),
    timers,
    delayMs: limits.acknowledgementMs,
  })
  const marketTopics = new MarketTopics({
    market: deps.publicMarket ?? { has: () => false, read: async () => [] },
    now,
    startTicks: deps.startMarketTicks ?? atFullSeconds({ now, timers }),
    failed(failure) {
      // While the writer changes there is no state to read.
      if (!(failure instanceof Unavailable)) log('error', 'market data could not be read', failure)
    },
  })
  const connectionDeps: StompConnectionDeps = {
    sessionOf: (token) => sessionOf(deps.sessions, token),
    async unackedAfter(userId, number) {
      await acknowledgements.flush()
      return unackedNotificationPage(deps.notificationStore, userId, number, now())
    },
    acknowledgements,
    hub,
    marketTopics,
    limits,
    timers,
    now,
    log,
  }
  const connections = new OpenConnections(connectionDeps)
  const sockjs = createSockJs({
    open: (socket) => connections.open(socket),
    networkOf: (request) => networkOf(deps.addressOf(request)),
    limits,
    timers,
  })

  deps.sessions.onEnd((ended) => hub.endSession(ended))
  const unsubscribe = market.onNotifications((notifications) => {
    for (const notification of notifications)
      if (hub.hasSubscribers(notification.userId))
        hub.push(notification.userId, encodeNotification(notification))
  })
  if (presence instanceof Presence) presence.expectReturn(await market.read(presentTraders))
  const stopRechecking = every(timers, limits.recheckMs, () =>
    hub.recheck().catch((failure) => log('error', 'the sessions could not be looked up', failure)),
  )

  const isCurrent = (): boolean => deps.cluster?.isCurrent() ?? true
  // A disconnected client connects to another process; otherwise it would show old prices and miss its locates.
  const stopComparing = every(timers, limits.currentCheckMs, async () => {
    if (!isCurrent()) connections.closeAll('The server cannot reach its database')
  })

  const handlers = requestHandlers(deps, limits, sockjs, isCurrent, async () => {
    stopRechecking()
    stopComparing()
    marketTopics.stop()
    presence.close()
    unsubscribe()
    connections.closeAll('The server restarts')
    await acknowledgements.flush()
  })
  const peers: Live['peers'] = {
    sessionEnded: (ended) => hub.endSession(ended),
    presenceReported(report) {
      if (presence instanceof SharedPresence) presence.reported(report)
    },
    async roleChanged(isWriter) {
      if (!(presence instanceof SharedPresence)) return
      if (isWriter) presence.lead(await market.read(presentTraders))
      else presence.follow()
    },
  }
  return { ...handlers, sockets: () => connections.size(), peers }
}

/** The open sockets, also those that have not signed in yet. */
class OpenConnections {
  readonly #deps: StompConnectionDeps
  readonly #connections = new Set<StompConnection>()
  readonly #unauthenticated: UnauthenticatedSockets

  constructor(deps: StompConnectionDeps) {
    this.#deps = deps
    this.#unauthenticated = new UnauthenticatedSockets(deps.limits)
  }

  size(): number {
    return this.#connections.size
  }

  open(socket: SocketConnection): StompConnection {
    const connection = new StompConnection(socket, this.#deps, {
      onAuthenticated: () => this.#unauthenticated.remove(connection),
      onFinish: () => {
        this.#unauthenticated.remove(connection)
        this.#connections.delete(connection)
      },
    })
    this.#connections.add(connection)
    this.#unauthenticated.add(connection, socket.network)
    return connection
  }

  /** Closes all with the code that makes clients reconnect. */
  closeAll(why: string): void {
    for (const connection of [...this.#connections]) connection.close(closeCodes.restarting, why)
  }
}

/** Passes requests that the filter accepts on to sockjs while this process is up to date, until stopped. */
function requestHandlers(
  rule: OriginRule,
  limits: LiveLimits,
  sockjs: ReturnType<typeof createSockJs>,
  isCurrent: () => boolean,
  leave: () => Promise<void>,
): Omit<Live, 'sockets' | 'peers'> {
  const upgraded = new Set<Duplex>()
  let isStopping = false
  const isOpen = (): boolean => !isStopping && isCurrent()

  return {
    request(request, response) {
      const decision = isOpen() ? filterRequest(socketRequestOf(request, false), rule) : 503
      if (typeof decision === 'number') return sendRefusal(response, decision)
      setDefaultHeaders(response)
      // nginx would otherwise hold back what is streamed until its buffer is full.
      response.setHeader('x-accel-buffering', 'no')
      if (decision === 'pass') return sockjs.request(request, response)
      readBody(request, limits.transportBytes, (body) => {
        if (body) sockjs.request(request, response, body)
        else sendRefusal(response, 413)
      })
    },

    upgrade(request, socket, head) {
      const decision = isOpen() ? filterRequest(socketRequestOf(request, true), rule) : 503
      if (typeof decision === 'number') return sendRawRefusal(socket, decision)
      upgraded.add(socket)
      socket.once('close', () => upgraded.delete(socket))
      sockjs.upgrade(request, socket, head)
    },

    async stop() {
      isStopping = true
      await leave()
      const closed = [...upgraded].map((socket) => new Promise((done) => socket.once('close', done)))
      await Promise.race([Promise.all(closed), wait(limits.stopMs, undefined, { ref: false })])
      for (const socket of upgraded) socket.destroy()
    },
  }
}

const socketRequestOf = (
  { method = '', url = '', headers }: IncomingMessage,
  isUpgrade: boolean,
): SocketRequest => ({
  method,
  url,
  headers,
  isUpgrade,
})

/** A first-log-in session, which may only set a password, receives no notifications. */
async function sessionOf(sessions: LiveDeps['sessions'], token: string): Promise<Session | null> {
  const session = (await sessions.find(token, { isActivity: false }))?.session
  return session?.kind === 'firstLogin' || session?.kind === 'firstPasskey' ? null : (session ?? null)
}

const presentTraders = ({ traders }: State): string[] =>
  [...traders.values()].filter(({ present }) => present).map(({ traderId }) => traderId)

function every(timers: Timers, ms: number, act: () => Promise<unknown>): Cancel {
  let isStopped = false
  let cancel: Cancel = () => {}
  const later = (): void => {
    cancel = timers.after(ms, async () => {
      await act()
      if (!isStopped) later()
    })
  }
  later()
  return () => {
    isStopped = true
    cancel()
  }
}
