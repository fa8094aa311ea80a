import type { CheckName } from '@aitai/contract/codes.ts'
import type { Check, OperationsToday } from '@aitai/contract/schemas/console/operations.ts'
import { formatTimeWithZone } from '../../ui/format/format.ts'
import { useLanguage, useText } from '../../ui/text/use-text.ts'

/** The operators' page that says more about a check. */
const pages = {
  server: 'docs/operations/README.md#alerts',
  writes: 'docs/operations/README.md#alerts',
  version: 'docs/operations/README.md#start-and-stop',
  runtime: 'docs/operations/changes.md',
  'time server': 'docs/operations/several-machines.md#servers',
  disk: 'docs/operations/README.md#alerts',
  rights: 'docs/operations/README.md#start-and-stop',
  backup: 'docs/operations/audit-and-backup.md#backup',
  standby: 'docs/operations/several-machines.md#the-standby-is-lost',
  archive: 'docs/operations/several-machines.md',
  'database disk': 'docs/operations/several-machines.md',
  database: 'docs/operations/README.md#start-and-stop',
  data: 'docs/operations/README.md#start-and-stop',
  environment: 'docs/operations/README.md#variables',
  configuration: 'docs/operations/README.md#variables',
  clock: 'docs/operations/several-machines.md#servers',
  sync: 'docs/operations/several-machines.md',
  schema: 'docs/operations/README.md#start-and-stop',
  journal: 'docs/operations/audit-and-backup.md',
  snapshot: 'docs/operations/README.md#start-and-stop',
  'audit trail': 'docs/operations/audit-and-backup.md#the-audit-trail',
  mail: 'docs/operations/mail-and-sms.md',
  sms: 'docs/operations/mail-and-sms.md',
  certificate: 'docs/operations/changes.md',
  outbox: 'docs/operations/mail-and-sms.md',
  quotes: 'docs/operations/quotes.md',
  trial: 'docs/operations/first-day.md',
  calendar: 'docs/operations/reference-data.md',
  accounts: 'docs/operations/README.md#variables',
  evidence: 'docs/operations/evidence.md#every-day',
  secrets: 'docs/operations/commands.md#secrets',
  'fix gateway': 'docs/operations/fix.md',
  'four eyes': 'docs/operations/console.md#approvals',
} as const satisfies Record<CheckName, string>

/** What is not in order now and what to do, failures first. */
export function Checks({ today: { checks, checkedAt } }: { today: OperationsToday }) {
  const text = useText()
  const language = useLanguage()
  const at = text('operations.checks.at', { time: formatTimeWithZone(Date.parse(checkedAt), language) })
  return (
    <section className="console-part checks" aria-label={text('operations.checks')}>
      <header>
        <h2>
          {text('operations.checks')}{' '}
          {checks.length > 0 && <span className="checks-count">{checks.length}</span>}
        </h2>
        <span className="console-aside">{at}</span>
      </header>
      {checks.length === 0 ? (
        <p className="checks-none">{text('operations.checks.none')}</p>
      ) : (
        <ul>
          {checks.map((check, position) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: several checks may have one name
            <CheckLine key={position} check={check} />
          ))}
        </ul>
      )}
    </section>
  )
}

function CheckLine({ check: { name, health, says } }: { check: Check }) {
  const text = useText()
  return (
    <li className="check" data-health={health}>
      <span className="check-health">{text(`operations.health.${health}`)}</span>
      <strong>{text(`operations.check.${name}`)}</strong>
      <span className="check-todo">
        {text(`operations.todo.${name}`)}
        {/* The doctor speaks English, as its command line does: a runbook or a search finds this sentence. */}
        <span className="check-says">
          <span className="visually-hidden">{text('operations.checks.doctor')}</span> <q lang="en">{says}</q>
        </span>
      </span>
      <span className="check-page">
        <span className="visually-hidden">{text('operations.checks.page')}</span>
        <code>{pages[name]}</code>
      </span>
    </li>
  )
}
