import { basePath } from '@aitai/contract/routes/route.ts'
import { logout } from '@aitai/contract/routes/session.ts'
import helmet from '@fastify/helmet'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../config.ts'
import { publicRoutes } from './public-routes.ts'

/**
 * The content security policy: only our own files, and images and fonts that the build inlined as data.
 * Nothing inline, styles included: the client loads the styles of the design system and the grid as files.
 * Trusted Types are not required, because the grid fills its templates with innerHTML.
 */
function contentPolicy(publicUrl: string) {
  const { host, protocol } = new URL(publicUrl)
  const isSecure = protocol === 'https:'
  const socket = `${isSecure ? 'wss' : 'ws'}://${host}`
  return {
    defaultSrc: ["'none'"],
    scriptSrc: ["'self'"],
    styleSrc: ["'self'"],
    imgSrc: ["'self'", 'data:'],
    fontSrc: ["'self'", 'data:'],
    mediaSrc: ["'self'"],
    connectSrc: ["'self'", socket],
    workerSrc: ["'self'", 'blob:'],
    manifestSrc: ["'self'"],
    frameAncestors: ["'none'"],
    baseUri: ["'none'"],
    formAction: ["'self'"],
    objectSrc: ["'none'"],
    reportUri: [publicRoutes.policyReports.path],
    // Chromium ignores report-uri if this is present, and sends no reports to it without TLS.
    ...(isSecure ? { reportTo: [reportGroup] } : {}),
  }
}

/** The name of the policy's endpoint for reports; another header gives its address. */
const reportGroup = 'policy'

const kebab = (name: string): string => name.replace(/[A-Z]/g, (capital) => `-${capital.toLowerCase()}`)

/** The directives of the policy, by the names in browsers' reports. */
export const policyDirectives: readonly string[] = Object.keys(contentPolicy('http://localhost'))
  .map(kebab)
  .filter((name) => !name.startsWith('report-'))

/** Turns off every device feature except those that the client needs. */
export const permissionsPolicy = [
  ...['accelerometer', 'camera', 'display-capture', 'geolocation', 'gyroscope', 'magnetometer'],
  ...['microphone', 'midi', 'payment', 'screen-wake-lock', 'serial', 'usb'],
]
  .map((feature) => `${feature}=()`)
  .concat('clipboard-write=(self)', 'autoplay=(self)', 'fullscreen=(self)')
  // Passkeys.
  .concat('publickey-credentials-create=(self)', 'publickey-credentials-get=(self)')
  .join(', ')

/** Sets the security headers on every response: pages, calls, failures. */
export async function securityHeaders(http: FastifyInstance, { publicUrl }: Pick<Config, 'publicUrl'>) {
  await http.register(helmet, {
    enableCSPNonces: false,
    contentSecurityPolicy: { useDefaults: false, directives: contentPolicy(publicUrl) },
    strictTransportSecurity: { maxAge: 31_536_000, includeSubDomains: true },
    referrerPolicy: { policy: 'no-referrer' },
    xFrameOptions: { action: 'deny' },
    crossOriginEmbedderPolicy: { policy: 'require-corp' },
    crossOriginOpenerPolicy: { policy: 'same-origin' },
    crossOriginResourcePolicy: { policy: 'same-origin' },
  })
  http.addHook('onRequest', async (request, reply) => {
    reply.header('permissions-policy', permissionsPolicy)
    reply.header('reporting-endpoints', `${reportGroup}="${publicRoutes.policyReports.path}"`)
    // Pages and assets set their own cache headers.
    if (request.url.startsWith('/api')) reply.header('cache-control', 'no-store')
  })
  http.addHook('onSend', async ({ routeOptions }, reply) => {
    // @fastify/static names a charset for text and JSON only; SVG is XML.
    const type = reply.getHeader('content-type')
    if (typeof type === 'string' && /[+/]xml$/.test(type))
      reply.header('content-type', `${type}; charset=utf-8`)
    // Clears what the browser cached for this user. The client clears its storage itself, because part of it
    // must stay.
    if (routeOptions.url === basePath + logout.path && reply.statusCode === 200)
      reply.header('clear-site-data', '"cache"')
  })
}
