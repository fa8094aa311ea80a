import { Agent } from 'node:http'
import { notificationsTopic, parsePushedFrame, socketPath } from '@aitai/contract/routes/live.ts'
import { type CallInput, type HttpRequest, httpRequestOf } from '@aitai/contract/routes/request.ts'
import type { Route } from '@aitai/contract/routes/route.ts'
import { login } from '@aitai/contract/routes/session.ts'
import { exchange, type RawResponse } from '../../harness/client-connection.ts'
import { password } from '../../harness/scripted-server.ts'
import { PriceWatch } from './price-watch.ts'
import type { World } from './venue.ts'

/** A user of one world: its requests and its live socket, with everything that it receives. */
export class Participant {
  readonly world: World
  readonly email: string
  readonly userId: string
  token: string | null = null
  #socket: StompSocket | null = null
  /** The frames of earlier sockets that have not been taken yet. */
  readonly #earlier: string[] = []
  /** The notifications that had been pushed to this user when the socket subscribed. */
  #pushedBefore = 0
  readonly #network: string
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 1 })

  /** `network` is the address of the institution, as its proxy would name it. */
  constructor(world: World, email: string, network: string) {
    this.world = world
    this.email = email
    this.#network = network
    const person = [...world.app.reference.names().people.values()].find((each) => each.email === email)
    if (!person) throw new Error(`nobody is called ${email}`)
    this.userId = person.userId
  }

  /** Throws for an internal error: in both worlds alike, it would hide what the reply says otherwise. */
  async send(request: HttpRequest): Promise<RawResponse> {
    const headers = { ...request.headers, 'x-forwarded-for': this.#network }
    const response = await exchange(this.world.url, { ...request, headers }, this.#agent)
    if (response.status < 500) return response
    throw new Error(`${request.method} ${request.path} returned ${response.status}: ${response.text}`)
  }

  call<R extends Route>(route: R, input: Omit<CallInput<R>, 'token'> = {}): Promise<RawResponse> {
    return this.send(httpRequestOf(route, { ...input, token: this.token }))
  }

  /**
   * Signs in and opens a live socket, which makes a trader present. The server closes the socket of an earlier
   * session; its last frames are among those taken next.
   */
  async signIn(): Promise<RawResponse> {
    // What has been received is acknowledged by then, and not sent to the new socket again.
    await this.synchronize()
    const response = await this.call(login, { body: { email: this.email, password } } as never)
    const { token } = JSON.parse(response.text) as { token?: string }
    if (!token) throw new Error(`${this.email} could not sign in: ${response.text}`)
    await this.#socket?.closed
    this.token = token
    await this.connect()
    return response
  }

  /** Opens a live socket, and closes an earlier one. */
  async connect(): Promise<void> {
    this.#earlier.push(...((await this.#socket?.takeFrames(0)) ?? []))
    this.#socket?.close()
    this.#socket = openStompSocket(this.world.url, this.token ?? '', this.#network)
    this.#pushedBefore = this.world.pushedTo(this.userId)
    await this.#socket.subscribed
    await this.world.knowsPresent(this.userId)
  }

  disconnect(): void {
    this.#socket?.close()
  }

  /** The frames since the last call, those of one message together. Resolves once every pushed one has arrived. */
  async takeFrames(): Promise<readonly string[]> {
    const expected = this.world.pushedTo(this.userId) - this.#pushedBefore
    const frames = (await this.#socket?.takeFrames(expected)) ?? []
    return [...this.#earlier.splice(0), ...frames]
  }

  /** Follows the prices of securities on another socket of the session, until it is closed. */
  async watchPrices(securityIds: readonly string[]): Promise<PriceWatch> {
    const watch = new PriceWatch(this.world, this.token ?? '', this.#network, securityIds)
    await watch.subscribed
    return watch
  }

  /** Resolves once everything that the server has sent so far has arrived. */
  async synchronize(): Promise<void> {
    await this.#socket?.synchronize()
  }

  close(): void {
    this.#socket?.close()
    this.#agent.destroy()
  }
}

interface StompSocket {
  readonly subscribed: Promise<void>
  readonly closed: Promise<void>
  takeFrames(expectedNotifications: number): Promise<readonly string[]>
  synchronize(): Promise<void>
  close(): void
}

let opened = 0

/** SockJS and STOMP by hand, because a client library would hide frames. */
function openStompSocket(url: string, token: string, network: string): StompSocket {
  opened += 1
  const address = `${url.replace('http', 'ws')}${socketPath}/000/worlds${opened}/websocket`
  const options = { headers: { 'x-forwarded-for': network } }
  const socket = new WebSocket(address, options as unknown as string[])
  const waiting = new Set<() => void>()
  let frames: string[] = []
  let notifications = 0
  let receipts = 0
  let requested = 0
  const acknowledged = { sent: 0, stored: 0 }
  let isClosed = false

  const send = (...parts: readonly string[]): void =>
    socket.send(JSON.stringify([`${parts.join('\n')}\n\n\0`]))
  const until = (isDone: () => boolean): Promise<void> =>
    new Promise((resolve) => {
      const look = (): void => {
        if (!isDone() && !isClosed) return
        waiting.delete(look)
        resolve()
      }
      waiting.add(look)
      look()
    })
  const requestReceipt = (...parts: readonly string[]): Promise<void> => {
    requested += 1
    const awaited = requested
    send(...parts, `receipt:${awaited}`)
    return until(() => receipts >= awaited)
  }
  /** Returns whether the frame is to be compared. */
  const take = (frame: string): boolean => {
    // Receipts answer what this participant sent. Whether one comes before a notification is a matter of the moment.
    if (frame.startsWith('RECEIPT')) {
      if (frame.includes('\nreceipt-id:stored')) acknowledged.stored += 1
      else receipts += 1
      return false
    }
    if (!frame.startsWith('MESSAGE')) return true
    notifications += 1
    const notification = parsePushedFrame(frame.slice(frame.indexOf('\n\n') + 2, -1))
    if (socket.readyState !== WebSocket.OPEN) return true
    acknowledged.sent += 1
    // With a receipt, which says that it is stored: the list of notifications shows it.
    send('ACK', `id:${notification.id}`, `receipt:stored${acknowledged.sent}`)
    return true
  }

  const subscribed = new Promise<void>((resolve, reject) => {
    socket.addEventListener('error', () => reject(new Error('the socket failed')))
    socket.addEventListener('message', ({ data }: { data: unknown }) => {
      const text = String(data)
      if (text === 'o') {
        send('CONNECT', 'accept-version:1.2', 'host:aitai')
        const destination = `destination:${notificationsTopic(token)}`
        requestReceipt('SUBSCRIBE', 'id:0', destination, 'ack:client').then(resolve, reject)
      }
      // SockJS beats by the real clock, which differs between the worlds. Its frames carry nothing.
      if (text === 'h') return
      if (text.startsWith('a')) {
        const compared = (JSON.parse(text.slice(1)) as string[]).filter(take)
        // Which frames share a message must not depend on others either.
        if (compared.length > 0) frames.push(compared.join('\n'))
      } else frames.push(text)
      for (const look of [...waiting]) look()
    })
    socket.addEventListener('close', () => {
      isClosed = true
      for (const look of [...waiting]) look()
    })
  })
  return {
    subscribed,
    closed: until(() => isClosed),
    async takeFrames(expected) {
      await until(() => notifications >= expected)
      const taken = frames
      frames = []
      return taken
    },
    // Nothing has this subscription, so that only the receipt comes back, after everything that was sent before.
    async synchronize() {
      if (isClosed) return
      await requestReceipt('UNSUBSCRIBE', 'id:none')
      await until(() => acknowledged.stored >= acknowledged.sent)
    },
    close: () => socket.close(),
  }
}
