import { hash } from 'node:crypto'
import { auditEvents } from '../../support/operator.ts'
import type { TestServer } from '../../support/test-server.ts'

/** What the server writes by itself, in its own time: who was there, quotes, signed heads, views of the journal. */
const unrelated: readonly string[] = [
  ...['session', 'process', 'writer', 'login_attempt', 'usual_network', 'bar', 'snapshot'],
  ...['history_advert', 'history_event', 'history_locate', 'history_position'],
  ...['notification', 'newest_notification', 'audit_end', 'evidence_head', 'data_key', 'data_key_wrap'],
]
/** Settings of the same kind. */
const probes: readonly string[] = ['journal.probe', 'doctor.probe']

/** What a request for a second person writes, beside its event. */
export const ofApprovals: readonly string[] = ['approval', 'audit']

/** The hash of every table, by its name, but for some. */
export async function storedData(
  { app: { database } }: TestServer,
  ignored: readonly string[] = [],
): Promise<Readonly<Record<string, string>>> {
  const hashes: Record<string, string> = {}
  for (const { name } of await database.introspection.getTables()) {
    if (unrelated.includes(name) || ignored.includes(name)) continue
    const rows: readonly StoredRow[] = await database
      .selectFrom(name as 'setting')
      .selectAll()
      .execute()
    const texts = rows.filter((row) => isByPeople(name, row)).map((row) => JSON.stringify(row))
    // A row that was deleted and inserted again is in another place.
    hashes[name] = hash('sha256', texts.toSorted().join('\n'))
  }
  return hashes
}

interface StoredRow {
  readonly name?: string
  readonly command?: string
  readonly actor?: string
  readonly action?: string
}

function isByPeople(table: string, { name = '', command = '{}', actor, action }: StoredRow): boolean {
  if (table === 'journal') return 'by' in JSON.parse(command)
  if (table === 'setting') return !probes.includes(name)
  // That somebody was refused is recorded, and changes nothing.
  return actor !== 'system' && action !== 'accessRefused'
}

/** An event that a command has left: of the audit trail, or a command of staff in the journal. */
export type LeftEvent = Readonly<Record<string, unknown>>

/** All events that commands have left, those of the audit trail first, each the oldest first. */
export async function leftEvents(desk: TestServer): Promise<{
  readonly audit: readonly LeftEvent[]
  readonly journal: readonly LeftEvent[]
}> {
  const rows = await desk.app.database.selectFrom('journal').select('command').orderBy('seq').execute()
  const commands = rows.map(({ command }) => JSON.parse(command) as LeftEvent)
  const audit = (await auditEvents(desk)).filter(
    // The server signs the heads of the day when the clock says so, whatever is done.
    ({ action, actor }) => action !== 'headsSigned' || actor !== 'system',
  )
  return { audit, journal: commands.filter((command) => 'by' in command) }
}
