import { Agent, request } from 'node:http'
import type { ApiSession, WireRequest } from '@aitai/contract/api-client.ts'
import { openLiveSocket } from '@aitai/contract/live-client.ts'
import { socketPath } from '@aitai/contract/routes/live.ts'
import type { Notification } from '@aitai/contract/schemas/notifications.ts'
import { stompClient } from '../../server/test/live/stomp-clients.ts'

/** There was no response, so the request may have been applied or not. */
export class NoResponse extends Error {
  override readonly name = 'NoResponse'
}

/** A connection to one server process, or to several. It ends with them. */
export interface ServerConnection extends ApiSession {
  readonly send: NonNullable<ApiSession['send']>
  close(): void
}

/**
 * A connection whose requests fail with NoResponse if no complete response came, or if the server could not store
 * the command or still processes it. A request without a response after `timeoutMs` has none. By default it waits
 * until the connection ends.
 */
export function openConnection(url: string, timeoutMs = 0): ServerConnection {
  const agent = new Agent({ keepAlive: true, maxSockets: 64 })
  return {
    baseUrl: url,
    token: null,
    close: () => agent.destroy(),
    async send(request) {
      const { status, headers, text } = await exchange(url, request, agent, timeoutMs)
      if (status === 503) throw new NoResponse(`${request.path} returned 503`)
      // The same request, repeated after its connection was lost, is still being processed.
      if (status === 409 && text.includes('"IN_PROGRESS"'))
        throw new NoResponse(`${request.path} is in progress`)
      const pairs = headers.flatMap((name, i) =>
        i % 2 === 0 ? [[name, headers[i + 1] ?? ''] as [string, string]] : [],
      )
      return { status, headers: new Headers(pairs), text }
    },
  }
}

/** A complete response. `headers` alternates names and values, in the order and the case in which they arrived. */
export interface RawResponse {
  readonly status: number
  readonly headers: readonly string[]
  readonly text: string
}

/** Sends a request and returns its complete response. Throws NoResponse if there is none. */
export function exchange(
  url: string,
  { method, path, headers, body }: WireRequest,
  agent: Agent,
  timeoutMs = 0,
): Promise<RawResponse> {
  const length = body === null ? {} : { 'content-length': `${Buffer.byteLength(body)}` }
  return new Promise((resolve, reject) => {
    const fail = (why: Error): void => reject(new NoResponse(`${path}: ${why.message}`))
    const outgoing = request(
      url + path,
      { method, headers: { ...headers, ...length }, agent },
      (response) => {
        let text = ''
        response.setEncoding('utf8')
        response.on('data', (part: string) => {
          text += part
        })
        response.on('error', fail)
        response.on('end', () => {
          const { statusCode: status = 0, rawHeaders } = response
          if (response.complete) resolve({ status, headers: rawHeaders, text })
          else fail(new Error('the response was incomplete'))
        })
      },
    )
    outgoing.on('error', fail)
    if (timeoutMs > 0) {
      const timeout = setTimeout(() => outgoing.destroy(new Error('no response in time')), timeoutMs)
      outgoing.on('close', () => clearTimeout(timeout))
    }
    outgoing.end(body ?? undefined)
  })
}

/**
 * The live socket of one user to one server process: STOMP over SockJS with WebSocket. Never opens again; `open`
 * rejects if the socket closes before it is subscribed.
 */
export function openNotificationSocket(
  url: string,
  token: string,
  onNotification: (notification: Notification) => void = () => {},
): { readonly open: Promise<void>; close(): void } {
  const client = stompClient(url + socketPath, 'websocket')
  const closed = new Promise<never>((_, reject) => {
    client.onWebSocketClose = ({ code, reason }: { code: number; reason: string }) =>
      reject(new Error(`the live socket was closed: ${code} ${reason}`))
  })
  const socket = openLiveSocket(client, token, { onNotification })
  return { open: Promise.race([socket.open, closed]), close: () => void socket.close({ force: true }) }
}

export type NotificationSocket = ReturnType<typeof openNotificationSocket>
