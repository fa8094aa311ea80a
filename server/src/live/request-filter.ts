import type { IncomingHttpHeaders } from 'node:http'
import { socketPath } from '@aitai/contract/live.ts'

/**
 * Stands before sockjs, which trusts everybody: it takes upgrades from any origin, reflects it, serves JSONP
 * and a page with a third party's script. What this refuses, sockjs never sees.
 */
export interface SocketRequest {
  readonly method: string
  /** Path and query, as they came. */
  readonly url: string
  readonly headers: IncomingHttpHeaders
  readonly isUpgrade: boolean
}

export interface OriginRule {
  /** Where browsers reach us. */
  readonly publicUrl: string
  /**
   * Programs outside a browser (a desk's own script, the robots) send no Origin. Letting them in adds no
   * risk of a foreign page, which cannot leave its Origin out, and every socket must show a valid token
   * anyway. An installation that is used by browsers alone switches it off.
   */
  readonly acceptsWithoutOrigin: boolean
}

/**
 * Pass: hand it to sockjs. Read: the same, after the body was read within its bound. Else the answer's
 * status.
 */
export type RequestDecision = 'pass' | 'read' | 400 | 403 | 404

export const isSocketPath = (url: string): boolean => /^\/api\/websocket-endpoint(?:[/?#]|$)/.test(url)

const transportPath = /^\/[\w-]{1,32}\/([\w-]{1,64})\/(xhr|xhr_streaming|xhr_send|websocket)$/

/** Decides about one request below the socket's path. Whether its origin is right comes first. */
export function filterRequest(ask: SocketRequest, rule: OriginRule): RequestDecision {
  if (!hasRightOrigin(ask, rule)) return 403
  // Every upgrade comes here, whatever its path.
  if (!isSocketPath(ask.url)) return 404
  const path = (ask.url.split('?')[0] ?? '').slice(socketPath.length)
  if (path === '/info') return ask.method === 'GET' && !ask.isUpgrade ? 'pass' : 404

  const [, session = '', transport] = transportPath.exec(path) ?? []
  // sockjs keeps its sessions in a plain object, where `constructor` and the like are always there.
  if (session in {}) return 404
  if (transport === 'websocket') return ask.isUpgrade ? judgeUpgrade(ask) : 404
  if (!transport || ask.isUpgrade || ask.method !== 'POST') return 404
  return transport === 'xhr_send' ? 'read' : 'pass'
}

/**
 * The drafts before RFC 6455 have no masking, which protects proxies from what a page can make a browser
 * send.
 */
function judgeUpgrade({ method, headers }: SocketRequest): RequestDecision {
  const isWebSocket = headers.upgrade?.toLowerCase() === 'websocket'
  const isStandard = headers['sec-websocket-version'] === '13' && headers['sec-websocket-key'] !== undefined
  return method === 'GET' && isWebSocket && isStandard ? 'pass' : 400
}

function hasRightOrigin({ method, headers, isUpgrade }: SocketRequest, rule: OriginRule): boolean {
  const { origin } = headers
  if (origin !== undefined) return isOwnOrigin(origin, headers.host, rule.publicUrl)
  const site = headers['sec-fetch-site']
  if (site !== undefined) {
    // Browsers leave the Origin out of a page's own GET, and of that alone.
    return method === 'GET' && !isUpgrade && (site === 'same-origin' || site === 'none')
  }
  return rule.acceptsWithoutOrigin
}

const loopbackNames: readonly string[] = ['localhost', '127.0.0.1', '[::1]']

/**
 * The origin of the public address, exactly. While that is a loopback name the product is tried on one
 * machine: then the request's own host is taken too, if it is itself a loopback name. A Host of any other
 * name is never believed: it is what a rebound DNS name would send.
 */
function isOwnOrigin(origin: string, host: string | undefined, publicUrl: string): boolean {
  const own = new URL(publicUrl)
  if (origin === own.origin) return true
  if (!loopbackNames.includes(own.hostname) || host === undefined) return false
  if (origin !== `http://${host}` && origin !== `https://${host}`) return false
  return URL.canParse(origin) && loopbackNames.includes(new URL(origin).hostname)
}
