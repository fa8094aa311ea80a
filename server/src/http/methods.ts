import type { FastifyInstance } from 'fastify'
import { failed } from './failures.ts'

/** Every method that a client may think of. Of others the framework knows nothing. */
export const httpMethods = ['GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'PATCH', 'DELETE'] as const
export type HttpMethod = (typeof httpMethods)[number]

/** Answers the other methods of an address with 405 and what it does take, whoever asks. */
export function allowMethods(http: FastifyInstance, url: string, served: readonly HttpMethod[]): void {
  http.route({
    method: httpMethods.filter((each) => !served.includes(each)),
    url,
    // Before the body, which nobody reads.
    onRequest: async (_, reply) => {
      reply.header('allow', served.join(', '))
      throw failed(405, 'METHOD')
    },
    handler: async () => {},
  })
}
