import type { App } from './app.ts'
import { openDoor } from './doors.ts'

/** For whoever runs the server: does it live, and can it take commands now. Nothing about the market. */
export function healthChecks({ http, matchmaking }: App): void {
  openDoor(http, 'livez', async () => ({ status: 'alive' }))

  openDoor(http, 'readyz', async (_, reply) => {
    const isReady = matchmaking.isReady()
    return reply.code(isReady ? 200 : 503).send({ status: isReady ? 'ready' : 'not ready' })
  })
}
