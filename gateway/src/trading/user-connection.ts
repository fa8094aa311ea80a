import { setTimeout as timeout } from 'node:timers/promises'
import { type ApiSession, CallFailed, callApi } from '@aitai/contract/api-client.ts'
import { type LiveSocket, openLiveSocket } from '@aitai/contract/live-client.ts'
import { rawSocketPath, sessionEndCodes, sessionEndOf } from '@aitai/contract/routes/live.ts'
import type { CallInput } from '@aitai/contract/routes/request.ts'
import type { Route } from '@aitai/contract/routes/route.ts'
import type { ReplyOf } from '@aitai/contract/schemas/calls.ts'
import type { Notification } from '@aitai/contract/schemas/notifications.ts'
import { Client } from '@stomp/stompjs'

const reconnectMs = 1_000
const heartbeatMs = 10_000
/** The delay before a call is made again that found no server, or one that could not serve it. */
const retryMs = 500
/**
 * How long a refused credential is not tried again. Refusals count against the address of the gateway, from which its
 * other sessions sign in, too, and an OMS connects again every few seconds.
 */
const refusedMs = 5 * 60_000

export interface UserConnectionOptions {
  /** The server, such as http://127.0.0.1:8080. */
  readonly baseUrl: string
  /** Opens a session and returns its token. Throws CallFailed with 403 if the credential is not accepted. */
  readonly signIn: () => Promise<string>
  /** Something may have changed: a notification, or null if the live socket is connected again. */
  readonly onChange: (notification: Notification | null) => void
  /** The session has ended, and no other can be opened in its place. */
  readonly onRefused: (reason: 'REPLACED' | 'CREDENTIAL') => void
  /** Milliseconds since the epoch. */
  readonly now: () => number
}

/** One user's session at the server, signed in by a credential when it is needed. */
export class UserConnection {
  readonly #options: UserConnectionOptions
  #signingIn: Promise<ApiSession> | null = null
  #socket: { readonly live: LiveSocket; readonly token: string } | null = null
  #isOnline = false
  #isClosed = false
  #refusal: { readonly error: CallFailed; readonly until: number } | null = null

  constructor(options: UserConnectionOptions) {
    this.#options = options
  }

  /**
   * Keeps the live socket connected from the next call on: from then on the user is present, if answers come from
   * here.
   */
  connect(): void {
    this.#isOnline = true
    // A session that was opened before has no socket yet; another one gets it when it is opened.
    this.#signingIn?.then(({ token }) => this.#openSocket(token)).catch(() => {})
  }

  /** Disconnects the live socket. The session stays. */
  async disconnect(): Promise<void> {
    this.#isOnline = false
    const socket = this.#socket
    this.#socket = null
    await socket?.live.close()
  }

  /** Ends everything: calls that are running never resolve, so that nothing is confirmed that may not be done. */
  async close(): Promise<void> {
    this.#isClosed = true
    await this.disconnect()
  }

  /**
   * Makes a call until the server answers it, however long that takes. A change therefore needs a key. Throws
   * CallFailed for what the server refuses.
   */
  async call<R extends Route>(route: R, input: Omit<CallInput<R>, 'token'> = {}): Promise<ReplyOf<R>> {
    for (;;) {
      if (this.#isClosed) return await new Promise(() => {})
      try {
        const session = await this.#session()
        try {
          return await callApi(session, route, input as CallInput<R>)
        } catch (error) {
          if (!(error instanceof CallFailed) || error.status !== 401) throw error
          // The session is over. Another call may have opened a new one already.
          this.#forget(session)
        }
      } catch (error) {
        const delay = retryDelay(error)
        if (delay === null) throw error
        await timeout(delay, undefined, { ref: false })
      }
    }
  }

  async #session(): Promise<ApiSession> {
    const signingIn = this.#signingIn ?? this.#signIn()
    this.#signingIn = signingIn
    try {
      return await signingIn
    } catch (error) {
      if (this.#signingIn === signingIn) this.#signingIn = null
      throw error
    }
  }

  async #signIn(): Promise<ApiSession> {
    const { baseUrl, signIn, onRefused, now } = this.#options
    try {
      if (this.#refusal && now() < this.#refusal.until) throw this.#refusal.error
      const token = await signIn()
      this.#openSocket(token)
      return { baseUrl, token }
    } catch (error) {
      if (error instanceof CallFailed && error.status === 403) {
        if (error !== this.#refusal?.error) this.#refusal = { error, until: now() + refusedMs }
        onRefused('CREDENTIAL')
      }
      throw error
    }
  }

  #forget({ token }: ApiSession): void {
    if (this.#socket?.token === token) {
      void this.#socket.live.close({ force: true })
      this.#socket = null
    }
    this.#signingIn = null
  }

  #openSocket(token: string | null): void {
    if (!this.#isOnline || token === null || this.#socket?.token === token) return
    const client = new Client({
      brokerURL: this.#options.baseUrl.replace(/^http/, 'ws') + rawSocketPath,
      reconnectDelay: reconnectMs,
      heartbeatIncoming: heartbeatMs,
      heartbeatOutgoing: heartbeatMs,
    })
    void this.#socket?.live.close({ force: true })
    const live = openLiveSocket(client, token, {
      onOpen: () => this.#options.onChange(null),
      onNotification: (notification) => this.#notified(token, notification),
    })
    this.#socket = { live, token }
  }

  #notified(token: string, notification: Notification): void {
    const end = sessionEndOf(notification)
    if (end === null) return this.#options.onChange(notification)
    this.#forget({ baseUrl: this.#options.baseUrl, token })
    // Whoever replaced this session is the user's gateway now.
    if (notification.errorCode === sessionEndCodes.REPLACED) this.#options.onRefused('REPLACED')
    else this.#options.onChange(null)
  }
}

/** Milliseconds until a call is made again; null if the server has refused it, or failed because of a bug (500). */
function retryDelay(error: unknown): number | null {
  if (!(error instanceof CallFailed)) return retryMs
  const { status, failure, retryAfter } = error
  if (status === 429 || status > 500 || failure.errorCode === 'IN_PROGRESS')
    return retryAfter === null ? retryMs : retryAfter * 1_000
  return null
}
