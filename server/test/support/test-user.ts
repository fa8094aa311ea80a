import { sendByFetch } from '@aitai/contract/api-client.ts'
import { openLiveSocket } from '@aitai/contract/live-client.ts'
import { socketPath } from '@aitai/contract/routes/live.ts'
import { basePath } from '@aitai/contract/routes/route.ts'
import type { Advert, AdvertSubmission } from '@aitai/contract/schemas/adverts.ts'
import type { ConnectionAgreement } from '@aitai/contract/schemas/agreements.ts'
import type { Failure } from '@aitai/contract/schemas/failures.ts'
import type { LocateNotification } from '@aitai/contract/schemas/locates.ts'
import type { Notification } from '@aitai/contract/schemas/notifications.ts'
import { pickTerms } from '@aitai/engine/adverts/terms.ts'
import type { Direction } from '@aitai/engine/model/advert.ts'
import { onTestFinished } from 'vitest'
import { stompClient } from '../live/stomp-clients.ts'
import { until } from './until.ts'

/** The password of every user by default. */
export const password = 'a password of the desk'

/** The server that a user talks to. */
export interface ServerAddress {
  readonly url: string
  securityId(ric: string): string
}

export interface ApiResponse<T = unknown> {
  readonly status: number
  readonly body: T
  readonly text: string
  readonly headers: Headers
}

export interface RequestOptions {
  readonly method?: string
  readonly body?: unknown
  /** The body as it is, not encoded. */
  readonly raw?: string | Uint8Array<ArrayBuffer>
  readonly headers?: Readonly<Record<string, string>>
  /** Null for none; the user's own by default. */
  readonly token?: string | null
}

/** A user of the API, who knows the specification's addresses and nothing of the server. */
export class TestUser {
  readonly desk: ServerAddress
  readonly email: string
  token: string | null = null
  /** The notifications from the live socket, oldest first. */
  readonly received: Notification[] = []
  #isListening = false

  constructor(desk: ServerAddress, email: string) {
    this.desk = desk
    this.email = email
  }

  /** Makes a call below /api. */
  async calls<T>(path: string, sent: RequestOptions = {}): Promise<ApiResponse<T>> {
    const { body, raw, token = this.token } = sent
    const payload = raw ?? (body === undefined ? null : JSON.stringify(body))
    const { status, headers, text } = await sendByFetch(this.desk.url, {
      method: sent.method ?? (payload === null ? 'GET' : 'POST'),
      path: basePath + path,
      headers: {
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...(payload === null ? {} : { 'content-type': 'application/json' }),
        ...sent.headers,
      },
      body: payload,
    })
    return { status, body: parsed(text) as T, text, headers }
  }

  /** The same, expecting 200. Returns the body. */
  async callsOk<T>(path: string, sent: RequestOptions = {}): Promise<T> {
    const { status, body, text } = await this.calls<T>(path, sent)
    if (status !== 200) throw new Error(`${path} was answered with ${status} ${text}`)
    return body
  }

  /** The same, expecting a refusal. Returns the status and the failure. */
  async isRefused(path: string, sent: RequestOptions = {}): Promise<Failure & { status: number }> {
    const { status, body, text } = await this.calls<Failure>(path, sent)
    if (status < 400) throw new Error(`${path} was answered with ${status} ${text}`)
    return { ...body, status }
  }

  /** Signs in as an order management system does. */
  async signsInByCredential(credential: string): Promise<this> {
    const body = { email: this.email, credential }
    this.token = (await this.callsOk<{ token: string }>('/login/credential', { body })).token
    return this
  }

  async signsIn(secret = password): Promise<this> {
    const body = { email: this.email, password: secret }
    this.token = (await this.callsOk<{ token: string }>('/login', { body })).token
    return this
  }

  /** Subscribes to the user's topic, which makes a trader present in the market. */
  async connects(): Promise<this> {
    const socket = openLiveSocket(stompClient(this.desk.url + socketPath, 'websocket'), this.token ?? '', {
      onNotification: (notification) => void this.received.push(notification),
    })
    onTestFinished(() => socket.close())
    await socket.open
    this.#isListening = true
    return this
  }

  /** Fails at once, because a user without a live socket is neither notified nor matched. */
  #requireListening(awaited: string): void {
    if (!this.#isListening)
      throw new Error(`${this.email} has no live socket: call listens() before waiting for ${awaited}`)
  }

  /** Waits for a notification over the live socket. */
  async receives(message: string): Promise<Notification> {
    this.#requireListening(message)
    return until(`${message} to ${this.email}`, async () =>
      this.received.find((each) => each.message === message),
    )
  }

  adverts = (): Promise<Advert[]> => this.callsOk<Advert[]>('/advert/advert-list')

  advert = async (id: string): Promise<Advert> => {
    const found = (await this.adverts()).find((each) => each.id === id)
    if (!found) throw new Error(`${this.email} has no advert ${id}`)
    return found
  }

  drafts = (ric: string): Promise<Advert> =>
    this.callsOk<Advert>('/advert/create-advert', { body: { securityId: this.desk.securityId(ric) } })

  /** Drafts and sends an advert, with the draft's own terms except the given ones. */
  async advertises(
    direction: Direction,
    ric: string,
    shareQuantity: number,
    terms: Partial<AdvertSubmission> = {},
  ): Promise<Advert> {
    const body = { ...submissionBody(await this.drafts(ric)), direction, shareQuantity, ...terms }
    return this.callsOk<Advert>('/advert/submit-advert', { body })
  }

  locates = (): Promise<LocateNotification[]> =>
    this.callsOk('/locate-notification/list-locate-notifications')

  /** Waits for an undecided locate of an advert. */
  async isLocated(advertId: string): Promise<LocateNotification> {
    this.#requireListening('a locate')
    return until(`a contra of ${advertId}`, async () =>
      (await this.locates()).find((each) => each.advertisementId === advertId && each.outcome === null),
    )
  }

  accepts = (locate: LocateNotification): Promise<LocateNotification> =>
    this.callsOk('/locate-notification/connect-acceptance', { body: locateAnswerBody(locate) })

  declines = (locate: LocateNotification): Promise<LocateNotification> =>
    this.callsOk('/locate-notification/connect-rejection', { body: locateAnswerBody(locate) })

  agreements = (): Promise<ConnectionAgreement[]> =>
    this.callsOk('/connection-agreement/broker-user-execution-listing')
}

export const locateAnswerBody = ({ locateNotificationId, direction }: LocateNotification) => ({
  direction,
  locationNotificationId: locateNotificationId,
})

/** The body of a submit or modify that leaves an advert's terms as they are. */
export const submissionBody = (advert: Advert): AdvertSubmission => ({
  id: advert.id,
  securityId: advert.securityId,
  ...pickTerms(advert),
})

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
