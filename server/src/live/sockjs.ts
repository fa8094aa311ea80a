import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Duplex, Writable } from 'node:stream'
import { Readable } from 'node:stream'
import { socketPath } from '@aitai/contract/live.ts'
import sockjs from 'sockjs'
import type { LiveLimits } from './limits.ts'
import type { OutboundChannel } from './notification-delivery.ts'

/**
 * The sockjs package, of which this is the one place that knows the inside: a connection does not tell how
 * much of what was written its reader took, so the stream below it is asked. The package is pinned.
 */
export interface SocketConnection extends OutboundChannel {
  /**
   * Ends the connection after what was sent. Never from within a listener of its messages: sockjs throws
   * then.
   */
  close(code: number, reason: string): void
  /** Ends the connection at once, whatever waits. */
  cut(): void
}

/** Who talks over a wire. */
export interface ConnectionHandler {
  hear(message: unknown): void
  gone(): void
}

interface Receiver {
  /** Of a web socket. */
  readonly connection?: Writable
  /** Of an xhr transport. */
  readonly response?: ServerResponse | null
}

interface Connection extends NodeJS.EventEmitter {
  readonly pathname: string
  readonly protocol: string
  readonly _session: {
    /** Null while an xhr client is between two requests. */
    readonly recv: Receiver | null
    readonly send_buffer: readonly string[]
    send(text: string): boolean
    close(code: number, reason: string): boolean
  }
}

type Handler = (request: IncomingMessage, answer: ServerResponse | Duplex, head?: Buffer) => boolean

interface SockJs {
  on(event: 'connection', listener: (connection: Connection | null) => void): void
  listener(): { getHandler(): Handler }
}

export interface SockJsServer {
  /** A request that the gate let pass. A body was read for it already, or is of no interest. */
  request(request: IncomingMessage, response: ServerResponse, body?: Buffer): void
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void
}

/** Starts sockjs. `open` is called for every connection, and gives who talks over it. */
export function createSockJs(
  open: (wire: SocketConnection) => ConnectionHandler,
  limits: LiveLimits,
): SockJsServer {
  const options = {
    prefix: socketPath,
    // Only the iframe page, which the gate refuses, would load it: nothing of a third party in any case.
    sockjs_url: `${socketPath}/none`,
    disable_cors: true,
    faye_server_options: { maxLength: limits.transportBytes },
    // Its lines hold addresses and the ids of connections.
    log: () => {},
  }
  const server = sockjs.createServer(options) as unknown as SockJs
  const handler = server.listener().getHandler()
  /** The connections of xhr clients by their id: a request of theirs makes room. */
  const polled = new Map<string, () => void>()

  server.on('connection', (connection) => {
    // Lost in the moment between its opening and this event.
    if (!connection) return
    const { wire, roomMade } = wireOf(connection)
    const talker = open(wire)
    const id = connection.protocol === 'websocket' ? null : sessionOf(connection.pathname)
    if (id) polled.set(id, roomMade)
    connection.on('data', (message: unknown) => talker.hear(message))
    connection.on('close', () => {
      if (id) polled.delete(id)
      talker.gone()
    })
  })

  return {
    request(request, response, body) {
      handler(body ? replayed(request, body) : request, response)
      polled.get(sessionOf(request.url ?? '') ?? '')?.()
    },
    upgrade(request, socket, head) {
      handler(request, socket, head)
    },
  }
}

/** The session's id in `/api/websocket-endpoint/{server}/{session}/{transport}`. */
const sessionOf = (url: string): string | null => url.slice(socketPath.length).split('/')[2] ?? null

/** A request whose body was read already, as sockjs wants to read it. */
function replayed({ method, url, headers }: IncomingMessage, body: Buffer): IncomingMessage {
  return Object.assign(Readable.from([body]), { method, url, headers }) as unknown as IncomingMessage
}

function wireOf(connection: Connection): { wire: SocketConnection; roomMade: () => void } {
  const session = connection._session
  const stream = (): Writable | null => session.recv?.connection ?? session.recv?.response ?? null
  let waiting: (() => void) | null = null
  let drained: Writable | null = null

  function roomMade(): void {
    const act = waiting
    if (!act) return
    if (!wire.hasRoom()) return wire.whenRoom(act)
    waiting = null
    act()
  }

  const wire: SocketConnection = {
    send(text) {
      session.send(text)
    },
    hasRoom() {
      const below = stream()
      return below !== null && !below.writableNeedDrain && session.send_buffer.length === 0
    },
    whenRoom(act) {
      waiting = act
      const below = stream()
      if (!below || below === drained) return
      drained = below
      below.once('drain', () => {
        if (drained === below) drained = null
        roomMade()
      })
    },
    close(code, reason) {
      session.close(code, reason)
    },
    cut() {
      const below = stream()
      session.close(1000, '')
      below?.destroy()
    },
  }
  return { wire, roomMade }
}
