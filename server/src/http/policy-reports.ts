import type { FastifyInstance, FastifyRequest } from 'fastify'
import Type, { type Static } from 'typebox'
import { networkOf } from './call-limits.ts'
import { policyDirectives } from './headers.ts'
import { allowMethods } from './methods.ts'
import { publicRoutes } from './public-routes.ts'
import { type RateLimit, rateLimit } from './rate-limits.ts'
import { requestFilter } from './validation.ts'

const text = Type.Optional(Type.Union([Type.String(), Type.Null()]))

/** As browsers send it to `report-uri`. */
const alone = Type.Object({
  'csp-report': Type.Object({
    'effective-directive': text,
    'violated-directive': text,
    'blocked-uri': text,
    'source-file': text,
  }),
})

/** As they send it to an endpoint that `report-to` names: some at a time. */
const together = Type.Array(
  Type.Object({
    type: Type.String(),
    body: Type.Object({ effectiveDirective: text, blockedURL: text, sourceFile: text }),
  }),
  { maxItems: 100 },
)

const read = requestFilter(Type.Union([alone, together]))

interface Violation {
  readonly directive: string
  readonly blocked: string
  readonly source: string
}

/** How many of each kind came since the start. */
export type PolicyReportCounts = Readonly<Record<string, number>>

/** A browser that meets one violation meets a few; who sends more wants to fill the log. */
const perNetwork = { burst: 60, everyMs: 1_000 } as const
const mostBytes = 64 * 1_024

/**
 * Takes what browsers say of the content policy, from anybody, and keeps which directive was broken and how
 * often. The rest of a report is not even logged: it names the address of the page, in which the token of a
 * link may stand (quality B5, NI12, decision 44).
 * @param now milliseconds UTC
 * @returns what has come so far
 */
export async function takePolicyReports(
  http: FastifyInstance,
  publicUrl: string,
  now: () => number,
): Promise<() => PolicyReportCounts> {
  const counts = new Map<string, number>([...kinds].map((kind) => [kind, 0]))
  const limit = rateLimit(perNetwork, now)
  const { path, methods } = publicRoutes.policyReports
  await http.register(async (scope) => {
    // Here alone: calls take JSON under its own name.
    const parse = scope.getDefaultJsonParser('error', 'error')
    scope.addContentTypeParser(
      ['application/csp-report', 'application/reports+json'],
      { parseAs: 'string', bodyLimit: mostBytes },
      (request, body, done) => parse(request, String(body), done),
    )
    scope.post(path, { onRequest: async (request) => limited(limit, request) }, async (request, reply) => {
      for (const [place, violation] of violationsIn(read(request.body)).entries()) {
        // The request was counted for its first; a batch counts for all it holds.
        if (place > 0) limit.charge(networkOf(request.ip))
        const kind = kindOf(violation)
        counts.set(kind, (counts.get(kind) ?? 0) + 1)
        request.log.warn({ kind, blocked: blockedOf(violation, publicUrl) }, 'policy report')
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
      .map(({ body }) => violation(body.effectiveDirective, body.blockedURL, body.sourceFile))
  const { 'csp-report': report } = reports
  const directive = report['effective-directive'] || report['violated-directive']
  return [violation(directive, report['blocked-uri'], report['source-file'])]
}

const violation = (...[directive, blocked, source]: (string | null | undefined)[]): Violation => ({
  directive: directive ?? '',
  blocked: blocked ?? '',
  source: source ?? '',
})

const isExtension = (address: string): boolean => /^[a-z-]+-extension(:|$)/.test(address)

/** What a browser's extension puts into pages of its user is blocked as well, and is no fault of ours. */
const ofExtensions = 'extension'
const ofOthers = 'other'
const kinds: ReadonlySet<string> = new Set([...policyDirectives, ofExtensions, ofOthers])

/** Which directive it broke; nothing that a stranger could write into a label. */
function kindOf({ directive, blocked, source }: Violation): string {
  if (isExtension(blocked) || isExtension(source)) return ofExtensions
  const [name = ''] = directive.split(' ')
  const family = name.replace(/-(elem|attr)$/, '')
  return kinds.has(family) ? family : ofOthers
}

/** What was to be loaded or run, in our words. */
function blockedOf({ blocked }: Violation, publicUrl: string): string {
  if (/^(inline|eval|wasm-eval|data|blob)$/.test(blocked)) return blocked
  return URL.parse(blocked)?.origin === new URL(publicUrl).origin ? 'our origin' : 'elsewhere'
}
