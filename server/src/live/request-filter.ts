import type { IncomingHttpHeaders } from 'node:http'
import { rawSocketPath, socketPath } from '@aitai/contract/routes/live.ts'
import { originOf } from '../http/own-origin.ts'

/**
 * A request as the filter sees it. The filter is needed because sockjs trusts every client: it accepts upgrades
 * from any origin, reflects the origin, and serves JSONP and a page with a third party's script. sockjs never
 * receives a request that is refused here.
 */
export interface SocketRequest {
  readonly method: string
  /** Path and query as received. */
  readonly url: string
  readonly headers: IncomingHttpHeaders
  readonly isUpgrade: boolean
}

export interface OriginRule {
  /** The address at which browsers reach the server. */
  readonly publicUrl: string
  /**
   * Programs outside a browser (a customer's script, the robots) send no Origin. Accepting them does not let
   * foreign pages in, because a browser always sends the Origin, and every socket needs a valid token anyway.
   * An installation that is used only from browsers can turn this off.
   */
  readonly acceptsWithoutOrigin: boolean
}

/** 'pass': hand the request to sockjs. 'read': the same after reading its body. Otherwise the status to send. */
type RequestDecision = 'pass' | 'read' | 400 | 403 | 404

export const isSocketPath = (url: string): boolean => /^\/api\/websocket-endpoint(?:[/?#]|$)/.test(url)

const transportPath = /^\/[\w-]{1,32}\/([\w-]{1,64})\/(xhr|xhr_streaming|xhr_send|websocket)$/

/** Decides about one request. The origin is checked before anything else. */
export function filterRequest(request: SocketRequest, rule: OriginRule): RequestDecision {
  if (!isOriginAllowed(request, rule)) return 403
  // Upgrades of any path arrive here.
  if (!isSocketPath(request.url)) return 404
  const [address = ''] = request.url.split('?')
  if (address === rawSocketPath) return request.isUpgrade ? filterUpgrade(request) : 404
  const path = address.slice(socketPath.length)
  if (path === '/info') return request.method === 'GET' && !request.isUpgrade ? 'pass' : 404

  const [, session = '', transport] = transportPath.exec(path) ?? []
  // sockjs stores its sessions in a plain object, which also has `constructor` and other inherited keys.
  if (session in {}) return 404
  if (transport === 'websocket') return request.isUpgrade ? filterUpgrade(request) : 404
  if (!transport || request.isUpgrade || request.method !== 'POST') return 404
  return transport === 'xhr_send' ? 'read' : 'pass'
}

/** Refuses drafts before RFC 6455: they lack masking, which protects proxies from data that a page chooses. */
function filterUpgrade({ method, headers }: SocketRequest): RequestDecision {
  const isWebSocket = headers.upgrade?.toLowerCase() === 'websocket'
  const isStandard = headers['sec-websocket-version'] === '13' && headers['sec-websocket-key'] !== undefined
  return method === 'GET' && isWebSocket && isStandard ? 'pass' : 400
}

function isOriginAllowed(request: SocketRequest, rule: OriginRule): boolean {
  const origin = originOf(request, rule.publicUrl)
  return origin === 'own' || (origin === 'program' && rule.acceptsWithoutOrigin)
}
