import type { FastifyInstance, FastifyRequest } from 'fastify'
import Type, { type Static } from 'typebox'
import { policyDirectives } from '../headers.ts'
import { allowMethods } from '../methods.ts'
import { networkOf } from '../networks.ts'
import { publicRoutes } from '../public-routes.ts'
import { type RateLimit, rateLimit } from '../rate-limits.ts'
import { requestFilter } from '../validation.ts'
import type { StoredReports } from './stored-reports.ts'

const text = Type.Optional(Type.Union([Type.String(), Type.Null()]))

/** The format that browsers send to `report-uri`. */
const alone = Type.Object({
  'csp-report': Type.Object({
    'effective-directive': text,
    'violated-directive': text,
    'blocked-uri': text,
    'source-file': text,
    'document-uri': text,
  }),
})

/** The format that they send to an endpoint of `report-to`: several at once. */
const together = Type.Array(
  Type.Object({
    type: Type.String(),
    body: Type.Object({ effectiveDirective: text, blockedURL: text, sourceFile: text, documentURL: text }),
  }),
  { maxItems: 100 },
)

const read = requestFilter(Type.Union([alone, together]))

interface Violation {
  readonly directive: string
  readonly blocked: string
  readonly source: string
  /** The address of the page, which may include the token of a link: only which page it is may be used. */
  readonly page: string
}

/** The number of reports of each kind since the start. */
export type PolicyReportCounts = Readonly<Record<string, number>>

/** A browser that finds one violation finds several; anyone who sends more wants to fill the log. */
const perNetwork = { burst: 60, everyMs: 1_000 } as const
const maxBytes = 64 * 1_024

/**
 * Accepts browsers' reports about the content policy, from anyone. Logs and counts which directive was violated, and
 * stores the counts by directive and page. Nothing else of a report is used: it contains the address of the page, which
 * may include the token of a link (docs/decisions/0044-policy-reports.md).
 * @param now milliseconds UTC
 * @returns the counts so far
 */
export async function takePolicyReports(
  http: FastifyInstance,
  publicUrl: string,
  stored: StoredReports,
  now: () => number,
): Promise<() => PolicyReportCounts> {
  const counts = new Map<string, number>([...kinds].map((kind) => [kind, 0]))
  const limit = rateLimit(perNetwork, now)
  const { path, methods } = publicRoutes.policyReports
  await http.register(async (scope) => {
    // Only here, because calls accept no other JSON types.
    const parse = scope.getDefaultJsonParser('error', 'error')
    scope.addContentTypeParser(
      ['application/csp-report', 'application/reports+json'],
      { parseAs: 'string', bodyLimit: maxBytes },
      (request, body, done) => parse(request, String(body), done),
    )
    scope.post(path, { onRequest: async (request) => limited(limit, request) }, async (request, reply) => {
      for (const [index, violation] of violationsIn(read(request.body)).entries()) {
        // The first was charged when the request arrived; charge the rest of the batch here.
        if (index > 0) limit.charge(networkOf(request.ip))
        const kind = kindOf(violation)
        const blocked = blockedOf(violation, publicUrl)
        counts.set(kind, (counts.get(kind) ?? 0) + 1)
        stored.add({ directive: kind, page: pageOf(violation, publicUrl), blocked })
        request.log.warn({ kind, blocked }, 'policy report')
      }
      return reply.code(204).send()
    })
  })
  allowMethods(http, path, methods)
  return () => Object.fromEntries(counts)
}

const limited = (limit: RateLimit, { ip }: FastifyRequest): void => limit.take(networkOf(ip))

function violationsIn(reported: unknown): Violation[] {
  const reports = reported as Static<typeof alone> | Static<typeof together>
  if (Array.isArray(reports))
    return reports
      .filter(({ type }) => type === 'csp-violation')
      .map(({ body }) =>
        violation(body.effectiveDirective, body.blockedURL, body.sourceFile, body.documentURL),
      )
  const { 'csp-report': report } = reports
  const directive = report['effective-directive'] || report['violated-directive']
  return [violation(directive, report['blocked-uri'], report['source-file'], report['document-uri'])]
}

const violation = (...[directive, blocked, source, page]: (string | null | undefined)[]): Violation => ({
  directive: directive ?? '',
  blocked: blocked ?? '',
  source: source ?? '',
  page: page ?? '',
})

const isExtension = (address: string): boolean => /^[a-z-]+-extension(:|$)/.test(address)

/** Violations by browser extensions, which are not faults of ours. */
const extensionKind = 'extension'
const otherKind = 'other'
const kinds: ReadonlySet<string> = new Set([...policyDirectives, extensionKind, otherKind])

/** The violated directive, from a fixed set, so that nobody can write into a metric's label. */
function kindOf({ directive, blocked, source }: Violation): string {
  if (isExtension(blocked) || isExtension(source)) return extensionKind
  const [name = ''] = directive.split(' ')
  const family = name.replace(/-(elem|attr)$/, '')
  return kinds.has(family) ? family : otherKind
}

/** The kind of resource that was blocked, from a fixed set. */
function blockedOf({ blocked }: Violation, publicUrl: string): string {
  if (/^(inline|eval|wasm-eval|data|blob)$/.test(blocked)) return blocked
  return URL.parse(blocked)?.origin === new URL(publicUrl).origin ? 'our origin' : 'elsewhere'
}

/** The first segment of the client's pages. */
const pages: ReadonlySet<string> = new Set([
  ...['/', '/home', '/about-us', '/first-login', '/forget-password', '/reset-password', '/verify-receipt'],
  ...['/adverts-home', '/cost-analysis', '/desk', '/locates', '/brokers-home', '/profile', '/operations'],
])

/** The page on which it happened, from a fixed set. */
function pageOf({ page }: Violation, publicUrl: string): string {
  const address = URL.parse(page)
  if (address?.origin !== new URL(publicUrl).origin) return otherKind
  const [, first = ''] = address.pathname.split('/')
  return pages.has(`/${first}`) ? `/${first}` : otherKind
}
