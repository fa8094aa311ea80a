import type { App } from '../app.ts'
import { servePublicRoute } from '../http/public-routes.ts'

/** For whoever runs the server: does it live, and can it take commands now. Nothing about the market. */
export function healthChecks({ http, matchmaking }: App): void {
  servePublicRoute(http, 'livez', async () => ({ status: 'alive' }))

  servePublicRoute(http, 'readyz', async (_, reply) => {
    const isReady = matchmaking.isReady()
    return reply.code(isReady ? 200 : 503).send({ status: isReady ? 'ready' : 'not ready' })
  })
}
