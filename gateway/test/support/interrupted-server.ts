import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

/** What happens to a request: it is answered, or lost before or after the server has carried it out. */
type Fate = 'answered' | 'lost' | 'carriedOut'

/** A connection to a server that loses requests when a test says so. */
export interface InterruptedServer {
  readonly url: string
  /** Decides about each request from now on. */
  fate: (path: string) => Fate
}

export async function interruptedServer(target: string): Promise<InterruptedServer> {
  const server = createServer((incoming, outgoing) => {
    const fate = interrupted.fate(incoming.url ?? '')
    if (fate === 'lost') incoming.destroy()
    else forward(target, incoming, fate === 'answered' ? outgoing : null)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const interrupted: InterruptedServer = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    fate: () => 'answered',
  }
  return interrupted
}

/** Passes a request on, and its reply unless it has nowhere to go: then the connection ends once there is one. */
function forward(target: string, incoming: IncomingMessage, outgoing: ServerResponse | null): void {
  const { method, url = '', headers } = incoming
  const passed = request(new URL(url, target), { method, headers }, (reply) => {
    if (!outgoing) {
      reply.resume().once('end', () => incoming.destroy())
      return
    }
    outgoing.writeHead(reply.statusCode ?? 500, reply.headers)
    reply.pipe(outgoing)
  })
  passed.on('error', () => incoming.destroy())
  incoming.pipe(passed)
}
