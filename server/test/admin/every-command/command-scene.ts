import type { StaffGrant } from '@aitai/contract/codes.ts'
import type { AdminContext } from '../../../src/admin/admin-context.ts'
import type { AdminCommandArgs, AdminCommandName } from '../../../src/admin/command-arguments.ts'
import { loadAdminCommand } from '../../../src/admin/commands.ts'
import { runningContext } from '../../../src/admin/running-context.ts'
import { userIdOf } from '../../support/account-fixtures.ts'
import type { TestServer } from '../../support/test-server.ts'
import type { TestUser } from '../../support/test-user.ts'

export const reason = 'asked by the exchange'

/** Two IOIs that rest and cannot match. */
interface RestingAdverts {
  readonly alders: string
  readonly birchs: string
}

/** A server on which commands are run, and what they need. */
export class CommandScene {
  readonly desk: TestServer
  readonly resting: RestingAdverts
  /** The traders of two institutions, who are connected. */
  readonly alder: TestUser
  readonly birch: TestUser
  #numbers = 0

  constructor(desk: TestServer, traders: Pick<CommandScene, 'alder' | 'birch'>, resting: RestingAdverts) {
    this.desk = desk
    this.alder = traders.alder
    this.birch = traders.birch
    this.resting = resting
  }

  /** A number that nothing else on this server has. The same on two servers that do the same. */
  next(): number {
    this.#numbers += 1
    return this.#numbers
  }

  /** Runs a command without asking who may, and without a second person. Returns its result. */
  async shows<T>(name: AdminCommandName, args: object): Promise<T> {
    const admin: AdminContext = { ...runningContext(this.desk.app), by: 'a test', userId: null }
    const reply = await (await loadAdminCommand(name))(admin, args as never)
    if ('refusal' in reply) throw new Error(`${name}: ${reply.refusal.message}`)
    return reply.result as T
  }

  /** The same, without its result. */
  async does<N extends AdminCommandName>(name: N, args: AdminCommandArgs<N>): Promise<void> {
    await this.shows(name, args)
  }

  /** A trader of Alder whom nothing else needs. */
  async trader(): Promise<SceneUser> {
    const email = `user${this.next()}@alder.example`
    await this.desk.addUser({ email, role: 'TRADER', firm: 'Alder' })
    return await this.#user(email)
  }

  /** A user of staff whom nothing else needs. */
  async colleague(...grants: readonly StaffGrant[]): Promise<SceneUser> {
    const email = `user${this.next()}@aitai.example`
    await this.desk.addUser({ email, role: 'STAFF' })
    for (const grant of grants) await this.does('user grant', { email, grant, reason })
    return await this.#user(email)
  }

  /** The name of an institution that nothing else needs. */
  async firm(): Promise<string> {
    const name = `Firm ${this.next()}`
    await this.does('firm add', { name })
    return name
  }

  /** The short name of a broker that nothing else needs. */
  async broker(): Promise<string> {
    const shortName = `B${this.next()}`
    await this.does('broker add', { name: `Broker ${shortName}`, shortName })
    return shortName
  }

  /** The id of a live IOI that nothing else needs. */
  async advert(): Promise<string> {
    const { listed } = this.desk.app.reference.names()
    const ric = listed[this.next() % listed.length]?.security.ric ?? ''
    return (await this.alder.advertises('BUY', ric, 10_000)).id
  }

  async #user(email: string): Promise<SceneUser> {
    return { email, userId: await userIdOf(this.desk, email) }
  }
}

export interface SceneUser {
  readonly email: string
  readonly userId: string
}

/** The server with two IOIs; the trader of Alder may be signed in. */
export async function sceneOn(desk: TestServer, signedIn?: TestUser): Promise<CommandScene> {
  const alder = await (signedIn ?? (await desk.trader('alder'))).connects()
  const birch = await (await desk.trader('birch')).connects()
  const { id: alders } = await alder.advertises('BUY', '7203.T', 10_000)
  const { id: birchs } = await birch.advertises('BUY', '7203.T', 20_000)
  // What is asked about them is asked later.
  desk.clock.advance(60_000)
  return new CommandScene(desk, { alder, birch }, { alders, birchs })
}
