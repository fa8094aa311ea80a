import { connect, createServer, type Server, type Socket } from 'node:net'

/** What happens to the data between two machines. */
export type NetworkState =
  | { readonly type: 'open' }
  /** Packets are dropped without an error on either side. */
  | { readonly type: 'silent' }
  /** Connections are refused, and those that were open are ended. */
  | { readonly type: 'closed' }
  /** Each piece of data arrives after a random time. */
  | { readonly type: 'slow'; readonly delayMs: () => number }

/** A TCP connection to another machine that a test can disturb. */
export interface Network {
  readonly port: number
  set(state: NetworkState): void
  /** If new connections go to one port, they go to another one from now on. */
  redirect(from: number, to: number): void
  close(): Promise<void>
}

/** One direction of a connection. Keeps the order, as TCP does, whatever each piece is delayed by. */
class Stream {
  readonly #to: Socket
  #state: NetworkState
  #queue: { readonly data: Buffer | null; readonly dueAt: number }[] = []
  #timer: NodeJS.Timeout | null = null

  constructor(from: Socket, to: Socket, state: NetworkState) {
    this.#to = to
    this.#state = state
    from.on('data', (data) => this.#add(data as Buffer))
    from.on('end', () => this.#add(null))
    // Whoever hangs up is not noticed by the other side while nothing arrives.
    from.on('close', () => this.#add(null))
    from.on('error', () => {})
  }

  set(state: NetworkState): void {
    this.#state = state
    this.#send()
  }

  #add(data: Buffer | null): void {
    const delay = this.#state.type === 'slow' ? this.#state.delayMs() : 0
    this.#queue.push({ data, dueAt: performance.now() + delay })
    this.#send()
  }

  #send(): void {
    if (this.#timer) clearTimeout(this.#timer)
    this.#timer = null
    for (let [next] = this.#queue; next && this.#state.type !== 'silent'; [next] = this.#queue) {
      const waitMs = next.dueAt - performance.now()
      if (waitMs > 0) {
        this.#timer = setTimeout(() => this.#send(), waitMs)
        return
      }
      this.#queue.shift()
      if (next.data) this.#to.write(next.data)
      else this.#to.end()
    }
  }
}

export async function openNetwork(targetPort: number): Promise<Network> {
  let target = targetPort
  let state: NetworkState = { type: 'open' }
  const sockets = new Set<Socket>()
  const streams = new Set<Stream>()
  const server: Server = createServer((incoming) => {
    if (state.type === 'closed') {
      incoming.destroy()
      return
    }
    const outgoing = connect({ host: '127.0.0.1', port: target })
    const own = [new Stream(incoming, outgoing, state), new Stream(outgoing, incoming, state)]
    for (const stream of own) streams.add(stream)
    for (const socket of [incoming, outgoing]) {
      socket.setNoDelay(true)
      sockets.add(socket)
      socket.once('close', () => {
        sockets.delete(socket)
        if (incoming.destroyed && outgoing.destroyed) for (const stream of own) streams.delete(stream)
      })
    }
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const address = server.address()
  if (typeof address !== 'object' || !address) throw new Error('the network has no port')
  const endAll = (): void => {
    for (const socket of sockets) socket.destroy()
  }
  return {
    port: address.port,
    set(next) {
      state = next
      if (state.type === 'closed') endAll()
      else for (const stream of streams) stream.set(state)
    },
    redirect(from, to) {
      if (target === from) target = to
    },
    async close() {
      endAll()
      await new Promise((closed) => server.close(closed))
    },
  }
}
