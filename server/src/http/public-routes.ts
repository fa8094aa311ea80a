import { socketPath } from '@aitai/contract/routes/live.ts'
import { basePath } from '@aitai/contract/routes/route.ts'
import type { FastifyInstance, RouteHandlerMethod } from 'fastify'
import { allowMethods, type HttpMethod, httpMethods } from './methods.ts'

/** The routes that are served besides the calls. Nothing else can be reached. */
export interface PublicRoute {
  /** `*` at the end matches any suffix. */
  readonly path: string
  readonly methods: readonly HttpMethod[]
  readonly what: string
  /** The reply to other methods: 405 with the allowed ones, or 404 as for a missing page. */
  readonly otherwise: 405 | 404
}

const read = { methods: ['GET'], otherwise: 405 } as const

/** None of them authenticates, so all callers get the same replies. */
export const publicRoutes = {
  livez: { ...read, path: '/livez', what: 'Whether the process serves requests: 503 once it stops.' },
  readyz: {
    ...read,
    path: '/readyz',
    what: 'Whether commands are accepted, by this server or by the one that writes.',
  },
  metrics: {
    ...read,
    path: '/metrics',
    what: 'Metrics for Prometheus, only with METRICS=anyone. With a port, they are served there and to this machine only.',
  },
  policyReports: {
    path: '/policy-reports',
    methods: ['POST'],
    otherwise: 405,
    what: "Counts browsers' reports about the content policy.",
  },
  backChannelLogout: {
    path: `${basePath}/back-channel-logout`,
    methods: ['POST'],
    otherwise: 405,
    what: 'Takes the logout tokens of sign-in providers (OpenID Connect Back-Channel Logout).',
  },
  docs: {
    ...read,
    path: `${basePath}/docs`,
    what: 'The calls, as a page for people. 404 with API_DOCS=off, as for the two below.',
  },
  openApi: { ...read, path: `${basePath}/docs/json`, what: 'The calls, as OpenAPI.' },
  asyncApi: { ...read, path: `${basePath}/docs/async`, what: 'The live socket, as AsyncAPI.' },
  securityContact: {
    ...read,
    path: '/.well-known/security.txt',
    what: 'Where to report a vulnerability (RFC 9116): the contact of brand.json.',
  },
  socketInfo: {
    path: `${socketPath}/info`,
    methods: ['GET'],
    otherwise: 404,
    what: 'The first request of SockJS. The transports are below this path; STOMP requires the token.',
  },
  socket: {
    path: `${socketPath}/:server/:session/xhr`,
    methods: ['POST'],
    otherwise: 404,
    what: 'One of the transports: opens a socket, which must send a token within seconds.',
  },
  page: {
    path: '/*',
    methods: ['GET', 'HEAD'],
    otherwise: 404,
    what: "The client: its files, those of the owner's content, and its page for every route of the client. 404 below /api and for missing files.",
  },
} as const satisfies Readonly<Record<string, PublicRoute>>

/** Serves GET on a public route and replies 405 to its other methods. */
export function servePublicRoute(
  http: FastifyInstance,
  name: keyof typeof publicRoutes,
  handler: RouteHandlerMethod,
): void {
  const { path, methods: served } = publicRoutes[name]
  http.get(path, handler)
  allowMethods(http, path, served)
}

export interface ServedRoute {
  readonly method: HttpMethod
  readonly path: string
}

/**
 * Records every route that is registered from now on, so that a test can compare the role matrix with what is
 * served.
 */
export function collectRoutes(http: FastifyInstance): readonly ServedRoute[] {
  const routes: ServedRoute[] = []
  http.addHook('onRoute', ({ method, url }) => {
    for (const each of [method].flat()) {
      const known = httpMethods.find((one) => one === each)
      if (!known) throw new Error(`${each} ${url} is served but is not in the role matrix`)
      routes.push({ method: known, path: url })
    }
  })
  return routes
}
