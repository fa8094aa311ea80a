import { basePath, type Route } from '@aitai/contract/routes/route.ts'
import { login } from '@aitai/contract/routes/session.ts'
import type { BodyOf, ParamsOf, ReplyOf } from '@aitai/contract/schemas/calls.ts'
import type { Failure } from '@aitai/contract/schemas/failures.ts'
import type { Notification } from '@aitai/contract/schemas/notifications.ts'
import { Client } from '@stomp/stompjs'
import SockJS from 'sockjs-client'

/** An installation, and who is signed in to it. */
export interface ApiSession {
  /** Such as http://localhost:8080, without the API's base path. */
  readonly baseUrl: string
  readonly token: string | null
}

/** An answer other than 2xx, as the server gave it. */
export class CallFailed extends Error {
  readonly status: number
  readonly failure: Partial<Failure>
  /** After how many seconds to ask again (429 and 503), if the server said so. */
  readonly retryAfter: number | null

  constructor(path: string, response: Response, failure: Partial<Failure>) {
    super(`${path} answered ${response.status} ${failure.errorCode ?? ''}`.trim())
    this.name = 'CallRefused'
    this.status = response.status
    this.failure = failure
    const seconds = Number(response.headers.get('retry-after') ?? Number.NaN)
    this.retryAfter = Number.isFinite(seconds) ? seconds : null
  }
}

interface Given<C> {
  readonly params?: ParamsOf<C>
  readonly body?: BodyOf<C>
}

const filled = (path: string, params: unknown): string =>
  path.replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(String((params as Record<string, unknown> | undefined)?.[name])),
  )

/**
 * Makes one declared call and gives its reply. Throws CallRefused for an answer other than 2xx,
 * and what `fetch` throws when there is no answer.
 */
export async function callApi<C extends Route>(
  wire: ApiSession,
  declared: C,
  given: Given<C> = {},
): Promise<ReplyOf<C>> {
  const path = `${basePath}${filled(declared.path, given.params)}`
  const headers: Record<string, string> = { accept: 'application/json' }
  if (wire.token) headers.authorization = `Bearer ${wire.token}`
  if (given.body !== undefined) headers['content-type'] = 'application/json'
  const response = await fetch(`${wire.baseUrl}${path}`, {
    method: declared.method,
    headers,
    body: given.body === undefined ? null : JSON.stringify(given.body),
  })
  const text = await response.text()
  if (!response.ok) throw new CallFailed(path, response, failureOf(text))
  return (text === '' ? undefined : JSON.parse(text)) as ReplyOf<C>
}

/** What a refusal says; a proxy in between may answer something that is no JSON. */
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
  /** At every connection, the first and each after a loss. */
  onOpen?(): void
  onNotification(notification: Notification): void
}

/** How soon a lost connection is tried again. Browsers wait longer (specification 9). */
const reconnectMs = 2_000
const heartbeatMs = 10_000

/**
 * Subscribes to the notifications of the signed-in user: STOMP over SockJS, each message acknowledged once
 * it was handed on, so that one that got lost comes again. Gives the function that ends it.
 */
export function subscribe(wire: ApiSession, listening: SubscriptionHandlers): () => Promise<void> {
  const client = new Client({
    webSocketFactory: () => new SockJS(`${wire.baseUrl}${basePath}/websocket-endpoint`),
    reconnectDelay: reconnectMs,
    heartbeatIncoming: heartbeatMs,
    heartbeatOutgoing: heartbeatMs,
  })
  client.onConnect = () => {
    client.subscribe(
      `/topic/notifications/${wire.token}`,
      (frame) => {
        const { message } = JSON.parse(frame.body) as { message: string }
        listening.onNotification(JSON.parse(message) as Notification)
        frame.ack()
      },
      { ack: 'client' },
    )
    listening.onOpen?.()
  }
  client.activate()
  return () => client.deactivate()
}
