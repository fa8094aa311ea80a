import { marketTopic, socketPath } from '@aitai/contract/routes/live.ts'

/** A pushed price as it arrived. */
export interface ReceivedUpdate {
  /** The position of its security among those that the socket follows. */
  readonly position: number
  /** The time in its body. */
  readonly at: number
  /** Milliseconds UTC, with fractions. */
  readonly receivedAt: number
  /** The number of the message of the transport in which it came. */
  readonly write: number
}

export interface PriceSocket {
  readonly updates: readonly ReceivedUpdate[]
  /** Resolves once so many updates have arrived. */
  received(count: number): Promise<void>
  close(): void
}

/** The most that one socket may follow. */
export const mostFollowed = 60

let opened = 0

/** Follows securities over a socket of its own. Resolves once the server has all subscriptions. */
export async function followPrices(
  url: string,
  token: string,
  securityIds: readonly string[],
): Promise<PriceSocket> {
  opened += 1
  const address = `${url.replace('http', 'ws')}${socketPath}/000/prices${opened}/websocket`
  const socket = new WebSocket(address)
  const updates: ReceivedUpdate[] = []
  let writes = 0
  let wanted: { readonly count: number; readonly done: () => void } | null = null
  const frame = (command: string, ...headers: readonly string[]): string =>
    `${[command, ...headers].join('\n')}\n\n\0`

  await new Promise<void>((resolve, reject) => {
    socket.addEventListener('close', () => reject(new Error('the server closed the socket')))
    socket.addEventListener('message', ({ data }: { data: unknown }) => {
      const receivedAt = performance.timeOrigin + performance.now()
      const text = String(data)
      if (text === 'o') {
        const subscriptions = securityIds.map((id, i) =>
          frame('SUBSCRIBE', `id:${i}`, `destination:${marketTopic(id)}`, 'ack:auto'),
        )
        const connect = frame('CONNECT', 'accept-version:1.2', 'host:aitai', `Authorization:Bearer ${token}`)
        const last = frame('UNSUBSCRIBE', 'id:none', 'receipt:all')
        socket.send(JSON.stringify([connect, ...subscriptions, last]))
      }
      if (!text.startsWith('a')) return
      writes += 1
      for (const received of JSON.parse(text.slice(1)) as string[]) {
        if (received.startsWith('RECEIPT')) resolve()
        if (received.startsWith('ERROR')) reject(new Error(received))
        const [, position, at] = /^MESSAGE\nsubscription:(\d+)\n[\s\S]*"at":(\d+)\}\0$/.exec(received) ?? []
        if (at) updates.push({ position: Number(position), at: Number(at), receivedAt, write: writes })
      }
      if (wanted && updates.length >= wanted.count) wanted.done()
    })
  })
  return {
    updates,
    received: (count) =>
      new Promise((done) => {
        wanted = { count, done }
        if (updates.length >= count) done()
      }),
    close: () => socket.close(),
  }
}
