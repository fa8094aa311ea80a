import type { IncomingMessage, ServerResponse } from 'node:http'
import { type Duplex, Readable, type Writable } from 'node:stream'
import { socketPath, subprotocols } from '@aitai/contract/routes/live.ts'
import sockjs from 'sockjs'
import type { LiveLimits } from './limits.ts'
import type { OutboundChannel } from './notification-delivery.ts'
import type { Cancel, Timers } from './timers.ts'

/**
 * A connection of the sockjs package. sockjs does not expose back-pressure, so this file reads the stream below
 * its connection. Only this file depends on the package's internals, and the package's version is pinned.
 */
export interface SocketConnection extends OutboundChannel {
  /** The network of the client, as limits count it. */
  readonly network: string
  /**
   * Closes after sending what is queued, and disconnects at once ('abrupt') or if the client does not. Must not be
   * called in a message listener: sockjs would throw.
   */
  close(code: number, reason: string, how?: 'abrupt'): void
  /** Closes at once and drops what is queued. */
  cut(): void
}

/** Handles the messages of one connection. */
export interface ConnectionHandler {
  onMessage(message: unknown): void
  onClose(): void
}

interface Receiver {
  /** The stream of a web socket. */
  readonly connection?: Writable
  /** The response of an xhr transport. */
  readonly response?: ServerResponse | null
}

interface Connection extends NodeJS.EventEmitter {
  readonly pathname: string
  readonly protocol: string
  readonly headers: Readonly<Record<string, string>>
  readonly _session: {
    /** Null while an xhr client is between two requests. */
    readonly recv: Receiver | null
    /** Missing for a raw web socket, whose messages are frames of STOMP without SockJS's framing. */
    readonly send_buffer?: string[]
    /** Of a raw web socket, until it is closed. */
    readonly ws?: RawWebSocket | null
    send(text: string): boolean
    close(code: number, reason: string): boolean
  }
}

interface RawWebSocket {
  ping(message: string, onPong: () => void): boolean
  /** Its `close` accepts every code; that of the web socket only those of applications. */
  readonly _driver: { close(reason: string, code: number): boolean }
}

type Handler = (request: IncomingMessage, answer: ServerResponse | Duplex, head?: Buffer) => boolean

interface SockJs {
  on(event: 'connection', listener: (connection: Connection | null) => void): void
  listener(): { getHandler(): Handler }
}

interface SockJsServer {
  /** Handles a request that the filter passed. `body` is given if it was already read. */
  request(request: IncomingMessage, response: ServerResponse, body?: Buffer): void
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void
}

interface SockJsDeps {
  /** Called for every connection; returns its handler. */
  readonly open: (socket: SocketConnection) => ConnectionHandler
  /** The network of a client. */
  readonly networkOf: (request: IncomingMessage) => string
  readonly limits: LiveLimits
  readonly timers: Timers
}

/** A header that sockjs copies to the connection. It carries the client's network, whatever the client sent. */
const networkHeader = 'x-client-ip'

/** Creates the sockjs server. */
export function createSockJs({ open, networkOf, limits, timers }: SockJsDeps): SockJsServer {
  /** Callbacks of xhr connections by session id: each request of the client makes room. */
  const polled = new Map<string, () => void>()

  function onConnection(connection: Connection | null): void {
    // The connection closed before this event.
    if (!connection) return
    const { socket, roomMade } = socketOf(connection, limits, timers)
    const connectionHandler = open(socket)
    const stopPings = startPings(connection._session, socket, limits, timers)
    const id = connection.protocol === 'websocket' ? null : sessionOf(connection.pathname)
    if (id) polled.set(id, roomMade)
    connection.on('data', (message: unknown) => connectionHandler.onMessage(message))
    connection.on('close', () => {
      stopPings()
      if (id) polled.delete(id)
      connectionHandler.onClose()
    })
  }

  /** A handler that answers upgrades with these headers. */
  function createHandler(headers: Readonly<Record<string, string>>): Handler {
    const options = {
      prefix: socketPath,
      // Only the iframe page would load this, and the filter refuses that page; never a third party's URL.
      sockjs_url: `${socketPath}/none`,
      disable_cors: true,
      disconnect_delay: limits.pollGapMs,
      faye_server_options: { maxLength: limits.transportBytes, headers },
      // Its lines contain addresses and connection ids.
      log: () => {},
    }
    const server = sockjs.createServer(options) as unknown as SockJs
    server.on('connection', onConnection)
    return server.listener().getHandler()
  }

  const handler = createHandler({})
  // sockjs cannot choose a subprotocol, so there is one of it for each.
  const echoing = subprotocols.map(
    (name) => [name, createHandler({ 'Sec-WebSocket-Protocol': name })] as const,
  )

  return {
    request(request, response, body) {
      request.headers[networkHeader] = networkOf(request)
      handler(body ? replayed(request, body) : request, response)
      polled.get(sessionOf(request.url ?? '') ?? '')?.()
    },
    upgrade(request, socket, head) {
      request.headers[networkHeader] = networkOf(request)
      const offered = (request.headers['sec-websocket-protocol'] ?? '').split(',').map((name) => name.trim())
      const [, chosen = handler] = echoing.find(([name]) => offered.includes(name)) ?? []
      chosen(request, socket, head)
    },
  }
}

/** The session id in `/api/websocket-endpoint/{server}/{session}/{transport}`. */
const sessionOf = (url: string): string | null => url.slice(socketPath.length).split('/')[2] ?? null

/** A request with a body that sockjs can read again. */
function replayed({ method, url, headers }: IncomingMessage, body: Buffer): IncomingMessage {
  return Object.assign(Readable.from([body]), { method, url, headers }) as unknown as IncomingMessage
}

/**
 * An unmasked text frame of a web socket (RFC 6455, section 5.2). sockjs would copy each message three times and
 * pass it through the pipeline of extensions, of which there are none.
 */
function textFrame(text: string): Buffer {
  const length = Buffer.byteLength(text)
  const headBytes = length < 126 ? 2 : length < 65_536 ? 4 : 10
  const frame = Buffer.allocUnsafe(headBytes + length)
  frame[0] = 0x81
  frame[1] = headBytes === 2 ? length : headBytes === 4 ? 126 : 127
  if (headBytes === 4) frame.writeUInt16BE(length, 2)
  if (headBytes === 10) frame.writeBigUInt64BE(BigInt(length), 2)
  frame.write(text, headBytes)
  return frame
}

/**
 * Pings a raw web socket and cuts it off if it does not answer, as sockjs does with its own: a client that vanished
 * may not have requested heart-beats of STOMP, and its trader would count as present.
 */
function startPings(
  { ws }: Connection['_session'],
  socket: SocketConnection,
  { pingMs, pongMs }: LiveLimits,
  timers: Timers,
): Cancel {
  if (!ws) return () => {}
  let cancel: Cancel
  const pingLater = (): void => {
    cancel = timers.after(pingMs, () => {
      cancel = timers.after(pongMs, () => socket.cut())
      ws.ping('', () => {
        cancel()
        pingLater()
      })
    })
  }
  pingLater()
  return () => cancel()
}

function socketOf(
  connection: Connection,
  { closeMs }: LiveLimits,
  timers: Timers,
): { socket: SocketConnection; roomMade: () => void } {
  const session = connection._session
  const stream = (): Writable | null => session.recv?.connection ?? session.recv?.response ?? null
  let waiting: (() => void) | null = null
  let drained: Writable | null = null

  function roomMade(): void {
    const act = waiting
    if (!act) return
    if (!socket.hasRoom()) return socket.whenRoom(act)
    waiting = null
    act()
  }

  const socket: SocketConnection = {
    network: connection.headers[networkHeader] ?? '',
    send(...frames) {
      const queue = session.send_buffer
      if (!queue) return void stream()?.write(Buffer.concat(frames.map(textFrame)))
      const webSocket = session.recv?.connection
      if (webSocket) return void webSocket.write(textFrame(`a${JSON.stringify(frames)}`))
      // sockjs sends its buffer as one message.
      queue.push(...frames.slice(0, -1))
      session.send(frames.at(-1) ?? '')
    },
    hasRoom() {
      const currentStream = stream()
      return currentStream !== null && !currentStream.writableNeedDrain && !session.send_buffer?.length
    },
    whenRoom(act) {
      waiting = act
      const currentStream = stream()
      if (!currentStream || currentStream === drained) return
      drained = currentStream
      currentStream.once('drain', () => {
        if (drained === currentStream) drained = null
        roomMade()
      })
    },
    close(code, reason, how) {
      const currentStream = stream()
      if (session.ws) session.ws._driver.close(reason, code)
      else session.close(code, reason)
      if (!currentStream || currentStream.destroyed) return
      // sockjs would wait 30 seconds for the client.
      currentStream.once(
        'close',
        timers.after(closeMs, () => currentStream.destroy()),
      )
      if (how === 'abrupt') currentStream.end(() => currentStream.destroy())
    },
    cut() {
      const currentStream = stream()
      session.close(1000, '')
      currentStream?.destroy()
    },
  }
  return { socket, roomMade }
}
