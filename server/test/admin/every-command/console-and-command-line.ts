import { type StaffGrant, staffGrants } from '@aitai/contract/codes.ts'
import { guardedDeciders } from '../../../src/admin/approvals/guarded-commands.ts'
import { startTestServer, type TestServer, type TestServerOptions } from '../../support/test-server.ts'
import type { TestUser } from '../../support/test-user.ts'
import type { CommandRequest } from './command-case.ts'
import type { NamedCase } from './command-cases.ts'
import {
  callsConsole,
  credentialOf,
  type Outcome,
  opensSocket,
  type SendsCommand,
} from './command-channels.ts'
import { type CommandScene, sceneOn } from './command-scene.ts'

export type Channel = 'console' | 'command line'

/** A server with a user of each grant, who is signed in at the console and has a credential for the command line. */
export class StaffedServer {
  readonly desk: TestServer
  readonly scene: CommandScene
  readonly people: Readonly<Record<StaffGrant, TestUser>>
  readonly #secrets: Readonly<Record<StaffGrant, string>>
  readonly #sends: SendsCommand

  constructor(
    scene: CommandScene,
    people: Readonly<Record<StaffGrant, TestUser>>,
    secrets: Readonly<Record<StaffGrant, string>>,
    sends: SendsCommand,
  ) {
    this.desk = scene.desk
    this.scene = scene
    this.people = people
    this.#secrets = secrets
    this.#sends = sends
  }

  /** Runs a command, on the console where it has such a call. */
  async runs(
    { name, by }: Pick<NamedCase, 'name' | 'by'>,
    { args, call }: CommandRequest,
    channel: Channel = 'console',
  ): Promise<Outcome> {
    if (channel === 'console' && call !== null) return await callsConsole(this.people[by], call)
    return await this.#sends(name, args, this.#secrets[by])
  }

  approves = (by: StaffGrant, id: string, channel: Channel = 'command line'): Promise<Outcome> =>
    this.#decides('approve', by, { id }, channel)

  rejects = (by: StaffGrant, given: { id: string; reason?: string }, channel: Channel): Promise<Outcome> =>
    this.#decides('reject', by, given, channel)

  #decides(
    name: 'approve' | 'reject',
    by: StaffGrant,
    body: { id: string; reason?: string },
    channel: Channel,
  ): Promise<Outcome> {
    const call = { name: name === 'approve' ? 'approveRequest' : 'rejectRequest', body }
    return this.runs({ name, by }, { args: body, call }, channel)
  }

  /** The state of a request, as it is stored. */
  async stateOf(id: string): Promise<string | undefined> {
    const rows = this.desk.app.database.selectFrom('approval').select('state').where('id', '=', id)
    return (await rows.executeTakeFirst())?.state
  }

  /** Signs everybody in again: another session of each, in place of the one before. */
  async signsIn(): Promise<void> {
    for (const grant of staffGrants) await this.people[grant].signsIn()
  }
}

/** Who decides what somebody else has requested. */
export function secondOf({ name, by }: Pick<NamedCase, 'name' | 'by'>): StaffGrant {
  const { grants = [] } = guardedDeciders.find((each) => each.name === name)?.deciders ?? {}
  const second = grants.find((grant) => grant !== by)
  if (second === undefined) throw new Error(`nobody decides ${name}`)
  return second
}

export async function startStaffedServer(options: TestServerOptions = {}): Promise<StaffedServer> {
  const desk = await startTestServer({ env: { CALENDAR: 'jpx' }, ...options })
  const people: Partial<Record<StaffGrant, TestUser>> = {}
  const secrets: Partial<Record<StaffGrant, string>> = {}
  for (const grant of staffGrants) {
    await desk.addStaff(grant)
    const person = await desk.person(`${grant}@aitai.example`).signsIn()
    people[grant] = person
    secrets[grant] = await credentialOf(desk, person)
  }
  const scene = await sceneOn(desk)
  // Where somebody else is in compliance, nobody without the grant stands in.
  await scene.colleague('compliance')
  return new StaffedServer(
    scene,
    people as Record<StaffGrant, TestUser>,
    secrets as Record<StaffGrant, string>,
    await opensSocket(desk),
  )
}
