import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { sendRawRefusal, sendRefusal, setDefaultHeaders } from './raw-responses.ts'
import { limitWaitingConnections } from './waiting-connections.ts'

/**
 * Limits of a connection before its user is known, in milliseconds and bytes. A client that sends too slowly
 * gets 408.
 */
export const connectionLimits = {
  headersTimeout: 5_000,
  requestTimeout: 30_000,
  /** How often the two timeouts above are checked. */
  connectionsCheckingInterval: 1_000,
  keepAliveTimeout: 75_000,
  /** The request line and the headers together; more gives 431. */
  maxHeaderSize: 16 * 1024,
} as const

/** How many connections may wait for a request to be complete; each holds a file descriptor. */
export const maxWaitingConnections = 1_000

/** The live socket, which answers its requests without the framework. */
interface SocketHandler {
  /** Whether a request with this path and query is for the socket. */
  accepts(url: string): boolean
  request(request: IncomingMessage, response: ServerResponse): void
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void
}

type Handler = (request: IncomingMessage, response: ServerResponse) => void

/**
 * The HTTP server below Fastify: passes requests of the live socket to it and all others to `handler`. It also
 * sends the responses that node would send itself, so that they carry the same headers.
 */
export function createHttpServer(handler: Handler, socket: SocketHandler): Server {
  const server = createServer({ ...connectionLimits, requireHostHeader: false }, (request, response) => {
    // Here, because some of Fastify's failures bypass its hooks. A handler may set them again.
    setDefaultHeaders(response)
    if (!hasRightHost(request)) sendRefusal(response, 400)
    else if (socket.accepts(request.url ?? '')) socket.request(request, response)
    else handler(request, response)
  })
  limitWaitingConnections(server, maxWaitingConnections)
  server.on('upgrade', (request, connection, head) => {
    if (hasRightHost(request)) socket.upgrade(request, connection, head)
    else sendRawRefusal(connection, 400)
  })
  // An Expect header other than 100-continue.
  server.on('checkExpectation', (_, response: ServerResponse) => sendRefusal(response, 417))
  return server
}

/**
 * HTTP 1.1 requires one Host header. Of two, a proxy in front of the server might read the other one
 * (RFC 9112, 3.2).
 */
function hasRightHost({ httpVersion, headersDistinct }: IncomingMessage): boolean {
  const hosts = headersDistinct.host?.length ?? 0
  return hosts === 1 || (hosts === 0 && httpVersion === '1.0')
}

const statuses: Readonly<Record<string, number>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 408,
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
}

/** Refuses bytes that are not HTTP, too large or too slow. No text, because it could quote the request. */
export function refuseClient(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable || hasBegun(socket)) return void socket.destroy()
  sendRawRefusal(socket, statuses[error.code ?? ''] ?? 400)
}

/** Part of a response has been sent, so a second one would be read as its continuation. */
const hasBegun = (socket: Socket): boolean =>
  (socket as Socket & { _httpMessage?: ServerResponse })._httpMessage?.headersSent === true
