import { countOpenSessions } from './accounts/session-rows.ts'
import type { AppContext } from './context.ts'
import type { PolicyReportCounts } from './http/policy-reports.ts'
import type { MessageKind } from './messages/outbox.ts'
import { outboxHealth } from './messages/outbox-health.ts'
import type { MetricSource } from './observability/metrics.ts'
import { feedHealth } from './quotes/feed-health.ts'

/** What the totals are read from. */
interface MetricDeps
  extends Pick<
    AppContext,
    'config' | 'database' | 'delivery' | 'matchmaking' | 'now' | 'quotes' | 'reference'
  > {
  readonly live: { sockets(): number }
}

/** What the metrics page tells besides the requests: totals of the whole installation (quality NI12). */
export const metricSourcesOf = (app: MetricDeps): readonly MetricSource[] => [
  ...ofMarket(app),
  ...ofPeople(app),
  ...ofLetters(app),
  ...ofQuotes(app),
]

/** By directive. All are there from the start, so that the first report is a growth from nothing. */
export const policyReportMetric = (read: () => PolicyReportCounts): MetricSource => ({
  name: 'aitai_policy_reports_total',
  help: 'Reports of browsers that something was against the content policy, by directive',
  read,
})

const ofMarket = ({ matchmaking }: MetricDeps): readonly MetricSource[] => [
  { name: 'aitai_ready', help: '1 while commands are taken', read: () => Number(matchmaking.isReady()) },
  { name: 'aitai_journal_entries', help: 'Entries of the journal', read: () => matchmaking.load().entries },
  { name: 'aitai_commands_waiting', help: 'Commands in turn', read: () => matchmaking.load().waiting },
]

const ofPeople = ({ live, database }: MetricDeps): readonly MetricSource[] => [
  { name: 'aitai_sockets', help: 'Open live sockets', read: () => live.sockets() },
  { name: 'aitai_sessions', help: 'Open sessions', read: () => countOpenSessions(database) },
]

/** By kind, since a mail server and an SMS gateway fail independently (docs/operations/README.md). */
function ofLetters({ database, delivery, now }: MetricDeps): readonly MetricSource[] {
  const health = () => outboxHealth(database, now())
  const counted = (what: 'sent' | 'failed') => (): Readonly<Record<MessageKind, number>> => {
    const { mail, sms } = delivery.counts()
    return { mail: mail[what], sms: sms[what] }
  }
  return [
    {
      name: 'aitai_letters_waiting',
      help: 'Mails and SMS that wait to be sent, or to be sent again',
      read: async () => (await health()).waiting,
    },
    {
      name: 'aitai_letters_oldest_seconds',
      help: 'How long the oldest of them has waited; 0 if none waits',
      read: async () => secondsSince((await health()).oldestAt ?? now(), now()),
    },
    {
      name: 'aitai_letters_given_up',
      help: 'Mails and SMS that ended without arriving, in the last 24 hours',
      read: async () => (await health()).givenUp,
    },
    { name: 'aitai_letters_sent_total', help: 'Delivered since the start', read: counted('sent') },
    { name: 'aitai_letters_failed_total', help: 'Failed tries since the start', read: counted('failed') },
  ]
}

const ofQuotes = (app: MetricDeps): readonly MetricSource[] => [
  {
    name: 'aitai_quotes_age_seconds',
    help: 'Age of the newest quote of all; left out before there is one',
    read: () => {
      const { newestAgeMs } = feedHealth(app)
      return newestAgeMs === null ? null : newestAgeMs / 1_000
    },
  },
  { name: 'aitai_quotes_fresh', help: 'Securities with a fresh quote', read: () => feedHealth(app).fresh },
  { name: 'aitai_quotes_listed', help: 'Securities there are', read: () => feedHealth(app).securities },
]

const secondsSince = (then: number, now: number): number => Math.max(0, now - then) / 1_000
