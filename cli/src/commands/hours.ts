import type { Remark } from '@aitai/contract/routes/console/remarks.ts'
import { exchanges } from '@aitai/engine/model/calendar.ts'
import { sendAdminCommand } from '../admin-client.ts'
import { command, UsageError } from '../command.ts'
import { optionalReason, reasonArgument } from '../flags.ts'
import { alignColumns, localZone, outcomeLine, warningLines } from '../output.ts'
import { beforeAndAfterTables, type SessionShown, sessionTable } from '../session-table.ts'

const choices = [...exchanges, 'ALL'] as const
const lists = {
  platform: 'platform',
  exchange: 'exchange',
  matching: 'matching',
  afterHours: 'after-hours',
} as const
type List = keyof typeof lists

interface ExchangeChange {
  readonly exchange: string
  readonly before: Readonly<Record<List, string>>
  readonly after: Readonly<Record<List, string>>
  readonly changed: readonly List[]
  readonly sessions: {
    readonly [L in List]?: {
      readonly before: readonly SessionShown[]
      readonly after: readonly SessionShown[]
    }
  }
  readonly warnings: readonly Remark[]
}

interface Changed {
  readonly zone: string
  readonly exchanges: readonly ExchangeChange[]
  readonly warnings: readonly Remark[]
  readonly applied: boolean
}

const ranges = { type: 'string', value: 'RANGES' } as const

export const hoursSet = command({
  name: 'hours set',
  summary: 'Change the hours of an exchange, and show the next ten sessions',
  flags: {
    exchange: {
      type: 'string',
      choices,
      required: true,
      description: 'Whose hours; ALL for the four exchanges',
    },
    platform: { ...ranges, description: 'When adverts may be sent' },
    'exchange-hours': { ...ranges, description: 'When the exchange trades' },
    matching: { ...ranges, description: 'When adverts are matched at the mid' },
    'after-hours': { ...ranges, description: 'When they are matched at the official close; none for never' },
    reason: { ...optionalReason, description: 'Why; stored with your name. Required with --yes' },
    'dry-run': { type: 'boolean', description: 'Only show what would change' },
    yes: { type: 'boolean', description: 'Apply the change' },
  },
  details:
    "RANGES are 'HH:MM to HH:MM' in UTC, separated by commas, such as '00:00 to 02:30, 03:30 to 06:30'. They may\n" +
    'cross midnight UTC, but not midnight in Tokyo (15:00 UTC). Omitted lists stay unchanged. Without --yes the\n' +
    'change is only shown. It takes effect at once if the server runs with CALENDAR=jpx. Existing adverts keep\n' +
    'their expiry.\n\n' +
    "  aitai hours set --exchange ALL --platform '23:00 to 09:00' --reason 'longer evenings' --yes",
  async run(given) {
    const { platform, matching, reason, yes = false } = given
    const texts = { platform, exchange: given['exchange-hours'], matching, afterHours: given['after-hours'] }
    const wanted = Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== undefined))
    if (Object.keys(wanted).length === 0) throw new UsageError('no hours are given')
    if (yes && given['dry-run']) throw new UsageError('--yes and --dry-run exclude each other')
    if (yes && reason === undefined) throw new UsageError('--reason is missing')
    const change = { of: given.exchange, zone: localZone(), yes, ...wanted, ...reasonArgument(reason) }
    const result = (await sendAdminCommand('hours set', change)) as Changed
    const text = summary(result, !yes).join('\n')
    if (yes || given['dry-run']) return { result, text }
    return { result, text, failure: 'Nothing was changed. Add --yes to apply the change.' }
  },
})

function summary({ exchanges, zone, warnings, applied }: Changed, isDryRun: boolean): readonly string[] {
  return [
    ...groupByChange(exchanges).flatMap(({ names, change }) => [
      names,
      ...alignColumns([
        ['', 'before', 'after'],
        ...(Object.keys(lists) as List[]).map((list) => [
          lists[list],
          change.before[list],
          change.after[list],
        ]),
      ]),
      ...Object.entries(change.sessions).flatMap(([list, sessions]) =>
        beforeAndAfterTables(`${names} ${lists[list as List]}, the next ten sessions`, sessions, zone),
      ),
      ...warningLines(`Note on ${names}`, change.warnings),
    ]),
    ...warningLines('Note', warnings),
    outcomeLine(applied, isDryRun),
  ]
}

/** Groups exchanges with the same change. */
function groupByChange(exchanges: readonly ExchangeChange[]) {
  const groups = Map.groupBy(exchanges, ({ exchange, ...change }) => JSON.stringify(change))
  return [...groups.values()].flatMap((group) => {
    const [change] = group
    return change ? [{ names: group.map(({ exchange }) => exchange).join(', '), change }] : []
  })
}

interface Shown {
  readonly source: string
  readonly zone: string
  readonly exchanges: readonly {
    readonly exchange: string
    readonly hours: Readonly<Record<List, string>>
    readonly sessions: Readonly<Record<'matching' | 'exchange', readonly SessionShown[]>>
  }[]
  readonly warnings: readonly Remark[]
}

export const hoursShow = command({
  name: 'hours show',
  summary: 'Show the current hours and the next ten sessions',
  flags: { exchange: { type: 'string', choices, description: 'Whose hours; XTKS if omitted' } },
  details: 'Hours are in UTC.',
  async run({ exchange = 'XTKS' }) {
    const result = (await sendAdminCommand('hours show', { of: exchange, zone: localZone() })) as Shown
    const lines = [
      ...result.exchanges.flatMap(({ exchange, hours, sessions }) => [
        exchange,
        ...alignColumns((Object.keys(lists) as List[]).map((list) => [lists[list], hours[list]])),
        ...sessionTable(`${exchange} matching, the next ten sessions`, sessions.matching, result.zone),
        ...sessionTable(`${exchange} exchange, the next ten sessions`, sessions.exchange, result.zone),
      ]),
      ...warningLines('Note', result.warnings),
    ]
    return { result, text: lines.join('\n') }
  },
})
