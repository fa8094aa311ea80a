import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import fastify, { type FastifyInstance, type FastifyReply, LogController } from 'fastify'
import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import { advertCalls } from './adverts.ts'
import { agreementCalls } from './agreements.ts'
import { logInCalls } from './auth/log-in.ts'
import { secondStepCalls } from './auth/second-step.ts'
import { Sessions } from './auth/sessions.ts'
import { type Attempts, openAttempts } from './auth/two-factor.ts'
import { brokerCalls } from './brokers.ts'
import { type CallLimits, callLimits } from './call-limits.ts'
import { clientFiles } from './client-files.ts'
import type { Now } from './clock.ts'
import type { Config } from './config.ts'
import type { Database } from './database/schema.ts'
import { equityCalls } from './equities.ts'
import { replyTo } from './failures.ts'
import { securityHeaders } from './headers.ts'
import { healthChecks } from './health.ts'
import { Idempotency } from './idempotency.ts'
import { isSocketPath } from './live/gate.ts'
import { type Live, type LiveDeps, startLive } from './live/live.ts'
import { locateCalls } from './locates.ts'
import { logRequests } from './log.ts'
import type { Matchmaking } from './matchmaking.ts'
import type { Notices } from './notices.ts'
import { notificationCalls } from './notifications.ts'
import { apiDocs, openApi } from './openapi.ts'
import type { Quotes } from './quotes/quotes.ts'
import type { ReferenceData } from './reference/sync.ts'
import { documentOnly } from './serve.ts'
import { statusCalls } from './status.ts'
import { userCalls } from './user.ts'
import { versionCalls } from './version.ts'

/** What the calls are made of: already open and running. */
export interface AppParts {
  readonly config: Config
  readonly database: Kysely<Database>
  readonly matchmaking: Matchmaking
  readonly notices: Notices
  readonly reference: ReferenceData
  readonly quotes: Quotes
  readonly now: Now
  readonly log: Logger
  /** The folder of the built client. */
  readonly clientFolder: string
}

export interface App extends AppParts {
  readonly http: FastifyInstance
  readonly sessions: Sessions
  readonly attempts: Attempts
  readonly limits: CallLimits
  readonly idempotency: Idempotency
  readonly live: Live
  /** What passes with time: sessions that end, answers that need not be kept. To be called now and then. */
  sweep(): Promise<void>
}

/** Larger than any call of ours needs. Bytes. */
const bodyLimit = 64 * 1_024

/** Builds the HTTP side. It listens to no port yet: `main` does that, and tests do. */
export async function buildApp(parts: AppParts): Promise<App> {
  const { config, database, matchmaking, now } = parts
  const sessions = new Sessions({
    database,
    now,
    leave: (traderId, reason) => matchmaking.submit({ type: 'endSession', traderId, reason }),
  })
  const idempotency = new Idempotency(database, now)
  const live = await startLive({ ...parts, sessions, publicUrl: config.publicUrl, ...liveWays(parts) })
  const app: App = {
    ...parts,
    http: createHttp(parts, live),
    sessions,
    live,
    attempts: await openAttempts({ database, now }),
    limits: callLimits(config.rateLimits, now),
    idempotency,
    async sweep() {
      await sessions.sweep()
      await idempotency.sweep()
    },
  }
  await openApi(app.http)
  await securityHeaders(app.http, config)
  for (const serveCalls of allCalls) serveCalls(app)
  healthChecks(app)
  apiDocs(app.http)
  await clientFiles(app.http, parts.clientFolder)
  await app.http.ready()
  return app
}

/**
 * The robots and a desk's own scripts have no Origin to send; the live socket asks each for a token anyway.
 */
const liveWays = ({ log }: AppParts): Pick<LiveDeps, 'acceptsWithoutOrigin' | 'log'> => ({
  acceptsWithoutOrigin: true,
  log: (level, message, failure) => log[level]({ err: failure }, message),
})

const allCalls: readonly ((app: App) => void)[] = [
  logInCalls,
  secondStepCalls,
  userCalls,
  equityCalls,
  brokerCalls,
  statusCalls,
  versionCalls,
  advertCalls,
  locateCalls,
  agreementCalls,
  notificationCalls,
]

function createHttp({ config, log }: AppParts, live: Live): FastifyInstance {
  const http = fastify({
    serverFactory: (handler) =>
      createServer((request, response) =>
        isSocketPath(request.url ?? '') ? live.request(request, response) : handler(request, response),
      ),
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'trace' }),
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    bodyLimit,
    // A GET that changes something must not be run by a HEAD (quality, known traps).
    exposeHeadRoutes: false,
    trustProxy: config.trustProxy ?? false,
    frameworkErrors: (error, request, reply: FastifyReply) => {
      const { status, body } = replyTo(error, request.id)
      return reply.code(status).send(body)
    },
  }) as unknown as FastifyInstance
  http.server.on('upgrade', live.upgrade)
  http.addHook('preClose', live.stop)
  documentOnly(http)
  readJson(http)
  logRequests(http)
  http.setErrorHandler((error, request, reply) => {
    const { status, body, retryAfterSeconds, isBug } = replyTo(error, request.id)
    if (isBug) request.log.error({ err: error }, 'a bug')
    if (retryAfterSeconds !== null) reply.header('retry-after', retryAfterSeconds)
    return reply.code(status).type('application/json; charset=utf-8').send(JSON.stringify(body))
  })
  return http
}

/** JSON only; a client that says JSON and sends nothing means a call without a body. */
function readJson(http: FastifyInstance): void {
  const parse = http.getDefaultJsonParser('error', 'error')
  http.removeAllContentTypeParsers()
  http.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body.length === 0) done(null, undefined)
    else parse(request, String(body), done)
  })
}
