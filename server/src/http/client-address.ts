import type { IncomingMessage } from 'node:http'
import proxyAddr from '@fastify/proxy-addr'

/**
 * Returns the function that Fastify also uses for `request.ip`, for requests that do not reach it: the client's
 * address, as named by trusted proxies (TRUST_PROXY).
 */
export function clientAddress(trustProxy: string | null): (request: IncomingMessage) => string {
  if (trustProxy === null) return ({ socket }) => socket.remoteAddress ?? ''
  const isTrusted = proxyAddr.compile(trustProxy.split(',').map((each) => each.trim()))
  return (request) => proxyAddr(request, isTrusted)
}
