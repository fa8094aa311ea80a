import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { sendRawRefusal, sendRefusal, setDefaultHeaders } from './raw-responses.ts'

/**
 * How much a connection may take before anybody knows who it is (quality 2.5, S25). Milliseconds and bytes.
 * Whoever sends a byte now and then is cut off with 408; a proxy in front keeps its connections for less.
 */
export const connectionLimits = {
  headersTimeout: 10_000,
  requestTimeout: 60_000,
  /** How often the two above are looked at. */
  connectionsCheckingInterval: 2_000,
  keepAliveTimeout: 75_000,
  /** The line of the request and its headers together: more is answered with 431. */
  maxHeaderSize: 16 * 1024,
} as const

/** The live socket, which answers its requests without the framework. */
export interface SocketHandler {
  /** Whether a request with this path and query is for the socket. */
  accepts(url: string): boolean
  request(request: IncomingMessage, response: ServerResponse): void
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void
}

type Handler = (request: IncomingMessage, response: ServerResponse) => void

/**
 * The HTTP server below the framework: what is for the live socket goes there, all else to `handler`. What node
 * would answer by itself, before anybody else sees it, it answers here, with the same headers as everything.
 */
export function createHttpServer(handler: Handler, socket: SocketHandler): Server {
  const server = createServer({ ...connectionLimits, requireHostHeader: false }, (request, response) => {
    // Here, for some failures of the framework know nothing of its hooks. What has better sets it again.
    setDefaultHeaders(response)
    if (isWithoutHost(request)) sendRefusal(response, 400)
    else if (socket.accepts(request.url ?? '')) socket.request(request, response)
    else handler(request, response)
  })
  server.on('upgrade', socket.upgrade)
  // A client that asks first whether it may send, in words that nobody knows.
  server.on('checkExpectation', (_, response: ServerResponse) => sendRefusal(response, 417))
  return server
}

/** HTTP 1.1 has a name of the host, always. */
const isWithoutHost = ({ httpVersion, headers }: IncomingMessage): boolean =>
  httpVersion === '1.1' && headers.host === undefined

const statuses: Readonly<Record<string, number>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 408,
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
}

/** What is no HTTP, or too much or too slow of it: a status and no word, for the text may quote anything. */
export function refuseClient(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable || hasBegun(socket)) return void socket.destroy()
  sendRawRefusal(socket, statuses[error.code ?? ''] ?? 400)
}

/** Half an answer is on its way: another within it would be taken for part of it. */
const hasBegun = (socket: Socket): boolean =>
  (socket as Socket & { _httpMessage?: ServerResponse })._httpMessage?.headersSent === true
