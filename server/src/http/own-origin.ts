import type { IncomingHttpHeaders } from 'node:http'

const loopbackNames: readonly string[] = ['localhost', '127.0.0.1', '[::1]']

/**
 * Accepts exactly the origin of the public address. If that is a loopback name, the product is being tried out
 * on one machine, and the request's own host is accepted too if it is a loopback name. Other Host values are
 * never trusted: DNS rebinding could produce them.
 */
function isOwnOrigin(origin: string, host: string | undefined, publicUrl: string): boolean {
  const own = new URL(publicUrl)
  if (origin === own.origin) return true
  if (!loopbackNames.includes(own.hostname) || host === undefined) return false
  if (origin !== `http://${host}` && origin !== `https://${host}`) return false
  return URL.canParse(origin) && loopbackNames.includes(new URL(origin).hostname)
}

/** The origin of a request: our own pages, another site, or a program that is not a browser. */
type RequestOrigin = 'own' | 'foreign' | 'program'

/**
 * Where a request comes from. A browser sends the Origin with everything except a GET that is not an upgrade,
 * where Sec-Fetch-Site names its site; a program usually sends neither.
 */
export function originOf(
  request: { readonly method: string; readonly headers: IncomingHttpHeaders; readonly isUpgrade?: boolean },
  publicUrl: string,
): RequestOrigin {
  const { method, headers, isUpgrade = false } = request
  const { origin, host } = headers
  if (origin !== undefined) return isOwnOrigin(origin, host, publicUrl) ? 'own' : 'foreign'
  const site = headers['sec-fetch-site']
  if (site === undefined) return 'program'
  const isOwn = method === 'GET' && !isUpgrade && (site === 'same-origin' || site === 'none')
  return isOwn ? 'own' : 'foreign'
}
