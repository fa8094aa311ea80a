import { socketPath } from '@aitai/contract/live.ts'
import type { FastifyInstance } from 'fastify'
import type { Live } from './live.ts'

/** Serves the live socket in an app: every method on its path and below, every upgrade, until the app closes. */
export function serveLive(http: FastifyInstance, live: Live): void {
  http.register((own, _options, registered) => {
    // Bodies are read by the gate, within its bound.
    own.removeAllContentTypeParsers()
    own.addContentTypeParser('*', (_request, _payload, parsed) => parsed(null))
    const options = { schema: { hide: true }, exposeHeadRoute: false }
    for (const path of [socketPath, `${socketPath}/*`]) {
      own.all(path, options, (request, reply) => {
        reply.hijack()
        live.request(request.raw, reply.raw)
      })
    }
    registered()
  })
  http.server.on('upgrade', live.upgrade)
  http.addHook('preClose', live.stop)
}
