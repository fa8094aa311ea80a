import type { FastifyInstance } from 'fastify'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { Config } from '../config.ts'
import { servePublicRoute } from '../http/public-routes.ts'
import { routeOf } from './log.ts'

/** Memory, CPU and event loop. One registry per process, however many apps it builds. */
const ofProcess = new Registry()
collectDefaultMetrics({ register: ofProcess })
// Gauges named like counters, which tools that check names refuse. The same figures by kind are there without `_total`.
for (const kind of ['handles', 'requests', 'resources'])
  ofProcess.removeSingleMetric(`nodejs_active_${kind}_total`)

/** A number; one number per kind; null if there is no value now. */
type MetricValue = number | Readonly<Record<string, number>> | null

/** A total of the whole installation, read each time the page is. */
export interface MetricSource {
  /** A name that ends with `_total` is a counter, any other a gauge. */
  readonly name: string
  readonly help: string
  /** What the numbers of several kinds are by, such as `session`; `kind` without it. */
  readonly label?: string
  read(): MetricValue | Promise<MetricValue>
}

/** Everything that is measured, in the Prometheus format. */
export interface MetricsPage {
  readonly contentType: string
  readonly text: string
}

/**
 * Counts the requests and reads the totals, and returns the function that writes them in the Prometheus format.
 * None is about a user, a firm, a security, an IOI or a locate, by label or by name, because metrics are read
 * outside the platform: the calls of the desks are counted as one kind.
 */
export function serveMetrics(
  http: FastifyInstance,
  config: Pick<Config, 'metrics'>,
  totals: readonly MetricSource[],
): () => Promise<MetricsPage> {
  const own = new Registry()
  countRequests(http, own)
  const read = metricsPage(totals, own)
  if (config.metrics === 'anyone')
    servePublicRoute(http, 'metrics', async (_, reply) => {
      const { contentType, text } = await read()
      return reply.header('cache-control', 'no-store').type(contentType).send(text)
    })
  return read
}

/** Returns the function that writes totals and the figures of this process in the Prometheus format. */
export function metricsPage(
  totals: readonly MetricSource[],
  own: Registry = new Registry(),
): () => Promise<MetricsPage> {
  for (const total of totals) totalOf(own, total)
  return async () => ({
    contentType: own.contentType,
    text: `${await own.metrics()}\n${await ofProcess.metrics()}`,
  })
}

function totalOf(own: Registry, { name, help, read, label = 'kind' }: MetricSource): void {
  const declared = { name, help, labelNames: [label], registers: [own] }
  const metric: Counter | Gauge = name.endsWith('_total')
    ? new Counter({ ...declared, collect })
    : new Gauge({ ...declared, collect })
  async function collect(): Promise<void> {
    metric.reset()
    // A value that cannot be read now is left out of the page.
    const value = await Promise.resolve()
      .then(read)
      .catch(() => null)
    if (value === null) return
    if (typeof value === 'number') return metric.inc(value)
    for (const [kind, each] of Object.entries(value)) metric.inc({ [label]: kind }, each)
  }
}

/** A bug, and a command or a read that cannot be served now. */
const failures = [500, 503] as const

function countRequests(http: FastifyInstance, own: Registry): void {
  const requests = new Counter({
    name: 'aitai_http_requests_total',
    help: 'Answered requests, by kind of call and status',
    labelNames: ['kind', 'status'],
    registers: [own],
  })
  const seconds = new Histogram({
    name: 'aitai_http_request_seconds',
    help: 'From the request to the end of its answer, by kind of call',
    labelNames: ['kind'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5],
    registers: [own],
  })
  http.addHook('onRoute', ({ config, method, url }) => {
    // Only what refuses other methods has this one, and it cannot fail.
    if (method.includes('OPTIONS')) return
    // Present from the start, so that the first failure shows as an increase.
    for (const status of failures) requests.inc({ kind: config?.kind ?? url, status }, 0)
  })
  http.addHook('onResponse', async (request, reply) => {
    const kind = routeOf(request)
    requests.inc({ kind, status: reply.statusCode })
    seconds.observe({ kind }, reply.elapsedTime / 1_000)
  })
}
