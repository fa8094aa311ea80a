import { basePath } from '@aitai/contract/routes/route.ts'
import { logout } from '@aitai/contract/routes/session.ts'
import helmet from '@fastify/helmet'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../config.ts'
import { publicRoutes } from './public-routes.ts'

/**
 * What the browser may do with our pages (quality 2.5): our own files, and images and fonts that the build
 * put into them as data. Nothing inline, styles neither: the client takes the design system's and the grid's
 * styles as files. Trusted Types are not asked for, since the grid fills its templates by innerHTML.
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
    // Chromium then heeds this alone, and without TLS it sends no such report.
    ...(isSecure ? { reportTo: [reportGroup] } : {}),
  }
}

/** What the policy calls the endpoint for its reports, whose address another header names. */
const reportGroup = 'policy'

const kebab = (name: string): string => name.replace(/[A-Z]/g, (capital) => `-${capital.toLowerCase()}`)

/** What the policy rules, by the names that a browser reports. */
export const policyDirectives: readonly string[] = Object.keys(contentPolicy('http://localhost'))
  .map(kebab)
  .filter((name) => !name.startsWith('report-'))

/** Everything a page could ask of the device, off, but for what a desk needs. */
export const permissionsPolicy = [
  ...['accelerometer', 'camera', 'display-capture', 'geolocation', 'gyroscope', 'magnetometer'],
  ...['microphone', 'midi', 'payment', 'publickey-credentials-get', 'screen-wake-lock', 'serial', 'usb'],
]
  .map((feature) => `${feature}=()`)
  .concat('clipboard-write=(self)', 'autoplay=(self)', 'fullscreen=(self)')
  .join(', ')

/** Puts the security headers on every answer: pages, calls, failures. */
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
    // Pages and assets say for themselves how long they keep.
    if (request.url.startsWith('/api')) reply.header('cache-control', 'no-store')
  })
  http.addHook('onSend', async ({ routeOptions }, reply) => {
    // What the browser kept of this user. Its storage the client clears by itself, since some of it stays.
    if (routeOptions.url === basePath + logout.path && reply.statusCode === 200)
      reply.header('clear-site-data', '"cache"')
  })
}
