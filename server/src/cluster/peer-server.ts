import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import { NotWriter, Refused, Unavailable } from '../errors.ts'
import { listening } from '../http/listening.ts'
import { connectionLimits, maxWaitingConnections, refuseClient } from '../http/server.ts'
import { tlsPolicy } from '../http/tls-policy.ts'
import { limitWaitingConnections } from '../http/waiting-connections.ts'
import type { PeerPath, PeerRequests } from './peer-messages.ts'
import { peerFormats } from './peer-schemas.ts'
import {
  hashOfBody,
  type PeerKeys,
  ReceivedRequests,
  replySignature,
  type SignedRequest,
  signatureHeader,
  signedRequestOf,
} from './peer-signature.ts'
import type { PeerTls } from './peer-transport.ts'

/** How this process answers the others. Each throws NotWriter if this process is not the writer. */
export type PeerHandlers = {
  readonly [P in PeerPath]: (request: PeerRequests[P]['request']) => Promise<PeerRequests[P]['reply']>
}

interface PeerServerOptions {
  /** The name of this process, to which requests must be addressed. */
  readonly processId: string
  /** Where it listens. Port 0 chooses a free one. */
  readonly peerUrl: string
  /** Set if the URL is https. */
  readonly tls: PeerTls | null
  readonly keys: PeerKeys
  /** The database's time in milliseconds UTC. */
  readonly now: () => number
  readonly onError: (error: unknown, activity: string) => void
}

interface PeerServer {
  /** The URL at which other processes reach it. */
  readonly address: string
  stop(): Promise<void>
}

/**
 * Serves the other processes of this database at the host and port of a URL, and nobody else: a request without the
 * signature of a shared key gets 404 before its body is read. A request is processed once, within 30 seconds, by the
 * process that it is addressed to.
 */
export async function startPeerServer(
  { processId, peerUrl, tls, keys, now, onError }: PeerServerOptions,
  handlers: PeerHandlers,
): Promise<PeerServer> {
  const url = new URL(peerUrl)
  const received = new ReceivedRequests(now)
  const server = createPeerServer(tls, (request, response) => {
    answer(request, response).catch((error: unknown) => {
      onError(error, 'answering another process')
      response.destroy()
    })
  })

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = '', url: path = '', headers } = request
    const signed = signedRequestOf(keys, method, path, headers)
    if (!signed || method !== 'POST' || !isPeerPath(path)) return close(response, 404)
    const { status, body } = await outcomeOf(signed, path, request).catch((error: unknown) => {
      if (!(error instanceof Unavailable)) onError(error, 'answering another process')
      // Any other failure, such as a failed write, may have been applied: the request must not be sent again.
      return { status: error instanceof NotWriter ? 503 : 500, body: {} }
    })
    const text = JSON.stringify(body)
    // The rest of a request that was refused is not read.
    if (!request.complete) response.setHeader('connection', 'close')
    response.writeHead(status, {
      'content-type': 'application/json',
      [signatureHeader]: replySignature(keys, signed.nonce, status, text),
    })
    response.end(text)
  }

  async function outcomeOf<P extends PeerPath>(
    signed: SignedRequest,
    path: P,
    request: IncomingMessage,
  ): Promise<{ readonly status: number; readonly body: unknown }> {
    // Another process had this address before: the sender has to look up the writer again.
    if (signed.to !== processId) return { status: 503, body: {} }
    if (!received.isNew(signed)) return { status: 401, body: {} }
    const { request: read, maxBytes } = peerFormats[path]
    const body = await bodyOf(request, maxBytes)
    if (body === null) return { status: 413, body: {} }
    const sent = hashOfBody(body) === signed.bodyHash ? read(parsed(body)) : null
    if (sent === null) return { status: 400, body: {} }
    return { status: 200, body: await handlers[path](sent) }
  }

  const host = url.hostname.replace(/^\[|\]$/g, '')
  const listen = () =>
    new Promise<void>((resolve, reject) => {
      server.once('error', reject)
      server.listen({ port: Number(url.port), host }, resolve)
    })
  await listening({ variable: 'PEER_URL', host }, listen)
  url.port = String((server.address() as AddressInfo).port)
  return {
    address: url.origin,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeIdleConnections()
      }),
  }
}

const tlsLimits = { ...tlsPolicy, handshakeTimeout: connectionLimits.headersTimeout } as const

/** With the limits of the public port: an outsider can reach this one too. */
function createPeerServer(
  tls: PeerTls | null,
  handle: (request: IncomingMessage, response: ServerResponse) => void,
): Server {
  const server = tls
    ? createTlsServer({ ...connectionLimits, ...tlsLimits, cert: tls.cert, key: tls.key }, handle)
    : createServer(connectionLimits, handle)
  limitWaitingConnections(server, maxWaitingConnections)
  server.on('clientError', refuseClient)
  server.on('upgrade', (_, socket: Duplex) => socket.destroy())
  server.on('checkExpectation', (_, response: ServerResponse) => close(response, 417))
  return server as Server
}

const isPeerPath = (path: string): path is PeerPath => Object.hasOwn(peerFormats, path)

function close(response: ServerResponse, status: number): void {
  response.writeHead(status, { connection: 'close' })
  response.end()
}

function parsed(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    return undefined
  }
}

async function bodyOf(request: IncomingMessage, maxBytes: number): Promise<Buffer | null> {
  const chunks: Buffer[] = []
  let length = 0
  // The reply needs the connection of a request that is not read to its end.
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    length += chunk.length
    if (length > maxBytes) return null
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** The outcome of a command as another process gets it. */
export async function commandOutcome(run: () => Promise<void>, seq: () => Promise<number>) {
  try {
    await run()
    return { seq: await seq() }
  } catch (error) {
    if (error instanceof Refused) return { refusal: error.refusal }
    throw error
  }
}
