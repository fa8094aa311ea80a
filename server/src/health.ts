import type { App } from './app.ts'

/** For whoever runs the server: does it live, and can it take commands now. Nothing about the market. */
export function healthChecks({ http, matchmaking }: App): void {
  http.get('/livez', { schema: { hide: true } }, async () => ({ status: 'alive' }))

  http.get('/readyz', { schema: { hide: true } }, async (_, reply) => {
    const isReady = matchmaking.isReady()
    return reply.code(isReady ? 200 : 503).send({ status: isReady ? 'ready' : 'not ready' })
  })
}
