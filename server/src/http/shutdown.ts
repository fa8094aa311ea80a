import type { FastifyInstance } from 'fastify'
import { Unavailable } from '../errors.ts'

/** How long a stop waits for open requests, in milliseconds. Some clients never end theirs. */
const closeTimeoutMs = 5_000

/**
 * Once a stop begins, refuses new requests with 503, so that the client retries, and closes every connection
 * after its response. Runs `leave` before the port is closed.
 */
export function refuseWhileStopping(http: FastifyInstance, stopSockets: () => Promise<void>): void {
  let isStopping = false
  http.addHook('preClose', async () => {
    isStopping = true
    await stopSockets()
  })
  http.addHook('onRequest', async () => {
    if (isStopping) throw new Unavailable('the server is stopping')
  })
  http.addHook('onSend', async (_, reply) => {
    if (isStopping) reply.header('connection', 'close')
  })
}

/** Finishes the open requests and closes the port. Requests that take too long are cut off. */
export async function closeHttp(http: FastifyInstance): Promise<void> {
  const cut = setTimeout(() => http.server.closeAllConnections(), closeTimeoutMs)
  try {
    await http.close()
  } finally {
    clearTimeout(cut)
  }
}
