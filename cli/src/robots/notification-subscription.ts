import type { ApiSession } from '@aitai/contract/api-client.ts'
import { notificationsTopic, parsePushedFrame, socketPath } from '@aitai/contract/routes/live.ts'
import type { Notification } from '@aitai/contract/schemas/notifications.ts'
import { Client } from '@stomp/stompjs'
import SockJS from 'sockjs-client'

export interface SubscriptionHandlers {
  /** Called at every connection, the first and each reconnection. */
  onOpen?(): void
  onNotification(notification: Notification): void
}

/** Delay before a reconnection. Browsers wait longer. */
const reconnectMs = 2_000
const heartbeatMs = 10_000

/**
 * Subscribes to the notifications of the signed-in user by STOMP over SockJS. Acknowledges each message after
 * the handler returns, so that a lost one is sent again. Returns a function that unsubscribes.
 */
export function subscribe(session: ApiSession, handlers: SubscriptionHandlers): () => Promise<void> {
  const client = new Client({
    webSocketFactory: () => new SockJS(session.baseUrl + socketPath),
    reconnectDelay: reconnectMs,
    heartbeatIncoming: heartbeatMs,
    heartbeatOutgoing: heartbeatMs,
  })
  client.onConnect = () => {
    client.subscribe(
      notificationsTopic(session.token ?? ''),
      (frame) => {
        handlers.onNotification(parsePushedFrame(frame.body))
        frame.ack()
      },
      { ack: 'client' },
    )
    handlers.onOpen?.()
  }
  client.activate()
  return () => client.deactivate()
}
