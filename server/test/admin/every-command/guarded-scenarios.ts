import type { StaffGrant } from '@aitai/contract/codes.ts'
import { guardedDeciders, guardOf } from '../../../src/admin/approvals/guarded-commands.ts'
import { userIdOf } from '../approvals/four-eyes.ts'
import type { CommandRequest } from './command-case.ts'
import { guardedCases, type NamedCase } from './command-cases.ts'
import { type Channel, type StaffedServer, startStaffedServer } from './console-and-command-line.ts'
import { leftEvents, ofApprovals, storedData } from './stored-data.ts'

/** Every channel on which something can be asked and decided. */
export const channels: readonly Channel[] = ['console', 'command line']

/** A guarded command that was requested and waits. */
export class Waiting {
  readonly server: StaffedServer
  readonly each: NamedCase
  readonly request: CommandRequest
  readonly id: string
  /** Everything that is stored, but for the request itself, when it was made. */
  readonly before: Readonly<Record<string, string>>
  readonly #effectsBefore: number

  constructor(
    server: StaffedServer,
    each: NamedCase,
    request: CommandRequest,
    { id, before, effects }: { id: string; before: Waiting['before']; effects: number },
  ) {
    this.server = server
    this.each = each
    this.request = request
    this.id = id
    this.before = before
    this.#effectsBefore = effects
  }

  get isView(): boolean {
    return guardOf(this.each.name)?.kind === 'VIEW'
  }

  /** The grants that decide it, but for that of the requester. */
  get deciders(): readonly StaffGrant[] {
    const { grants = [] } = guardedDeciders.find(({ name }) => name === this.each.name)?.deciders ?? {}
    return grants.filter((grant) => grant !== this.each.by)
  }

  get second(): StaffGrant {
    const [second] = this.deciders
    if (second === undefined) throw new Error(`nobody decides ${this.each.label}`)
    return second
  }

  runs = (request = this.request, channel?: Channel) => this.server.runs(this.each, request, channel)

  /** How many effects of the requester there are since, in the audit trail and the journal. */
  effects = async (): Promise<number> => (await effectsOf(this.server, this.each.by)) - this.#effectsBefore

  /** What has changed although nothing was approved; nothing if all is well. */
  async changed(): Promise<readonly string[]> {
    const now = await storedData(this.server.desk, ofApprovals)
    const tables = Object.keys(now).filter((table) => now[table] !== this.before[table])
    return (await this.effects()) === 0 ? tables : [...tables, 'events']
  }

  /** Carries it out: approved, and a view is fetched. Returns what each step says. */
  async carriedOut(): Promise<readonly string[]> {
    const approved = (await this.server.approves(this.second, this.id)).code
    return this.isView ? [approved, (await this.runs()).code] : [approved]
  }

  get carriedOutWell(): readonly string[] {
    return this.isView ? ['DONE', 'DONE'] : ['DONE']
  }
}

/** The events of a user that are of neither a request nor a refusal. */
async function effectsOf({ desk, people }: StaffedServer, by: StaffGrant): Promise<number> {
  const userId = await userIdOf(desk, people[by])
  const { audit, journal } = await leftEvents(desk)
  const own = audit.filter(
    ({ actor, action }) => actor === `staff:${userId}` && !/^approval|^accessRefused$/.test(String(action)),
  )
  return own.length + journal.filter((command) => command.by === userId).length
}

/** Requests every guarded command in turn and returns what a scenario says of each. */
export async function ofEveryGuarded<T>(
  scenario: (waiting: Waiting) => Promise<T>,
  channel: Channel = 'console',
) {
  const server = await startStaffedServer()
  const said: Record<string, T> = {}
  for (const each of guardedCases) {
    const request = await each.prepare(server.scene)
    const before = await storedData(server.desk, ofApprovals)
    const effects = await effectsOf(server, each.by)
    const { code, approval } = await server.runs(each, request, channel)
    if (approval === null) throw new Error(`${each.label} does not wait: ${code}`)
    said[each.label] = await scenario(new Waiting(server, each, request, { id: approval, before, effects }))
    await each.undo?.(server.scene)
    await server.desk.app.database.deleteFrom('approval').execute()
  }
  return said
}

export const everywhere = <T>(expected: T): Record<string, T> =>
  Object.fromEntries(guardedCases.map(({ label }) => [label, expected]))

export const none: readonly string[] = []
