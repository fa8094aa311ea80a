import type { Notification } from '@aitai/contract/notifications.ts'
import { Client, type IMessage, ReconnectionTimeMode, TickerStrategy } from '@stomp/stompjs'
import SockJS from 'sockjs-client'
import { api } from './api.ts'
import { connected, connecting, connectionLost, disconnected } from './connection.ts'
import { intervals } from './intervals.ts'
import { endOf, refreshedBy } from './live-messages.ts'
import { noticeArrived } from './notices.ts'
import { sessionEnded } from './session.ts'
import type { Store } from './store.ts'

/**
 * How long to wait before a try, in milliseconds: at once with up to a second by chance, then 10 s, then
 * 20 s (specification 9, and its first step from a 30 s window that a blip must not cost).
 * @param failures tries that failed since the socket was last live, from 1
 * @param chance from 0 to 1
 */
export function retryDelay(failures: number, chance: number): number {
  if (failures <= 1) return Math.round(chance * intervals.liveFirstRetryJitter)
  return failures === 2 ? intervals.liveSecondRetry : intervals.liveLaterRetry
}

const everyPushedTag = ['Adverts', 'Locates', 'Notifications', 'Agreements', 'User'] as const

/** The live socket of one session. */
export interface Live {
  stop(): void
}

/**
 * Holds the live socket of a session until stopped: connects, retries, puts each notice into the store
 * once, refreshes what it makes old, and acknowledges to the server what the person has acknowledged.
 */
export function startLive(store: Store, userToken: string): Live {
  const acks = new Map<string, () => void>()
  let failures = 0
  let wasLive = false
  let retry: ReturnType<typeof setTimeout> | undefined
  let stopped = false

  const client = new Client({
    webSocketFactory: () => new SockJS('/api/websocket-endpoint'),
    connectHeaders: { Authorization: `Bearer ${userToken}` },
    // Its own retry knows one delay; ours knows three (retryDelay).
    reconnectDelay: 0,
    reconnectTimeMode: ReconnectionTimeMode.LINEAR,
    connectionTimeout: intervals.liveConnectTimeout,
    heartbeatIncoming: intervals.liveHeartbeat,
    heartbeatOutgoing: intervals.liveHeartbeat,
    // A hidden tab's timers are slowed down until the server takes it for dead; a worker's are not.
    heartbeatStrategy: TickerStrategy.Worker,
    onConnect: () => {
      failures = 0
      acks.clear()
      client.subscribe(`/topic/notifications/${userToken}`, receive, { ack: 'client' })
      store.dispatch(connected())
      // Whatever was pushed meanwhile was missed.
      if (wasLive) store.dispatch(api.util.invalidateTags([...everyPushedTag]))
      wasLive = true
    },
    // The token may be over: asking who we are gives the reason, in one place for all calls.
    onStompError: () => void store.dispatch(api.util.invalidateTags(['User'])),
    onWebSocketClose: () => lose(),
  })

  function receive(message: IMessage): void {
    const notice = noticeIn(message.body)
    if (!notice) return message.ack()
    const end = endOf(notice.message)
    if (end) {
      message.ack()
      store.dispatch(sessionEnded(end))
      return
    }
    acks.set(notice.id, () => message.ack())
    const isNew = !store.getState().notices.arrived.some(({ id }) => id === notice.id)
    store.dispatch(noticeArrived(notice))
    acknowledgeSeen()
    if (isNew) store.dispatch(api.util.invalidateTags([...refreshedBy(notice.message)]))
  }

  /** The server's acknowledgement is the reader's: a frame is acknowledged once its notice was seen. */
  function acknowledgeSeen(): void {
    if (!client.connected) return
    for (const id of store.getState().notices.acknowledged) {
      acks.get(id)?.()
      acks.delete(id)
    }
  }

  function lose(): void {
    if (stopped) return
    failures += 1
    const at = Date.now()
    const delay = retryDelay(failures, Math.random())
    clearTimeout(retry)
    retry = setTimeout(tryNow, delay)
    store.dispatch(connectionLost({ at, nextTryAt: at + delay, online: navigator.onLine }))
  }

  function tryNow(): void {
    if (stopped || client.connected) return
    clearTimeout(retry)
    store.dispatch(connecting())
    void client.deactivate({ force: true }).then(() => {
      if (!stopped) client.activate()
    })
  }

  const tryIfWaiting = (): void => {
    if (store.getState().connection.nextTryAt !== null && !document.hidden) tryNow()
  }
  const unsubscribe = store.subscribe(() => {
    acknowledgeSeen()
    if (store.getState().connection.nextTryAt === 0) tryNow()
  })
  const leave = (): void => void client.deactivate({ force: true })
  const comeBack = (event: PageTransitionEvent): void => {
    if (event.persisted) tryNow()
  }
  addEventListener('online', tryIfWaiting)
  document.addEventListener('visibilitychange', tryIfWaiting)
  addEventListener('pagehide', leave)
  addEventListener('pageshow', comeBack)
  tryNow()

  return {
    stop() {
      stopped = true
      clearTimeout(retry)
      unsubscribe()
      removeEventListener('online', tryIfWaiting)
      document.removeEventListener('visibilitychange', tryIfWaiting)
      removeEventListener('pagehide', leave)
      removeEventListener('pageshow', comeBack)
      void client.deactivate()
      store.dispatch(disconnected())
    },
  }
}

/**
 * The notification inside a pushed frame: its `message` is JSON in a string (rules 17). Null if it is not
 * one.
 */
export function noticeIn(body: string): Notification | null {
  try {
    const frame = JSON.parse(body) as { message?: unknown }
    const notice: unknown = typeof frame.message === 'string' ? JSON.parse(frame.message) : null
    return isNotice(notice) ? notice : null
  } catch {
    return null
  }
}

const isNotice = (value: unknown): value is Notification =>
  typeof value === 'object' && value !== null && 'id' in value && 'message' in value && 'messageType' in value
