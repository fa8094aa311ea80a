import { randomBytes } from 'node:crypto'
import { request } from 'node:http'
import type { Socket } from 'node:net'

/** Where a STOMP server listens for WebSockets on this machine, and what differs between servers. */
export interface StompEndpoint {
  readonly port: number
  readonly path: string
  /** SockJS sends each message as `a["…"]` and expects a JSON array in return. */
  readonly isSockJs: boolean
  /** Headers of the CONNECT frame. */
  readonly connectHeaders: Readonly<Record<string, string>>
}

/** A received MESSAGE frame. */
export interface StompMessage {
  readonly body: string
  /** Acknowledges it to the server. */
  ack(): void
}

const frameOf = (command: string, headers: Readonly<Record<string, string>>, body = ''): string =>
  `${command}\n${Object.entries(headers)
    .map(([name, value]) => `${name}:${value}\n`)
    .join('')}\n${body}\0`

export { frameOf as stompFrame }

/**
 * Opens a WebSocket, connects by STOMP 1.2 and subscribes to destinations. Resolves once the server has
 * confirmed the subscriptions; the function that it returns closes the socket.
 *
 * It does only what servers demand of a client. A library would cost more processor time for each message than
 * the servers that are compared, and so hide their difference.
 */
export async function subscribeByStomp(
  endpoint: StompEndpoint,
  destinations: readonly string[],
  onMessage: (message: StompMessage) => void,
): Promise<() => void> {
  const socket = await upgraded(endpoint)
  return new Promise((resolve, reject) => {
    const send = (frame: string): void => {
      const text = endpoint.isSockJs ? JSON.stringify([frame]) : frame
      socket.write(maskedFrame(opcodes.text, Buffer.from(text)))
    }
    const connect = (): void =>
      send(frameOf('CONNECT', { 'accept-version': '1.2', host: '/', ...endpoint.connectHeaders }))

    let confirmed = 0
    function receive(frame: string): void {
      if (frame.startsWith('MESSAGE\n')) {
        const id = headerIn(frame, 'ack')
        onMessage({
          body: frame.slice(frame.indexOf('\n\n') + 2, -1),
          ack: () => send(frameOf('ACK', { id })),
        })
      } else if (frame.startsWith('CONNECTED\n')) {
        for (const [n, destination] of destinations.entries()) {
          const headers = { id: `${n}`, destination, ack: 'client-individual', receipt: `${n}` }
          send(frameOf('SUBSCRIBE', headers))
        }
      } else if (frame.startsWith('RECEIPT\n')) {
        confirmed += 1
        if (confirmed === destinations.length) resolve(() => socket.destroy())
      } else if (frame.startsWith('ERROR\n')) reject(new Error(frame))
    }

    socket.on('error', reject)
    socket.on('close', () => reject(new Error('the server closed the socket')))
    socket.on(
      'data',
      frameReader(socket, (text) => {
        if (!endpoint.isSockJs) return receive(text)
        if (text === 'o') connect()
        if (text.startsWith('a')) for (const frame of JSON.parse(text.slice(1)) as string[]) receive(frame)
      }),
    )
    if (!endpoint.isSockJs) connect()
  })
}

function headerIn(frame: string, name: string): string {
  const from = frame.indexOf(`\n${name}:`) + name.length + 2
  return frame.slice(from, frame.indexOf('\n', from))
}

/** A new connection on which the server has agreed to speak WebSocket. */
function upgraded({ port, path }: StompEndpoint): Promise<Socket> {
  const headers = {
    connection: 'Upgrade',
    upgrade: 'websocket',
    'sec-websocket-version': '13',
    'sec-websocket-key': randomBytes(16).toString('base64'),
    'sec-websocket-protocol': 'v12.stomp',
  }
  return new Promise((resolve, reject) => {
    const opening = request({ host: '127.0.0.1', port, path, headers })
    opening.on('error', reject)
    opening.on('response', ({ statusCode }) => reject(new Error(`the upgrade was refused: ${statusCode}`)))
    opening.on('upgrade', (_, socket: Socket, head: Buffer) => {
      socket.setNoDelay(true)
      if (head.length > 0) socket.unshift(head)
      resolve(socket)
    })
    opening.end()
  })
}

const opcodes = { text: 0x1, ping: 0x9, pong: 0xa } as const

/** A frame with the masking key 0, which leaves its payload as it is (RFC 6455, section 5.3). */
function maskedFrame(opcode: number, payload: Buffer): Buffer {
  const { length } = payload
  const isShort = length < 126
  const head = Buffer.alloc(isShort ? 6 : 8)
  head[0] = 0x80 | opcode
  head[1] = 0x80 | (isShort ? length : 126)
  if (!isShort) head.writeUInt16BE(length, 2)
  return Buffer.concat([head, payload])
}

/** Reads the frames of a server from pieces of any size, and answers pings. */
function frameReader(socket: Socket, onText: (text: string) => void): (piece: Buffer) => void {
  let rest: Buffer = Buffer.alloc(0)
  return (piece) => {
    const bytes = rest.length > 0 ? Buffer.concat([rest, piece]) : piece
    let at = 0
    while (bytes.length - at >= 2) {
      const opcode = (bytes[at] ?? 0) & 0x0f
      const short = (bytes[at + 1] ?? 0) & 0x7f
      const from = at + (short < 126 ? 2 : short === 126 ? 4 : 10)
      if (from > bytes.length) break
      const length =
        short < 126
          ? short
          : short === 126
            ? bytes.readUInt16BE(at + 2)
            : Number(bytes.readBigUInt64BE(at + 2))
      const to = from + length
      if (to > bytes.length) break
      if (opcode === opcodes.text) onText(bytes.toString('utf8', from, to))
      if (opcode === opcodes.ping) socket.write(maskedFrame(opcodes.pong, bytes.subarray(from, to)))
      at = to
    }
    rest = at < bytes.length ? bytes.subarray(at) : Buffer.alloc(0)
  }
}
