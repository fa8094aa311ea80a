import { calls } from '@aitai/contract/calls.ts'
import { expect, test } from 'vitest'
import { guardOf } from '../../../src/admin/approvals/guarded-commands.ts'
import { commandGrants } from '../../../src/admin/command-grants.ts'
import { callNamed } from '../../support/call-requests.ts'
import type { TestServer } from '../../support/test-server.ts'
import type { CommandRequest, ConsoleCall } from './command-case.ts'
import { commandCases, type NamedCase } from './command-cases.ts'
import { type Channel, type StaffedServer, secondOf, startStaffedServer } from './console-and-command-line.ts'
import { documentedCommands } from './roles-page.ts'
import { type LeftEvent, leftEvents } from './stored-data.ts'

/** Calls of the console that only read, and run no command. */
const withoutCommand: readonly string[] = ['operationsEquities', 'operationsSecurity']

test('every command has a case, and a row in docs/roles.md', () => {
  const named = [...new Set<string>(commandCases.map(({ name }) => name))].toSorted()
  expect(named).toEqual(Object.keys(commandGrants).toSorted())
  expect([...new Set(documentedCommands)].toSorted()).toEqual(named)
})

/** What a command did: the code of each step, and the events that it left. */
interface Trace {
  readonly codes: readonly string[]
  readonly events: readonly LeftEvent[]
}

/** Runs a command by one way, with its approval by the same way, and fetches a view that was approved. */
async function runsThrough(
  server: StaffedServer,
  each: NamedCase,
  request: CommandRequest,
  channel: Channel,
): Promise<Trace> {
  const before = await leftEvents(server.desk)
  const asked = await server.runs(each, request, channel)
  const codes = [asked.code]
  if (asked.approval !== null) {
    codes.push((await server.approves(secondOf(each), asked.approval, channel)).code)
    if (guardOf(each.name)?.kind === 'VIEW') codes.push((await server.runs(each, request, channel)).code)
  }
  const after = await leftEvents(server.desk)
  const events = [...after.audit.slice(before.audit.length), ...after.journal.slice(before.journal.length)]
  return { codes, events: await named(server.desk, events) }
}

/** Events with the names of what they are about in place of ids, which are random. */
async function named(
  { app: { database: db } }: TestServer,
  events: readonly LeftEvent[],
): Promise<readonly LeftEvent[]> {
  const people = await db.selectFrom('person').select(['id', 'email as name']).execute()
  const firms = await db.selectFrom('firm').select(['id', 'name']).execute()
  const brokers = await db.selectFrom('broker').select(['id', 'short_name as name']).execute()
  const approvals = await db.selectFrom('approval').select(['id', 'command as name']).execute()
  let text = JSON.stringify(events)
  for (const { id, name } of [...people, ...firms, ...brokers, ...approvals]) text = text.replaceAll(id, name)
  return (JSON.parse(text) as LeftEvent[]).map(withoutFile)
}

/** The exports of two servers differ in their ids, and so in length and hash. */
function withoutFile(event: LeftEvent): LeftEvent {
  if (event.action !== 'auditExportWritten') return event
  const { sha256, bytes, ...details } = event.details as Record<string, unknown>
  return { ...event, details: { ...details, hasHash: sha256 !== undefined && bytes !== undefined } }
}

/** The same with a reason that is none; null for a command without a reason. */
function withoutReason({ args }: CommandRequest, { body, ...call }: ConsoleCall): CommandRequest | null {
  if (!body || !('reason' in body)) return null
  const reason = 'x'
  return {
    args: { ...args, reason } as CommandRequest['args'],
    call: { ...call, body: { ...body, reason } },
  }
}

test('every command of the console leaves the same events as at the command line, and has the same refusals', async () => {
  const [onConsole, atCommandLine] = [await startStaffedServer(), await startStaffedServer()]
  const faults: object[] = []
  const left: Record<string, number> = {}
  const posted: string[] = []
  const made = new Set(withoutCommand)
  for (const each of commandCases) {
    const traces: Trace[] = []
    const invalid: Trace[] = []
    for (const [server, channel] of [
      [onConsole, 'console'],
      [atCommandLine, 'command line'],
    ] as const) {
      const request = await each.prepare(server.scene)
      if (request.call !== null) {
        made.add(request.call.name)
        if (callNamed(request.call.name).method === 'POST' && channel === 'console') posted.push(each.label)
        const wrong = withoutReason(request, request.call)
        if (wrong) invalid.push(await runsThrough(server, each, wrong, channel))
        traces.push(await runsThrough(server, each, request, channel))
      }
      await each.undo?.(server.scene)
      await server.desk.app.database.deleteFrom('approval').execute()
    }
    const [console, commandLine] = traces
    if (!console || !commandLine) continue
    left[each.label] = console.events.length
    if (JSON.stringify(console) !== JSON.stringify(commandLine))
      faults.push({ command: each.label, console, commandLine })
    for (const { codes, events } of invalid)
      if (events.length > 0 || codes[0] !== 'INVALID') faults.push({ command: each.label, codes, events })
    if (console.codes[0] !== (each.outcome ?? 'DONE')) faults.push({ command: each.label, console })
  }
  expect(faults).toEqual([])
  // A call of the console without a case is compared with nothing.
  const ofConsole = calls.filter(({ path }) => path.startsWith('/operations/')).map(({ name }) => name)
  expect([...made].toSorted()).toEqual(ofConsole.toSorted())
  // Whatever a POST does is recorded, and a GET records nothing.
  const recorded = Object.keys(left).filter((label) => (left[label] ?? 0) > 0)
  expect(recorded).toEqual(posted.filter((label) => !changingNothing.includes(label)))
})

/** The platform is open already; a preview; and the check of the chains, which shows nobody's data. */
const changingNothing: readonly string[] = ['platform open (2)', 'equities import (2)', 'audit verify']
