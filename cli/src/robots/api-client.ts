import { basePath, type Route } from '@aitai/contract/routes/route.ts'
import { login } from '@aitai/contract/routes/session.ts'
import type { BodyOf, ParamsOf, ReplyOf } from '@aitai/contract/schemas/calls.ts'
import type { Failure } from '@aitai/contract/schemas/failures.ts'
import type { Notification } from '@aitai/contract/schemas/notifications.ts'
import { Client } from '@stomp/stompjs'
import SockJS from 'sockjs-client'

/** An installation and the token of the signed-in user. */
export interface ApiSession {
  /** Such as http://localhost:8080, without the API's base path. */
  readonly baseUrl: string
  readonly token: string | null
}

/** A reply other than 2xx. */
export class CallFailed extends Error {
  readonly status: number
  readonly failure: Partial<Failure>
  /** Seconds after which to retry (429 and 503), if the server gave them. */
  readonly retryAfter: number | null

  constructor(path: string, response: Response, failure: Partial<Failure>) {
    super(`${path} answered ${response.status} ${failure.errorCode ?? ''}`.trim())
    this.name = 'CallFailed'
    this.status = response.status
    this.failure = failure
    const seconds = Number(response.headers.get('retry-after') ?? Number.NaN)
    this.retryAfter = Number.isFinite(seconds) ? seconds : null
  }
}

interface CallInput<C> {
  readonly params?: ParamsOf<C>
  readonly body?: BodyOf<C>
}

const filled = (path: string, params: unknown): string =>
  path.replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(String((params as Record<string, unknown> | undefined)?.[name])),
  )

/** Makes a declared call and returns its reply. Throws CallFailed for a status other than 2xx, or fetch's error. */
export async function callApi<C extends Route>(
  session: ApiSession,
  declared: C,
  input: CallInput<C> = {},
): Promise<ReplyOf<C>> {
  const path = `${basePath}${filled(declared.path, input.params)}`
  const headers: Record<string, string> = { accept: 'application/json' }
  if (session.token) headers.authorization = `Bearer ${session.token}`
  if (input.body !== undefined) headers['content-type'] = 'application/json'
  const response = await fetch(`${session.baseUrl}${path}`, {
    method: declared.method,
    headers,
    body: input.body === undefined ? null : JSON.stringify(input.body),
  })
  const text = await response.text()
  if (!response.ok) throw new CallFailed(path, response, failureOf(text))
  return (text === '' ? undefined : JSON.parse(text)) as ReplyOf<C>
}

/** Parses a failure; a proxy may reply with something other than JSON. */
function failureOf(text: string): Partial<Failure> {
  try {
    return JSON.parse(text) as Failure
  } catch {
    return {}
  }
}

/** Signs in with e-mail and password. A second factor is refused with 401 and reason 2FA_REQUIRED. */
export async function signIn(baseUrl: string, email: string, password: string): Promise<ApiSession> {
  const { token } = await callApi({ baseUrl, token: null }, login, { body: { email, password } })
  return { baseUrl, token }
}

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
    webSocketFactory: () => new SockJS(`${session.baseUrl}${basePath}/websocket-endpoint`),
    reconnectDelay: reconnectMs,
    heartbeatIncoming: heartbeatMs,
    heartbeatOutgoing: heartbeatMs,
  })
  client.onConnect = () => {
    client.subscribe(
      `/topic/notifications/${session.token}`,
      (frame) => {
        const { message } = JSON.parse(frame.body) as { message: string }
        handlers.onNotification(JSON.parse(message) as Notification)
        frame.ack()
      },
      { ack: 'client' },
    )
    handlers.onOpen?.()
  }
  client.activate()
  return () => client.deactivate()
}
