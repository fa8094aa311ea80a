import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import { permissionsPolicy } from './headers.ts'

/** Default headers of every response: not a page, and not for other sites. */
const headers = {
  'cache-control': 'no-store',
  'content-security-policy':
    "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; object-src 'none'",
  'cross-origin-embedder-policy': 'require-corp',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': permissionsPolicy,
  'referrer-policy': 'no-referrer',
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
} as const

/** Sets the default headers that the application has not set. */
export function setDefaultHeaders(response: ServerResponse): void {
  for (const [name, value] of Object.entries(headers))
    if (!response.hasHeader(name)) response.setHeader(name, value)
}

/** Sends a refusal and closes the connection, because the body was not read. */
export function sendRefusal(response: ServerResponse, status: number): void {
  setDefaultHeaders(response)
  response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8', connection: 'close' })
  response.end(`${STATUS_CODES[status]}\n`)
}

/** How long a refused client may take to read the refusal and close its side, in milliseconds. */
const lingerMs = 1_000

/**
 * Sends a refusal where there is no response object: a refused upgrade, or bytes that are not HTTP. Destroys the
 * connection if the client does not close it, which otherwise would hold its descriptor for minutes.
 */
export function sendRawRefusal(socket: Duplex, status: number): void {
  // Node has removed its own listener, so a reset by the client would end the process.
  socket.on('error', () => socket.destroy())
  const lines = Object.entries({ ...headers, connection: 'close', 'content-length': '0' })
  const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${head}\r\n`)
  const linger = setTimeout(() => socket.destroy(), lingerMs)
  socket.once('close', () => clearTimeout(linger))
}

/**
 * Reads a body of at most `mostBytes`, because sockjs reads without a limit. Calls `act` with null for a larger
 * body.
 */
export function readBody(
  request: IncomingMessage,
  maxBytes: number,
  act: (body: Buffer | null) => void,
): void {
  const chunks: Buffer[] = []
  let bytes = 0
  const take = (chunk: Buffer): void => {
    bytes += chunk.length
    if (bytes <= maxBytes) return void chunks.push(chunk)
    request.off('data', take)
    request.off('end', done)
    act(null)
  }
  const done = (): void => act(Buffer.concat(chunks))
  request.on('data', take)
  request.on('end', done)
}
