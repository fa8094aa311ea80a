import { randomUUID } from 'node:crypto'
import { providerReturnPath } from '@aitai/contract/codes.ts'
import { defaultBodyBytes } from '@aitai/contract/routes/route.ts'
import { isoTime } from '@aitai/engine/calendar/iso-times.ts'
import { dayMs } from '@aitai/engine/calendar/trading-days.ts'
import fastify, { type FastifyInstance, type FastifyReply, LogController } from 'fastify'
import { fingerprintWith } from './accounts/installation-secrets.ts'
import { deleteExpiredResetLinks } from './accounts/password-reset-links.ts'
import { Authenticators } from './accounts/second-factor/authenticators.ts'
import { Passkeys } from './accounts/second-factor/passkeys.ts'
import { LoginAttempts } from './accounts/second-factor/two-factor.ts'
import { Sessions } from './accounts/sessions.ts'
import { deleteExpiredSignIns } from './accounts/sign-on/expired-sign-ins.ts'
import { ProviderClient } from './accounts/sign-on/provider-client.ts'
import { sweepApprovals } from './admin/approvals/approval-store.ts'
import { contactCalls } from './api/account/account-manager.ts'
import { accountSecurityCalls } from './api/account/account-security.ts'
import { authenticatorCalls } from './api/account/authenticators.ts'
import { changePasswordCalls } from './api/account/change-password.ts'
import { confirmationCalls } from './api/account/confirmation.ts'
import { firstPasswordCalls } from './api/account/first-password.ts'
import { logInCalls } from './api/account/login.ts'
import { passkeyLoginCalls } from './api/account/passkey-login.ts'
import { passkeyCalls } from './api/account/passkeys.ts'
import { providerLoginCalls, serveBackChannelLogout } from './api/account/provider-login.ts'
import { resetPasswordCalls } from './api/account/reset-password.ts'
import { secondStepCalls } from './api/account/two-factor-codes.ts'
import { advertCalls } from './api/adverts.ts'
import { agreementCalls } from './api/agreements.ts'
import { allAdvertsCalls } from './api/all-adverts.ts'
import { costAnalysisCalls } from './api/analysis/cost-analysis.ts'
import { exposureCalls } from './api/analysis/exposure.ts'
import { answerForwardedCall } from './api/call-forwarding.ts'
import { approvalCalls } from './api/console/approvals.ts'
import { consoleAuditCalls } from './api/console/audit.ts'
import { institutionCalls } from './api/console/console-institutions.ts'
import { consoleUserCalls } from './api/console/console-users.ts'
import { operationsCalls } from './api/console/operations.ts'
import { referenceDataCalls } from './api/console/reference-data.ts'
import { supportCalls } from './api/console/support.ts'
import { surveillanceCalls } from './api/console/surveillance.ts'
import { evidenceCalls } from './api/evidence.ts'
import { historyCalls } from './api/history.ts'
import { locateCalls } from './api/locates.ts'
import { statusCalls } from './api/market-status.ts'
import { notificationCalls } from './api/notifications.ts'
import { preferenceCalls } from './api/preferences.ts'
import { feedCalls } from './api/quote-feed.ts'
import { referenceCalls } from './api/reference.ts'
import { savedConditionsCalls } from './api/saved-conditions.ts'
import { decorateRequests } from './api/serve.ts'
import { uploadCalls } from './api/upload/bulk-upload.ts'
import { restoreCalls } from './api/upload/restore-adverts.ts'
import { userCalls } from './api/users.ts'
import { watchlistCalls } from './api/watchlist.ts'
import { whyNotCalls } from './api/why-not.ts'
import { listProcesses } from './cluster/process-registry.ts'
import type { AppContext, AppDependencies } from './context.ts'
import { dataKeysOf } from './database/encryption/data-keys.ts'
import { finishRotation, sweepDataKeys } from './database/encryption/key-rotation.ts'
import { truncateWriteAheadLog } from './database/sqlite.ts'
import { callLimits } from './http/call-limits.ts'
import { clientAddress } from './http/client-address.ts'
import { serveClientFiles } from './http/client-files.ts'
import { serveApiDocs } from './http/docs/docs-routes.ts'
import { failureReplyFor, invalid } from './http/failures.ts'
import { securityHeaders } from './http/headers.ts'
import { takePolicyReports } from './http/policy-reports/policy-reports.ts'
import { storedReports } from './http/policy-reports/stored-reports.ts'
import { collectRoutes, publicRoutes, type ServedRoute, servePublicRoute } from './http/public-routes.ts'
import { createHttpServer, refuseClient } from './http/server.ts'
import { refuseWhileStopping } from './http/shutdown.ts'
import { liveLimits } from './live/limits.ts'
import { type Live, type LiveDeps, startLive } from './live/live.ts'
import type { PublicMarket } from './live/market-topics.ts'
import { isSocketPath } from './live/request-filter.ts'
import { Idempotency } from './market/idempotency.ts'
import { metricSourcesOf, policyReportMetric } from './metric-sources.ts'
import { logRequests } from './observability/log.ts'
import type { MetricSource, MetricsPage } from './observability/metrics.ts'
import { RefusedAccess } from './observability/refused-access.ts'
import { marketUpdateOf } from './quotes/market-view.ts'

/** The assembled application. */
export interface App extends AppContext {
  /** Every route that `http` serves. */
  readonly routes: readonly ServedRoute[]
  readonly live: Live
  /** Null if nothing is measured, because METRICS=off. */
  readonly readMetrics: (() => Promise<MetricsPage>) | null
  /** Deletes expired sessions, sign-ins, reset links, stored replies and sent messages. To be called regularly. */
  sweep(): Promise<void>
}

/** Builds the application. It does not listen on a port yet. */
export async function buildApp(parts: AppDependencies & Pick<LiveDeps, 'startMarketTicks'>): Promise<App> {
  const { config, database, market, now } = parts
  const sessions = new Sessions({
    database,
    now,
    isShared: parts.cluster !== null,
    endInMarket: (traderId, reason) => market.submit({ type: 'endSession', traderId, reason }),
  })
  const idempotency = new Idempotency(database, now)
  const live = await startLive({
    ...parts,
    sessions,
    publicUrl: config.publicUrl,
    publicMarket: publicMarketOf(parts),
    ...liveOptions(parts),
  })
  const http = createHttp(parts, live)
  const { productName } = parts.installation.brand
  const authenticators = new Authenticators(parts)
  const passkeys = new Passkeys({ database, now, productName, publicUrl: config.publicUrl })
  const app: Omit<App, 'readMetrics'> = {
    ...parts,
    http,
    routes: collectRoutes(http),
    sessions,
    live,
    authenticators,
    passkeys,
    attempts: new LoginAttempts(
      { database, now, productName, authenticators, passkeys },
      parts.secrets.of['two-factor'],
    ),
    providers: new ProviderClient(config.publicUrl + providerReturnPath),
    limits: callLimits(config.rateLimits, now),
    refusedAccess: new RefusedAccess({ database, now, log: parts.log }),
    fingerprint: fingerprintWith(parts.secrets.of.fingerprint),
    idempotency,
    async sweep() {
      // First, because what follows can fail for as long as the process runs.
      await app.refusedAccess.sweep()
      // Every process deletes what has expired in the database of all; one is enough.
      if (!parts.cluster || parts.cluster.isWriter()) {
        await sessions.sweep()
        await deleteExpiredResetLinks(app)
        await deleteExpiredSignIns(database, now())
        await idempotency.sweep()
        await parts.delivery.sweep(config.retention.messageDays)
        await sweepApprovals(database, now())
        await truncateWriteAheadLog(database)
        // Last, because it fails if the secret was rotated twice since this process started.
        await sweepDataKeys(database, parts.secrets.dataSecrets, now(), config.retention)
        if (await hasSameSecretsEverywhere(parts)) await finishRotation(database, parts.secrets.dataSecrets)
      }
      await (await dataKeysOf(database)).reload(database)
    },
  }
  await securityHeaders(app.http, config)
  refuseWhileStopping(app.http, live.stop)
  const reports = storedReports({ database, now, log: parts.log })
  app.http.addHook('onClose', reports.close)
  app.http.addHook('onClose', () =>
    app.refusedAccess
      .close()
      .catch((err: unknown) => parts.log.warn({ err }, 'counts of refusals could not be recorded')),
  )
  const policyReports = await takePolicyReports(app.http, config.publicUrl, reports, now)
  // Before the calls, because it counts the failures of each route that is registered after it.
  const readMetrics =
    config.metrics === 'off'
      ? null
      : await measure(app, [...metricSourcesOf(app), policyReportMetric(policyReports)])
  for (const serveCalls of allCalls) serveCalls(app)
  await serveBackChannelLogout(app)
  serveHealth(app)
  if (config.apiDocs) serveApiDocs(app.http, liveLimits)
  serveSecurityContact(app)
  await serveClientFiles(app.http, parts)
  await app.http.ready()
  parts.cluster?.connect({
    ...live.peers,
    answerCall: (call) => answerForwardedCall(app.http, call),
    async roleChanged(isWriter) {
      await parts.reference.synchronize(isWriter ? market : null)
      await live.peers.roleChanged(isWriter)
    },
  })
  return { ...app, readMetrics }
}

/** Whether every process on the database was started with the secrets of this one. The others still need older ones. */
async function hasSameSecretsEverywhere({ cluster, database, secrets }: AppDependencies): Promise<boolean> {
  if (!cluster) return false
  return (await listProcesses(database)).every(({ secretsId }) => secretsId === secrets.id)
}

/** What every trader may know of the market, as the live socket pushes it. */
const publicMarketOf = (parts: AppDependencies): PublicMarket => ({
  has: (securityId) => parts.reference.names().equities.has(securityId),
  async read(at) {
    const { securities, ...venue } = await parts.market.read(({ calendar, limits, securities }) => ({
      calendar,
      limits,
      securities: [...securities.values()],
    }))
    return (function* () {
      for (const security of securities) yield marketUpdateOf(parts, venue, security, at)
    })()
  },
})

/** The library of the metrics is loaded only if they are on. */
async function measure({ http, config }: Pick<App, 'http' | 'config'>, totals: readonly MetricSource[]) {
  const { serveMetrics } = await import('./observability/metrics.ts')
  return serveMetrics(http, config, totals)
}

/** The robots and customers' scripts send no Origin; the live socket requires a token from each of them. */
const liveOptions = ({
  config,
  log,
}: AppDependencies): Pick<LiveDeps, 'acceptsWithoutOrigin' | 'addressOf' | 'log'> => ({
  acceptsWithoutOrigin: true,
  addressOf: clientAddress(config.trustProxy),
  log: (level, message, failure) => log[level]({ err: failure }, message),
})

const allCalls: readonly ((app: AppContext) => void)[] = [
  logInCalls,
  secondStepCalls,
  passkeyLoginCalls,
  providerLoginCalls,
  firstPasswordCalls,
  accountSecurityCalls,
  authenticatorCalls,
  passkeyCalls,
  confirmationCalls,
  changePasswordCalls,
  resetPasswordCalls,
  contactCalls,
  userCalls,
  whyNotCalls,
  referenceCalls,
  statusCalls,
  advertCalls,
  allAdvertsCalls,
  uploadCalls,
  restoreCalls,
  preferenceCalls,
  savedConditionsCalls,
  watchlistCalls,
  locateCalls,
  historyCalls,
  costAnalysisCalls,
  exposureCalls,
  agreementCalls,
  notificationCalls,
  operationsCalls,
  consoleUserCalls,
  institutionCalls,
  supportCalls,
  referenceDataCalls,
  consoleAuditCalls,
  surveillanceCalls,
  approvalCalls,
  evidenceCalls,
  feedCalls,
]

function createHttp({ config, log }: AppDependencies, live: Live): FastifyInstance {
  const http = fastify({
    serverFactory: (handler) =>
      createHttpServer(handler, { accepts: isSocketPath, request: live.request, upgrade: live.upgrade }),
    clientErrorHandler: refuseClient,
    // refuseWhileStopping does this, with the headers and form of every other response.
    return503OnClosing: false,
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'trace' }),
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    bodyLimit: defaultBodyBytes,
    // A GET that changes something must not be run by a HEAD.
    exposeHeadRoutes: false,
    // An e-mail address or a token may be a parameter.
    routerOptions: { maxParamLength: 4_096 },
    trustProxy: config.trustProxy ?? false,
    frameworkErrors: (error, request, reply: FastifyReply) => {
      const { status, body } = failureReplyFor(error, request.id)
      return reply.code(status).send(body)
    },
  }) as unknown as FastifyInstance
  decorateRequests(http)
  readJson(http)
  logRequests(http)
  http.setErrorHandler((error, request, reply) => {
    const { status, body, retryAfterSeconds, isBug } = failureReplyFor(
      error,
      request.id,
      request.routeOptions.bodyLimit,
    )
    if (isBug) request.log.error({ err: error }, 'unhandled error')
    if (retryAfterSeconds !== null) reply.header('retry-after', retryAfterSeconds)
    return reply.code(status).type('application/json; charset=utf-8').send(JSON.stringify(body))
  })
  return http
}

/** Liveness and readiness probes. They reveal nothing about the market. */
function serveHealth({ http, isReady }: AppContext): void {
  servePublicRoute(http, 'livez', async () => ({ status: 'alive' }))

  servePublicRoute(http, 'readyz', async (_, reply) => {
    const isReadyNow = isReady()
    return reply.code(isReadyNow ? 200 : 503).send({ status: isReadyNow ? 'ready' : 'not ready' })
  })
}

/** Where to report a vulnerability (RFC 9116). The file must say until when it holds. */
function serveSecurityContact({ http, config, installation, now }: AppContext): void {
  servePublicRoute(http, 'securityContact', async (_, reply) => {
    const lines = [
      `Contact: mailto:${installation.brand.contact.email}`,
      `Expires: ${isoTime(now() + securityContactMs)}`,
      'Preferred-Languages: en, ja',
      `Canonical: ${config.publicUrl}${publicRoutes.securityContact.path}`,
    ]
    return reply.type('text/plain; charset=utf-8').send(`${lines.join('\n')}\n`)
  })
}

/** RFC 9116 recommends less than a year. */
const securityContactMs = 180 * dayMs

/** Levels of a JSON body: far more than any call has, and few enough for functions that visit all of them. */
const deepestJson = 32

const isDeeperThan = (value: unknown, levels: number): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (levels === 0 || Object.values(value).some((each) => isDeeperThan(each, levels - 1)))

/** Parses JSON, and files as bytes. An empty JSON body means a call without a body. */
function readJson(http: FastifyInstance): void {
  const parse = http.getDefaultJsonParser('error', 'error')
  http.removeAllContentTypeParsers()
  http.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body.length === 0) return done(null, undefined)
    return parse(request, String(body), (error, value) => {
      if (error === null && isDeeperThan(value, deepestJson)) done(invalid('body'))
      else done(error, value)
    })
  })
  // Only calls that take a file accept these types: see checkMedia in api/serve.ts.
  http.addContentTypeParser(['text/html', 'text/csv'], { parseAs: 'buffer' }, (_, body, done) =>
    done(null, body),
  )
}
