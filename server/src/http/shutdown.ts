import type { FastifyInstance } from 'fastify'
import { Unavailable } from '../errors.ts'

/** How long a stop waits for requests under way; some clients never end theirs. Milliseconds. */
const patienceMs = 5_000

/**
 * From the moment a stop begins, requests that come are answered with 503, so that their sender goes
 * elsewhere or comes again, and every connection is closed after its answer. `leave` is done before the port
 * is given up.
 */
export function refuseWhileStopping(http: FastifyInstance, leave: () => Promise<void>): void {
  let isStopping = false
  http.addHook('preClose', async () => {
    isStopping = true
    await leave()
  })
  http.addHook('onRequest', async () => {
    if (isStopping) throw new Unavailable('the server is stopping')
  })
  http.addHook('onSend', async (_, reply) => {
    if (isStopping) reply.header('connection', 'close')
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
