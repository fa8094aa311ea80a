import { Client, type IMessage, ReconnectionTimeMode } from '@stomp/stompjs'
import SockJS from 'sockjs-client'

export type Transport = 'websocket' | 'xhr-streaming'
type Json = Record<string, unknown>

/**
 * A third party's client: it knows sections 3, 4 and 7 of the specification and nothing of ours, not even our types.
 * What it cannot do, no client can. All other tests call the API with contract/src/api-client.ts.
 */
export class WireClient {
  readonly #api: string
  readonly #token: string
  readonly #socket: Client
  readonly #received: Json[] = []
  readonly #waiting = new Set<() => void>()

  private constructor(api: string, token: string, transport: Transport) {
    this.#api = api
    this.#token = token
    this.#socket = new Client({
      webSocketFactory: () => new SockJS(`${api}/websocket-endpoint`, null, { transports: [transport] }),
      reconnectDelay: 20_000,
      reconnectTimeMode: ReconnectionTimeMode.LINEAR,
    })
    this.#socket.onConnect = () => {
      const topic = `/topic/notifications/${token}`
      this.#socket.subscribe(topic, (frame) => this.#hear(frame), { ack: 'client' })
    }
  }

  static async signIn(
    url: string,
    email: string,
    password: string,
    transport: Transport,
  ): Promise<WireClient> {
    const api = `${url}/api`
    const answer = await fetch(`${api}/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email, password }),
    })
    if (!answer.ok) throw new Error(`login: ${answer.status} ${await answer.text()}`)
    const { token } = (await answer.json()) as { token: string }
    const client = new WireClient(api, token, transport)
    client.#socket.activate()
    return client
  }

  #hear(frame: IMessage): void {
    // The nested message string of section 7 of the specification.
    this.#received.push(JSON.parse((JSON.parse(frame.body) as { message: string }).message) as Json)
    frame.ack()
    for (const wake of this.#waiting) wake()
  }

  /** Waits for a notification of this type. */
  async receives(type: string): Promise<Json> {
    for (;;) {
      const found = this.#received.find(({ message }) => message === type)
      if (found) return found
      await new Promise<void>((wake, late) => {
        const timer = setTimeout(() => late(new Error(`'${type}' was not received`)), 20_000)
        this.#waiting.add(() => {
          clearTimeout(timer)
          wake()
        })
      })
      this.#waiting.clear()
    }
  }

  async call<T = Json>(method: 'GET' | 'POST', path: string, body?: unknown): Promise<T> {
    const answer = await fetch(`${this.#api}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${this.#token}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
    return (await answer.json()) as T
  }

  async leaves(): Promise<void> {
    await this.#socket.deactivate()
  }
}
