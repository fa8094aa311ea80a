import { randomUUID } from 'node:crypto'
import { defaultBodyBytes } from '@aitai/contract/call.ts'
import fastify, { type FastifyInstance, type FastifyReply, LogController } from 'fastify'
import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import { advertCalls } from './adverts.ts'
import { agreementCalls } from './agreements.ts'
import { apiDocs } from './api-docs.ts'
import { accountSecurityCalls } from './auth/account-security.ts'
import { changePasswordCalls } from './auth/change-password.ts'
import { contactCalls } from './auth/contact.ts'
import { firstPasswordCalls } from './auth/first-password.ts'
import { sweepLinks } from './auth/forgot-password.ts'
import { logInCalls } from './auth/log-in.ts'
import { resetPasswordCalls } from './auth/reset-password.ts'
import { secondStepCalls } from './auth/second-step.ts'
import { type Fingerprint, openFingerprint } from './auth/secrets.ts'
import { Sessions } from './auth/sessions.ts'
import { type Attempts, openAttempts } from './auth/two-factor.ts'
import { brokerCalls } from './brokers.ts'
import { type CallLimits, callLimits } from './call-limits.ts'
import { clientFiles } from './client-files.ts'
import type { Now } from './clock.ts'
import type { Config } from './config.ts'
import type { Database } from './database/schema.ts'
import { emptyWriteAheadLog } from './database/sqlite.ts'
import { collectRoutes, type Route } from './doors.ts'
import { equityCalls } from './equities.ts'
import { replyTo } from './failures.ts'
import { feedCalls } from './feed.ts'
import { securityHeaders } from './headers.ts'
import { healthChecks } from './health.ts'
import { createHttpServer, refuseClient } from './http-server.ts'
import { Idempotency } from './idempotency.ts'
import { type Live, type LiveDeps, startLive } from './live/live.ts'
import { locateCalls } from './locates.ts'
import { logRequests } from './log.ts'
import type { Delivery } from './mail/delivery.ts'
import type { Matchmaking } from './matchmaking.ts'
import { serveMetrics } from './metrics.ts'
import type { Notices } from './notices.ts'
import { notificationCalls } from './notifications.ts'
import { takePolicyReports } from './policy-reports.ts'
import { preferenceCalls } from './preferences.ts'
import type { Book } from './quotes/book.ts'
import type { Quotes } from './quotes/quotes.ts'
import type { ReferenceData } from './reference/sync.ts'
import { restoreCalls } from './restore.ts'
import { decorateRequests } from './serve.ts'
import { statusCalls } from './status.ts'
import { refuseOnStop } from './stopping.ts'
import { totalOfPolicy, totalsOf } from './totals.ts'
import { uploadCalls } from './upload.ts'
import { userCalls } from './user.ts'
import { versionCalls } from './version.ts'
import { whyNotCalls } from './why-not.ts'

/** What the calls are made of: already open and running. */
export interface AppParts {
  readonly config: Config
  readonly database: Kysely<Database>
  readonly matchmaking: Matchmaking
  readonly notices: Notices
  readonly reference: ReferenceData
  readonly quotes: Quotes
  /** Where a feed handler's batches go; null while quotes come from elsewhere. */
  readonly feed: Book | null
  /** What takes mails and SMS out of the outbox. */
  readonly delivery: Delivery
  readonly now: Now
  readonly log: Logger
  /** The folder of the built client. */
  readonly clientFolder: string
}

export interface App extends AppParts {
  readonly http: FastifyInstance
  /** Everything that is served by `http`. */
  readonly routes: readonly Route[]
  readonly sessions: Sessions
  readonly attempts: Attempts
  readonly limits: CallLimits
  /** Addresses and networks as the audit trail holds them. */
  readonly fingerprint: Fingerprint
  readonly idempotency: Idempotency
  readonly live: Live
  /** What passes with time: sessions that end, answers that need not be kept. To be called now and then. */
  sweep(): Promise<void>
}

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
  const http = createHttp(parts, live)
  const app: App = {
    ...parts,
    http,
    routes: collectRoutes(http),
    sessions,
    live,
    attempts: await openAttempts({ database, now }),
    limits: callLimits(config.rateLimits, now),
    fingerprint: await openFingerprint(database),
    idempotency,
    async sweep() {
      await sessions.sweep()
      await sweepLinks(app)
      await idempotency.sweep()
      await parts.delivery.sweep()
      await emptyWriteAheadLog(database)
    },
  }
  await securityHeaders(app.http, config)
  refuseOnStop(app.http, live.stop)
  for (const serveCalls of allCalls) serveCalls(app)
  healthChecks(app)
  const policyReports = await takePolicyReports(app.http, config.publicUrl, now)
  serveMetrics(app, [...totalsOf(app), totalOfPolicy(policyReports)])
  apiDocs(app.http)
  await clientFiles(app.http, parts.clientFolder, config)
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
  firstPasswordCalls,
  accountSecurityCalls,
  changePasswordCalls,
  resetPasswordCalls,
  contactCalls,
  userCalls,
  whyNotCalls,
  equityCalls,
  brokerCalls,
  statusCalls,
  versionCalls,
  advertCalls,
  uploadCalls,
  restoreCalls,
  preferenceCalls,
  locateCalls,
  agreementCalls,
  notificationCalls,
  feedCalls,
]

function createHttp({ config, log }: AppParts, live: Live): FastifyInstance {
  const http = fastify({
    serverFactory: (handler) => createHttpServer(handler, live),
    clientErrorHandler: refuseClient,
    // By refuseOnStop, with the headers and in the form of every other answer.
    return503OnClosing: false,
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'trace' }),
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    bodyLimit: defaultBodyBytes,
    // A GET that changes something must not be run by a HEAD (quality, known traps).
    exposeHeadRoutes: false,
    // An e-mail address or a token may be a parameter.
    routerOptions: { maxParamLength: 4_096 },
    trustProxy: config.trustProxy ?? false,
    frameworkErrors: (error, request, reply: FastifyReply) => {
      const { status, body } = replyTo(error, request.id)
      return reply.code(status).send(body)
    },
  }) as unknown as FastifyInstance
  decorateRequests(http)
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

/** JSON, and the bytes of a file; a client that says JSON and sends nothing means a call without a body. */
function readJson(http: FastifyInstance): void {
  const parse = http.getDefaultJsonParser('error', 'error')
  http.removeAllContentTypeParsers()
  http.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body.length === 0) done(null, undefined)
    else parse(request, String(body), done)
  })
  // Only calls that take a file let these pass: see checkMedia.
  http.addContentTypeParser(['text/html', 'text/csv'], { parseAs: 'buffer' }, (_, body, done) =>
    done(null, body),
  )
}
