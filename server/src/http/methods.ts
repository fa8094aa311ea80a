import type { FastifyInstance } from 'fastify'
import { failed } from './failures.ts'

/** The methods that Fastify routes. */
export const httpMethods = ['GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'PATCH', 'DELETE'] as const
export type HttpMethod = (typeof httpMethods)[number]

/** Answers the other methods of a path with 405 and `Allow`, for everybody. */
export function allowMethods(http: FastifyInstance, url: string, served: readonly HttpMethod[]): void {
  http.route({
    method: httpMethods.filter((each) => !served.includes(each)),
    url,
    // In this hook, so that the body is not read.
    onRequest: async (_, reply) => {
      reply.header('allow', served.join(', '))
      throw failed(405, 'METHOD')
    },
    handler: async () => {},
  })
}
