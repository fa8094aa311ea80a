import { countOpenSessions } from './accounts/session-rows.ts'
import type { AppContext } from './context.ts'
import type { PolicyReportCounts } from './http/policy-reports/policy-reports.ts'
import { installationMetrics } from './installation-metrics.ts'
import type { MessageKind } from './messages/outbox.ts'
import { outboxHealth } from './messages/outbox-health.ts'
import type { MetricSource } from './observability/metrics.ts'
import { feedHealth } from './quotes/feed-health.ts'

/** Where the totals are read from. */
interface MetricDeps
  extends Pick<
    AppContext,
    | 'cluster'
    | 'config'
    | 'database'
    | 'isReady'
    | 'delivery'
    | 'market'
    | 'now'
    | 'probing'
    | 'quotes'
    | 'reference'
  > {
  readonly live: { sockets(): number }
}

/** The metrics other than those of requests: totals of the whole installation, nothing about a user. */
export const metricSourcesOf = (app: MetricDeps): readonly MetricSource[] => [
  ...installationMetrics(app),
  ...ofSessions(app),
  ...ofMessages(app),
  ...ofQuotes(app),
  ofSurveillance(app),
]

/** By directive. Every directive is present from the start, so that the first report shows as an increase. */
export const policyReportMetric = (read: () => PolicyReportCounts): MetricSource => ({
  name: 'aitai_policy_reports_total',
  help: 'Violations of the content security policy that browsers reported, by directive',
  read,
})

const ofSessions = ({ live, database }: MetricDeps): readonly MetricSource[] => [
  { name: 'aitai_sockets', help: 'Open live sockets', read: () => live.sockets() },
  { name: 'aitai_sessions', help: 'Open sessions', read: () => countOpenSessions(database) },
]

/** By kind, because a mail server and an SMS gateway fail independently. */
function ofMessages({ database, delivery, now }: MetricDeps): readonly MetricSource[] {
  const health = () => outboxHealth(database, now())
  const counted = (what: 'sent' | 'failed') => (): Readonly<Record<MessageKind, number>> => {
    const { mail, sms } = delivery.counts()
    return { mail: mail[what], sms: sms[what] }
  }
  return [
    {
      name: 'aitai_messages_waiting',
      help: 'Mails and SMS in the outbox',
      read: async () => (await health()).waiting,
    },
    {
      name: 'aitai_messages_oldest_seconds',
      help: 'Age of the oldest message in the outbox; 0 if there is none',
      read: async () => secondsSince((await health()).oldestAt ?? now(), now()),
    },
    {
      name: 'aitai_messages_given_up',
      help: 'Mails and SMS that were not delivered and will not be, in the last 24 hours',
      read: async () => (await health()).givenUp,
    },
    { name: 'aitai_messages_sent_total', help: 'Messages delivered since the start', read: counted('sent') },
    {
      name: 'aitai_messages_failed_total',
      help: 'Failed delivery attempts since the start',
      read: counted('failed'),
    },
  ]
}

const ofQuotes = (app: MetricDeps): readonly MetricSource[] => [
  {
    name: 'aitai_quotes_age_seconds',
    help: 'Age of the newest quote; absent before the first one',
    read: () => {
      const { newestAgeMs } = feedHealth(app)
      return newestAgeMs === null ? null : newestAgeMs / 1_000
    },
  },
  { name: 'aitai_quotes_fresh', help: 'Securities with a fresh quote', read: () => feedHealth(app).fresh },
  {
    name: 'aitai_quotes_index',
    help: '1 if there is an index value of today that is young enough for index-relative knockouts, else 0',
    read: () => Number(feedHealth(app).hasIndex),
  },
  { name: 'aitai_quotes_listed', help: 'Listed securities', read: () => feedHealth(app).securities },
]

/** The number of the last periodic update, so that reading it takes the same time whatever anybody does. */
const ofSurveillance = ({ probing }: MetricDeps): MetricSource => ({
  name: 'aitai_surveillance_institutions',
  help: 'Institutions that look like probing today; absent before the first count',
  read: () => probing.institutions(),
})

const secondsSince = (then: number, now: number): number => Math.max(0, now - then) / 1_000
