import { writtenName } from '@aitai/contract/routes/console/account-fields.ts'
import {
  cancelVenueChange,
  importEquities,
  importHolidays,
  operationsEquities,
  operationsHolidays,
  operationsHours,
  operationsVenue,
  setTradingHours,
  setVenueSettings,
} from '@aitai/contract/routes/console/reference-data.ts'
import { operatorFileBytes } from '@aitai/contract/routes/route.ts'
import type {
  ChangedEquity,
  EquityImport,
  HolidayImport,
  HoursChange,
  HoursRequest,
  LastImport,
  NamedEquity,
  OperationsHolidays,
  OperationsHours,
  OperationsVenue,
  ScheduledChange,
  SessionsBeforeAndAfter,
} from '@aitai/contract/schemas/console/reference-data.ts'
import { isoTime } from '@aitai/engine/calendar/iso-times.ts'
import { tokyoDate } from '@aitai/engine/calendar/trading-days.ts'
import type { AppContext } from '../../context.ts'
import { failed, invalid } from '../../http/failures.ts'
import { inSlices } from '../../reference/slices.ts'
import { serve } from '../serve.ts'
import { runConsoleCommand } from './console-command.ts'

/** What commands print beside UTC. The console is about the market in Tokyo. */
const zone = 'Asia/Tokyo'

/**
 * Securities, holidays, hours and venue settings (docs/decisions/0159-console-reference-and-audit.md). Each change is
 * the command of `aitai`; what only shows a change is that command's dry run.
 */
export function referenceDataCalls(app: AppContext): void {
  serveEquities(app)
  serveHolidays(app)
  serveHours(app)
  serveVenue(app)
}

function serveEquities(app: AppContext): void {
  serve(app, operationsEquities, async () => {
    const rows = await app.database
      .selectFrom('equity')
      .select(({ fn }) => ['active', fn.countAll<number | string>().as('count')])
      .groupBy('active')
      .execute()
    const count = (active: number): number => Number(rows.find((row) => row.active === active)?.count ?? 0)
    return { listed: count(1), removed: count(0), lastImport: await lastEvent(app, 'equitiesImported') }
  })

  serve(app, importEquities, async (request, session) => {
    checkFile(request.file)
    const { added, changed, removed, names, ...result } = (await runConsoleCommand(
      app,
      session,
      'equities import',
      request,
    )) as PrintedImport
    const named = (ric: string): NamedEquity => ({ ric, ...(names[ric] ?? { name: '', localName: '' }) })
    const shown: ChangedEquity[] = []
    for await (const change of inSlices(changed))
      shown.push({ ...named(change.ric), columns: columnsOf(change) })
    return { ...result, added: added.map(named), changed: shown, removed: removed.map(named) }
  })
}

type ColumnValue = string | number | null
/** The RIC, and by column the values before and after. */
type PrintedChange = { readonly ric: string } & Readonly<Record<string, string | [ColumnValue, ColumnValue]>>

/** What the command prints. */
type PrintedImport = Omit<EquityImport, 'added' | 'changed' | 'removed'> & {
  readonly added: readonly string[]
  readonly changed: readonly PrintedChange[]
  readonly removed: readonly string[]
  /** By RIC. */
  readonly names: Readonly<Record<string, Omit<NamedEquity, 'ric'>>>
}

const columnsOf = ({ ric, ...columns }: PrintedChange): ChangedEquity['columns'] =>
  Object.entries(columns).map(([column, [before, after]]) => ({
    column,
    before: before as ColumnValue,
    after: after as ColumnValue,
  }))

function serveHolidays(app: AppContext): void {
  serve(app, operationsHolidays, async (_, session) => {
    const listed = await runConsoleCommand(app, session, 'holidays list', {})
    const { source, holidays, csv, warnings } = listed as OperationsHolidays
    const lastImport = await lastEvent(app, 'holidaysImported')
    return { source, today: tokyoDate(app.now()), holidays, csv, lastImport, warnings }
  })

  serve(app, importHolidays, async (request, session) => {
    checkFile(request.file)
    const result = (await runConsoleCommand(app, session, 'holidays import', {
      ...request,
      zone,
    })) as HolidayImport
    const { total, onWeekends, added, removed, renamed, unchanged, concerns, warnings, applied } = result
    const rest = { concerns, warnings, applied }
    return {
      total,
      onWeekends,
      added,
      removed,
      renamed,
      unchanged,
      sessions: inTokyo(result.sessions),
      ...rest,
    }
  })
}

/** The sessions with their times in Tokyo only. */
const inTokyo = ({ before, after }: SessionsBeforeAndAfter): SessionsBeforeAndAfter => {
  const shown = (list: SessionsBeforeAndAfter['before']) =>
    list.map(({ date, weekday, tokyo }) => ({ date, weekday, tokyo }))
  return { before: shown(before), after: shown(after) }
}

function serveHours(app: AppContext): void {
  serve(app, operationsHours, async (_, session) => {
    const { source, exchanges, warnings } = (await runConsoleCommand(app, session, 'hours show', {
      of: 'ALL',
      zone,
    })) as OperationsHours
    return { source, exchanges: exchanges.map(({ exchange, hours }) => ({ exchange, hours })), warnings }
  })

  serve(app, setTradingHours, async (request: HoursRequest, session) => {
    const result = (await runConsoleCommand(app, session, 'hours set', { ...request, zone })) as PrintedHours
    return {
      exchanges: result.exchanges.map(({ exchange, before, after, changed, sessions, warnings }) => ({
        exchange,
        before,
        after,
        changed,
        matching: inTokyo(sessions.matching),
        warnings,
      })),
      warnings: result.warnings,
      applied: result.applied,
    }
  })
}

type PrintedHours = Omit<HoursChange, 'exchanges'> & {
  readonly exchanges: readonly (Omit<HoursChange['exchanges'][number], 'matching'> & {
    readonly sessions: { readonly matching: SessionsBeforeAndAfter }
  })[]
}

function serveVenue(app: AppContext): void {
  serve(app, operationsVenue, async (_, session) => {
    const { today, next, settings, scheduled } = (await runConsoleCommand(
      app,
      session,
      'venue show',
      {},
    )) as OperationsVenue
    return { today, next, settings, scheduled }
  })

  serve(app, setVenueSettings, async (request, session) => {
    const { from, changes, scheduled } = (await runConsoleCommand(
      app,
      session,
      'venue set',
      request,
    )) as ScheduledChange & Pick<OperationsVenue, 'scheduled'>
    return { from, changes, scheduled }
  })

  serve(app, cancelVenueChange, async ({ day, reason }, session) => {
    const { cancelled, scheduled } = (await runConsoleCommand(app, session, 'venue schedule', {
      cancel: day,
      reason,
    })) as { cancelled: ScheduledChange; scheduled: ScheduledChange[] }
    return { cancelled, scheduled }
  })
}

/** Refuses what is no base64, and a file above the limit. Node's decoder would skip what it does not know. */
function checkFile(file: string): void {
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(file) || file.length % 4 !== 0) throw invalid('file')
  if (Buffer.byteLength(file, 'base64') > operatorFileBytes)
    throw failed(413, 'TOO_LARGE', { variables: { max: operatorFileBytes / 1_024 } })
}

/** Who did this last, and why; null if nobody has. */
async function lastEvent({ database }: AppContext, action: string): Promise<LastImport> {
  const row = await database
    .selectFrom('audit')
    .select(['at', 'actor', 'reason'])
    // By the index: events of files have no subject.
    .where('subject', '=', '')
    .where('action', '=', action)
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!row) return null
  const by = row.actor.replace(/^staff:/, '')
  const user = await database
    .selectFrom('person')
    .select(['first_name', 'last_name'])
    .where('id', '=', by)
    .executeTakeFirst()
  return {
    at: isoTime(row.at),
    by: user ? writtenName({ firstName: user.first_name, lastName: user.last_name }) : by,
    isUser: user !== undefined,
    reason: row.reason,
  }
}
