import type { ApiSession } from '@aitai/contract/api-client.ts'
import { type LiveHandlers, openLiveSocket } from '@aitai/contract/live-client.ts'
import { socketPath } from '@aitai/contract/routes/live.ts'
import { Client } from '@stomp/stompjs'
import SockJS from 'sockjs-client'

/** Delay before a reconnection. Browsers wait longer. */
const reconnectMs = 2_000
const heartbeatMs = 10_000

/**
 * Subscribes to the notifications of the signed-in user by STOMP over SockJS. Returns a function that unsubscribes.
 */
export function subscribe({ baseUrl, token }: ApiSession, handlers: LiveHandlers): () => Promise<void> {
  const client = new Client({
    webSocketFactory: () => new SockJS(baseUrl + socketPath),
    reconnectDelay: reconnectMs,
    heartbeatIncoming: heartbeatMs,
    heartbeatOutgoing: heartbeatMs,
  })
  return openLiveSocket(client, token ?? '', handlers).close
}
