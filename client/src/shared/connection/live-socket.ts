import { closeCodes, socketPath } from '@aitai/contract/routes/live.ts'
import type { Notification } from '@aitai/contract/schemas/notifications.ts'
import { Client, type IMessage, ReconnectionTimeMode, TickerStrategy } from '@stomp/stompjs'
import SockJS from 'sockjs-client'
import { api } from '../api/desk-api.ts'
import { intervals } from '../intervals.ts'
import { sessionEnded } from '../store/session.ts'
import type { Store } from '../store/store.ts'
import {
  caughtUp,
  connected,
  connecting,
  connectionLost,
  disconnected,
  networkSeen,
  yielded,
} from './connection-state.ts'
import { marketFeed } from './market-feed.ts'
import { missedUpdatesSince } from './missed-updates.ts'
import { sessionEndIn, tagsInvalidatedBy } from './push-invalidation.ts'
import { isMissedLocate, notificationReceived } from './received-notifications.ts'

/**
 * The delay before a retry, in milliseconds: 10 s after the loss, then 20 s after each failure
 * (docs/specification.md §9). Before that there is one within a second, because a locate is open for only 30 s
 * (docs/decisions/0049-reconnecting.md).
 * @param failures failed attempts since the socket was last live, from 1
 * @param downFor milliseconds since the loss
 * @param chance from 0 to 1
 */
export function retryDelay(failures: number, downFor: number, chance: number): number {
  if (failures <= 1) return Math.round(chance * intervals.liveFirstRetryJitter)
  return failures === 2 ? Math.max(0, intervals.liveSecondRetry - downFor) : intervals.liveLaterRetry
}

/**
 * How long an attempt to connect may take, in milliseconds. On a slow line behind a proxy that holds replies back,
 * SockJS tries its transports in sequence, and an attempt that is given up too early would be repeated forever.
 * @param failures failed attempts since the socket was last live
 */
export const connectTimeout = (failures: number): number =>
  Math.min(intervals.liveConnectTimeout * 2 ** failures, intervals.liveLongestConnectTimeout)

/** SockJS's other transports need frames, which the content security policy forbids. */
const transports = ['websocket', 'xhr-streaming', 'eventsource', 'xhr-polling'] as const

/**
 * The transports of an attempt. The one after a time-out uses only the plainest, which passes every proxy, and the one
 * after that all again: a retry does not repeat what has just failed.
 * @param timeouts attempts that were given up since the socket was last live
 */
export const transportsAfter = (timeouts: number): readonly string[] =>
  timeouts % 2 === 0 ? transports : ['xhr-polling']

/** The data that may have changed during a loss: everything that is pushed, and the polled market data. */
const everyLiveTag = ['Adverts', 'Locates', 'Notifications', 'Agreements', 'User', 'Market'] as const

/** The live socket of one session. */
interface LiveSocket {
  stop(): void
}

/**
 * Keeps the live socket of a session until stopped: connects, retries, stores each notification once,
 * invalidates cached data, and acknowledges what the user has acknowledged.
 */
export const startLiveSocket = (store: Store, userToken: string): LiveSocket => new Socket(store, userToken)

class Socket implements LiveSocket {
  readonly #store: Store
  readonly #client: Client
  readonly #acks = new Map<string, () => void>()
  readonly #unsubscribe: () => void
  readonly #listening = new AbortController()
  #failures = 0
  /** Attempts that were given up since it was last live. */
  #timeouts = 0
  /** When the attempt that is under way began, in milliseconds UTC. */
  #attemptedAt: number | null = null
  /** When it was lost, in milliseconds UTC. */
  #lostAt = 0
  #wasLive = false
  /** The ids that were known when the socket was lost: all others were missed. */
  #knownIds: ReadonlySet<string> | null = null
  #retry: ReturnType<typeof setTimeout> | undefined
  #stopped = false

  constructor(store: Store, userToken: string) {
    this.#store = store
    this.#client = new Client({
      webSocketFactory: () =>
        new SockJS(socketPath, null, { transports: [...transportsAfter(this.#timeouts)] }),
      connectHeaders: { Authorization: `Bearer ${userToken}` },
      // The library's own retry has one delay; ours has three (retryDelay).
      reconnectDelay: 0,
      reconnectTimeMode: ReconnectionTimeMode.LINEAR,
      heartbeatIncoming: intervals.liveHeartbeat,
      heartbeatOutgoing: intervals.liveHeartbeat,
      // A hidden tab's timers are throttled so much that the server would close the socket; a worker's are
      // not.
      heartbeatStrategy: TickerStrategy.Worker,
      onConnect: () => this.#begin(`/topic/notifications/${userToken}`),
      // The token may have expired. Fetching the current user reveals the reason, in one place for all calls.
      onStompError: () => void store.dispatch(api.util.invalidateTags(['User'])),
      onWebSocketClose: ({ code }: { code?: number }) => this.#lose(code),
    })
    this.#unsubscribe = store.subscribe(() => {
      this.#acknowledgeSeen()
      if (store.getState().connection.nextTryAt === 0) this.#tryNow()
    })
    this.#listen()
    this.#tryNow()
  }

  stop(): void {
    this.#stopped = true
    clearTimeout(this.#retry)
    this.#unsubscribe()
    this.#listening.abort()
    void this.#client.deactivate()
    this.#store.dispatch(disconnected())
  }

  #listen(): void {
    const { signal } = this.#listening
    const tryIfWaiting = (): void => {
      const { nextTryAt, state } = this.#store.getState().connection
      if ((nextTryAt !== null || state === 'resting') && !document.hidden) this.#tryNow()
    }
    const goOnline = (): void => {
      this.#store.dispatch(networkSeen(true))
      tryIfWaiting()
    }
    // Heartbeats would detect the loss only after 20 s.
    const goOffline = (): void => {
      this.#store.dispatch(networkSeen(false))
      if (this.#client.connected) void this.#client.deactivate({ force: true })
    }
    const resume = (event: PageTransitionEvent): void => {
      if (event.persisted) this.#tryNow()
    }
    addEventListener('online', goOnline, { signal })
    addEventListener('offline', goOffline, { signal })
    document.addEventListener('visibilitychange', tryIfWaiting, { signal })
    addEventListener('focus', tryIfWaiting, { signal })
    addEventListener('pagehide', () => void this.#client.deactivate({ force: true }), { signal })
    addEventListener('pageshow', resume, { signal })
  }

  #begin(topic: string): void {
    this.#failures = 0
    this.#timeouts = 0
    this.#attemptedAt = null
    this.#acks.clear()
    this.#client.subscribe(topic, (message) => this.#receive(message), { ack: 'client' })
    marketFeed.connected(this.#client)
    this.#store.dispatch(connected())
    // Pushes during the loss were missed.
    if (this.#wasLive) this.#store.dispatch(api.util.invalidateTags([...everyLiveTag]))
    this.#wasLive = true
    void this.#reportMissedUpdates()
  }

  /** Fetches the whole list of notifications and reports the missed ones by kind. */
  async #reportMissedUpdates(): Promise<void> {
    const known = this.#knownIds
    if (!known) return
    const list = this.#store.dispatch(
      api.endpoints.notifications.initiate(undefined, { forceRefetch: true, subscribe: false }),
    )
    const { data } = await list
    if (!data || this.#stopped) return
    this.#knownIds = null
    const all = new Map(
      [...this.#store.getState().notifications.received, ...data].map((each) => [each.id, each]),
    )
    this.#store.dispatch(caughtUp(missedUpdatesSince([...all.values()], known)))
  }

  #known(): ReadonlySet<string> {
    const state = this.#store.getState()
    const listed = api.endpoints.notifications.select()(state).data ?? []
    return new Set([...listed, ...state.notifications.received].map(({ id }) => id))
  }

  #receive(message: IMessage): void {
    const notification = parseNotification(message.body)
    // A hidden notification was replaced by a later one and will not be read, so it is acknowledged. A missed
    // locate is never acknowledged automatically.
    if (!notification || (!notification.visible && !isMissedLocate(notification))) return message.ack()
    const end = sessionEndIn(notification.message)
    if (end) {
      message.ack()
      this.#store.dispatch(sessionEnded(end))
      return
    }
    this.#acks.set(notification.id, () => message.ack())
    const isNew = !this.#store.getState().notifications.received.some(({ id }) => id === notification.id)
    this.#store.dispatch(notificationReceived(notification))
    this.#acknowledgeSeen()
    if (isNew) this.#store.dispatch(api.util.invalidateTags([...tagsInvalidatedBy(notification.message)]))
  }

  /** Acknowledges a frame once the user has seen its notification. */
  #acknowledgeSeen(): void {
    if (!this.#client.connected) return
    for (const id of this.#store.getState().notifications.acknowledged) {
      this.#acks.get(id)?.()
      this.#acks.delete(id)
    }
  }

  #lose(code: number | undefined): void {
    marketFeed.disconnected(this.#client)
    if (this.#stopped) return
    if (this.#wasLive) this.#knownIds ??= this.#known()
    const at = Date.now()
    if (code === closeCodes.crowded) {
      // Reconnecting at once would only displace the next tab, and that one the next.
      this.#store.dispatch(yielded(at))
      return
    }
    const { connectionTimeout } = this.#client
    if (this.#attemptedAt !== null && at - this.#attemptedAt >= connectionTimeout) this.#timeouts += 1
    this.#attemptedAt = null
    this.#failures += 1
    if (this.#failures === 1) this.#lostAt = at
    const delay = retryDelay(this.#failures, at - this.#lostAt, Math.random())
    clearTimeout(this.#retry)
    this.#retry = setTimeout(() => this.#tryNow(), delay)
    this.#store.dispatch(connectionLost({ at, nextTryAt: at + delay, online: navigator.onLine }))
  }

  #tryNow(): void {
    if (this.#stopped || this.#client.connected) return
    clearTimeout(this.#retry)
    this.#store.dispatch(connecting())
    void this.#client.deactivate({ force: true }).then(() => {
      if (this.#stopped) return
      this.#client.connectionTimeout = connectTimeout(this.#failures)
      this.#attemptedAt = Date.now()
      this.#client.activate()
    })
  }
}

/**
 * The notification in a pushed frame, whose `message` is JSON in a string (docs/rules.md §17). Null if there
 * is none.
 */
export function parseNotification(body: string): Notification | null {
  try {
    const frame = JSON.parse(body) as { message?: unknown }
    const notification: unknown = typeof frame.message === 'string' ? JSON.parse(frame.message) : null
    return isNotification(notification) ? notification : null
  } catch {
    return null
  }
}

const isNotification = (value: unknown): value is Notification =>
  typeof value === 'object' && value !== null && 'id' in value && 'message' in value && 'messageType' in value
