import type { FastifyInstance } from 'fastify'
import { Unavailable } from './refused.ts'

/** How long a stop waits for requests under way: for a client that never ends its own, no longer. Milliseconds. */
const patienceMs = 5_000

/**
 * From the moment a stop begins, requests that come are answered with 503 and their connection is closed, so
 * that their sender goes elsewhere or comes again. `leave` is done first.
 */
export function refuseOnStop(http: FastifyInstance, leave: () => Promise<void>): void {
  let isStopping = false
  http.addHook('preClose', async () => {
    isStopping = true
    await leave()
  })
  http.addHook('onRequest', async (_, reply) => {
    if (!isStopping) return
    reply.header('connection', 'close')
    throw new Unavailable('the server is stopping')
  })
}

/** Finishes the requests under way and gives up the port. Those that take too long are cut off. */
export async function closeHttp(http: FastifyInstance): Promise<void> {
  const cut = setTimeout(() => http.server.closeAllConnections(), patienceMs)
  try {
    await http.close()
  } finally {
    clearTimeout(cut)
  }
}
