import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { isSameSecret } from '../accounts/tokens.ts'
import { NotWriter, Refused, Unavailable } from '../errors.ts'
import type { PeerPath, PeerRequests } from './peer-messages.ts'

/** How this process answers the others. Each throws NotWriter if this process is not the writer. */
export type PeerHandlers = {
  readonly [P in PeerPath]: (request: PeerRequests[P]['request']) => Promise<PeerRequests[P]['reply']>
}

interface PeerServer {
  /** The URL at which other processes reach it. */
  readonly address: string
  stop(): Promise<void>
}

/** The largest request: a file of 1,000 rows, as base64 within JSON. */
const maxRequestBytes = 16 * 1024 * 1024

/**
 * Serves the other processes of this database at the host and port of a URL, and nobody else: a request without the
 * secret, which is in the database, gets 404. Port 0 chooses a free one.
 */
export async function startPeerServer(
  peerUrl: string,
  secret: string,
  handlers: PeerHandlers,
  onError: (error: unknown, activity: string) => void,
): Promise<PeerServer> {
  const url = new URL(peerUrl)
  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      if (!(error instanceof Unavailable)) onError(error, 'answering another process')
      // Any other failure, such as a failed write, may have been applied: the request must not be sent again.
      send(response, error instanceof NotWriter ? 503 : 500, {})
    })
  })

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = request.url as PeerPath
    const given = request.headers.authorization ?? ''
    if (!isSameSecret(given, `Bearer ${secret}`) || !Object.hasOwn(handlers, path))
      return send(response, 404, {})
    const chunks: Buffer[] = []
    let length = 0
    for await (const chunk of request) {
      length += chunk.length
      if (length > maxRequestBytes) return send(response, 413, {})
      chunks.push(chunk)
    }
    const handle = handlers[path] as (request: unknown) => Promise<unknown>
    send(response, 200, await handle(JSON.parse(Buffer.concat(chunks).toString('utf8'))))
  }

  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen({ port: Number(url.port), host: url.hostname.replace(/^\[|\]$/g, '') }, resolve)
  })
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

function send(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' })
  response.end(JSON.stringify(body))
}

/** The outcome of a command as another process gets it. */
export async function commandOutcome(run: () => Promise<void>, seq: () => number) {
  try {
    await run()
    return { seq: seq() }
  } catch (error) {
    if (error instanceof Refused) return { refusal: error.refusal }
    throw error
  }
}
