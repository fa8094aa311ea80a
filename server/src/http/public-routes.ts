import { socketPath } from '@aitai/contract/routes/live.ts'
import { basePath } from '@aitai/contract/routes/route.ts'
import type { FastifyInstance, RouteHandlerMethod } from 'fastify'
import { allowMethods, type HttpMethod, httpMethods } from './methods.ts'

/** What is served beside the calls. What is not listed here cannot be opened. */
export interface PublicRoute {
  /** `*` at the end stands for anything. */
  readonly path: string
  readonly methods: readonly HttpMethod[]
  readonly what: string
  /** What the other methods are answered: 405 with what is taken, or 404 as for what is not there. */
  readonly otherwise: 405 | 404
}

const read = { methods: ['GET'], otherwise: 405 } as const

/** All of them tell the same to everybody: none of them asks who is there. */
export const publicRoutes = {
  livez: { ...read, path: '/livez', what: 'Whether the process lives.' },
  readyz: { ...read, path: '/readyz', what: 'Whether it can take commands.' },
  metrics: { ...read, path: '/metrics', what: 'For Prometheus, from the machine itself unless configured.' },
  policyReports: {
    path: '/policy-reports',
    methods: ['POST'],
    otherwise: 405,
    what: 'Takes what browsers say of the content policy. Of it a count is kept.',
  },
  docs: { ...read, path: `${basePath}/docs`, what: 'The list of the calls, for people.' },
  openApi: { ...read, path: `${basePath}/docs/json`, what: 'The calls, as OpenAPI.' },
  asyncApi: { ...read, path: `${basePath}/docs/async`, what: 'The live socket, as AsyncAPI.' },
  socketInfo: {
    path: `${socketPath}/info`,
    methods: ['GET'],
    otherwise: 404,
    what: 'What SockJS asks first. Its transports are below; STOMP asks for the token.',
  },
  socket: {
    path: `${socketPath}/:server/:session/xhr`,
    methods: ['POST'],
    otherwise: 404,
    what: 'One of the transports: opens a socket that has to show a token within seconds.',
  },
  page: {
    path: '/*',
    methods: ['GET', 'HEAD'],
    otherwise: 404,
    what: "The client: its files, those of the owner's content, and its page for every address of its own. Below /api and for files that are not there 404.",
  },
} as const satisfies Readonly<Record<string, PublicRoute>>

/** Opens a door that is read, and answers its other methods with 405. */
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

/** Writes down every route from now on: the role matrix is held against what is really served. */
export function collectRoutes(http: FastifyInstance): readonly ServedRoute[] {
  const routes: ServedRoute[] = []
  http.addHook('onRoute', ({ method, url }) => {
    for (const each of [method].flat()) {
      const known = httpMethods.find((one) => one === each)
      if (!known) throw new Error(`${each} ${url} is served and not in the role matrix`)
      routes.push({ method: known, path: url })
    }
  })
  return routes
}
