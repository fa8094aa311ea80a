import { Agent, request } from 'node:http'
import { notificationsTopic, parsePushedFrame, socketPath } from '@aitai/contract/routes/live.ts'
import { basePath, type Route } from '@aitai/contract/routes/route.ts'
import type { BodyOf, ParamsOf, ReplyOf } from '@aitai/contract/schemas/calls.ts'
import type { Failure } from '@aitai/contract/schemas/failures.ts'
import type { Notification } from '@aitai/contract/schemas/notifications.ts'
import { Client } from '@stomp/stompjs'
import SockJS from 'sockjs-client'

/** No answer came, so nothing is known: it may have happened or not. */
export class NoResponse extends Error {}

/** An answer that came whole: it has been acknowledged, one way or the other. */
export type CallResponse<R> =
  | { readonly status: 200; readonly reply: R }
  | { readonly status: number; readonly errorCode: string }

export interface CallRequest<C extends Route> {
  readonly token?: string
  /** Sent as Idempotency-Key. */
  readonly key?: string | null
  readonly params?: ParamsOf<C>
  readonly body?: BodyOf<C>
}

/** The way to one life of the server. A connection never outlives the process it leads to. */
export interface ServerConnection {
  readonly url: string
  /** Makes one declared call. Throws Unanswered if no whole answer came, Error on a bug of the server. */
  ask<C extends Route>(declared: C, asking: CallRequest<C>): Promise<CallResponse<ReplyOf<C>>>
  hangUp(): void
}

const filled = (path: string, params: unknown): string =>
  path.replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(String((params as Record<string, unknown>)[name])),
  )

export function openConnection(url: string): ServerConnection {
  const agent = new Agent({ keepAlive: true, maxSockets: 64 })
  return {
    url,
    hangUp: () => agent.destroy(),
    async ask<C extends Route>(declared: C, { token, key, params, body }: CallRequest<C>) {
      const text = body === undefined ? undefined : JSON.stringify(body)
      const headers: Record<string, string> = {
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...(key ? { 'idempotency-key': key } : {}),
        ...(text
          ? { 'content-type': 'application/json', 'content-length': `${Buffer.byteLength(text)}` }
          : {}),
      }
      const path = basePath + filled(declared.path, params)
      const { status, said } = await exchange(`${url}${path}`, declared.method, headers, text, agent)
      if (status === 200) return { status, reply: JSON.parse(said) as ReplyOf<C> }
      const { errorCode = '' } = JSON.parse(said) as Partial<Failure>
      if (status === 503) throw new NoResponse(`${path} answered 503`)
      if (status >= 500 || status === 400 || status === 401 || status === 429)
        throw new Error(`${path} answered ${status} ${said}`)
      return { status, errorCode }
    },
  }
}

function exchange(
  url: string,
  method: string,
  headers: Record<string, string>,
  text: string | undefined,
  agent: Agent,
): Promise<{ status: number; said: string }> {
  return new Promise((resolve, reject) => {
    const lost = (why: Error): void => reject(new NoResponse(`${url}: ${why.message}`))
    const asked = request(url, { method, headers, agent }, (response) => {
      let said = ''
      response.setEncoding('utf8')
      response.on('data', (part: string) => {
        said += part
      })
      response.on('error', lost)
      response.on('end', () => {
        if (response.complete) resolve({ status: response.statusCode ?? 0, said })
        else lost(new Error('the answer broke off'))
      })
    })
    asked.on('error', lost)
    asked.end(text)
  })
}

/** The live socket of one user, to one life of the server. */
export interface NotificationSocket {
  /** When it is subscribed. Never, if the server dies before. */
  readonly open: Promise<void>
  close(): void
}

/** SockJS over WebSocket, STOMP inside. Each notification is acknowledged after it was taken. */
export function openNotificationSocket(
  url: string,
  token: string,
  take: (notification: Notification) => void,
): NotificationSocket {
  const client = new Client({
    webSocketFactory: () => new SockJS(url + socketPath, null, { transports: ['websocket'] }),
    reconnectDelay: 0,
    heartbeatIncoming: 0,
    heartbeatOutgoing: 0,
  })
  const open = new Promise<void>((resolve) => {
    client.onConnect = () => {
      const destination = notificationsTopic(token)
      client.watchForReceipt('subscribed', () => resolve())
      client.subscribe(
        destination,
        (frame) => {
          take(parsePushedFrame(frame.body))
          if (client.connected) frame.ack()
        },
        { ack: 'client', receipt: 'subscribed' },
      )
    }
  })
  client.activate()
  return { open, close: () => void client.deactivate({ force: true }) }
}
