import { Agent, request } from 'node:http'
import { notificationsTopic, parsePushedFrame, socketPath } from '@aitai/contract/routes/live.ts'
import { type CallInput, type HttpRequest, httpRequestOf } from '@aitai/contract/routes/request.ts'
import type { Route } from '@aitai/contract/routes/route.ts'
import type { ReplyOf } from '@aitai/contract/schemas/calls.ts'
import type { Failure } from '@aitai/contract/schemas/failures.ts'
import type { Notification } from '@aitai/contract/schemas/notifications.ts'
import { Client } from '@stomp/stompjs'
import SockJS from 'sockjs-client'

/** There was no response, so the request may have been applied or not. */
export class NoResponse extends Error {
  override readonly name = 'NoResponse'
}

/** A complete response, which acknowledges the request or refuses it. */
export type CallResponse<R> =
  | { readonly status: 200; readonly reply: R }
  | { readonly status: number; readonly errorCode: string }

/** A connection to one server process. It ends with that process. */
export interface ServerConnection {
  readonly url: string
  /** Calls a route. Throws NoResponse if no complete response came, and Error on a bug of the server. */
  call<C extends Route>(declared: C, input: CallInput<C>): Promise<CallResponse<ReplyOf<C>>>
  close(): void
}

/** A request without a response after `timeoutMs` has none. By default it waits until the connection ends. */
export function openConnection(url: string, timeoutMs = 0): ServerConnection {
  const agent = new Agent({ keepAlive: true, maxSockets: 64 })
  return {
    url,
    close: () => agent.destroy(),
    async call<C extends Route>(declared: C, input: CallInput<C>) {
      const outgoing = httpRequestOf(declared, input)
      const { path } = outgoing
      const { status, text } = await exchange(url, outgoing, agent, timeoutMs)
      if (status === 200) return { status, reply: JSON.parse(text) as ReplyOf<C> }
      const { errorCode = '' } = JSON.parse(text) as Partial<Failure>
      if (status === 503) throw new NoResponse(`${path} returned 503`)
      if (status >= 500 || status === 400 || status === 401 || status === 429)
        throw new Error(`${path} returned ${status} ${text}`)
      return { status, errorCode }
    },
  }
}

/** Makes a call that must succeed and returns its reply. Throws if it is refused. */
export async function replyTo<C extends Route>(
  connection: ServerConnection,
  declared: C,
  input: CallInput<C>,
): Promise<ReplyOf<C>> {
  const response = await connection.call(declared, input)
  if (!('reply' in response)) throw new Error(`${response.status} ${response.errorCode}`)
  return response.reply
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
  { method, path, headers, body }: HttpRequest,
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

/** The live socket of one user to one server process. */
export interface NotificationSocket {
  /** Resolves once it is subscribed; never if the server ends before. */
  readonly open: Promise<void>
  close(): void
}

/** STOMP over SockJS with WebSocket. Acknowledges each notification after it was handled. */
export function openNotificationSocket(
  url: string,
  token: string,
  handle: (notification: Notification) => void,
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
          handle(parsePushedFrame(frame.body))
          if (client.connected) frame.ack()
        },
        { ack: 'client', receipt: 'subscribed' },
      )
    }
  })
  client.activate()
  return { open, close: () => void client.deactivate({ force: true }) }
}
