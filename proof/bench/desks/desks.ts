import * as adverts from '@aitai/contract/routes/adverts.ts'
import { getEquities, userBrokersList } from '@aitai/contract/routes/reference.ts'
import type { Equity } from '@aitai/contract/schemas/reference.ts'
import { openConnection, type ServerConnection } from '../../harness/client-connection.ts'
import { createRandom, type Random } from '../../harness/random.ts'
import { startProcess } from '../../harness/server-process.ts'
import { addSignedInDesks, type DeskCounts, type SignedInUser } from '../desk-accounts.ts'
import { type Percentiles, percentilesOf } from '../percentiles.ts'
import { processorSeconds } from '../processor-time.ts'
import { type BenchDatabase, benchDatabases, withBenchDatabase } from './bench-database.ts'
import { Desk, type DeskTerms, type ReceivedNotification } from './desk.ts'

export interface DesksSize extends DeskCounts {
  /** The pairs that are located at the same time, and the traders who change adverts without a contra. */
  readonly pairsAtOnce: number
  readonly editors: number
  readonly commandsPerSecond: number
  readonly warmUpSeconds: number
  readonly seconds: number
}

/** What the users of many connected desks wait for, over real HTTP and real sockets, in milliseconds. */
export interface DesksFigures {
  readonly database: BenchDatabase['name']
  readonly desks: number
  readonly commandsPerSecond: number
  readonly pushesPerSecond: number
  readonly readsPerSecond: number
  /** The processor time of the server, as a share of one core. */
  readonly serverCore: number
  /** From sending a command until its reply. */
  readonly command: Percentiles
  /** From sending the second side's submit until the popup has arrived, on each side. */
  readonly popup: Percentiles
  /** From sending the second answer until each side has received the outcome. */
  readonly outcome: Percentiles
  /** From sending the second answer until a broker has read the list with the new row. */
  readonly brokerRow: Percentiles
}

/** Two traders of different institutions. */
type Pair = readonly [buyer: Desk, seller: Desk]

/** The durations measured so far. */
interface Samples {
  command: number[]
  popup: number[]
  outcome: number[]
  brokerRow: number[]
  pushes: number
  reads: number
}

const noSamples = (): Samples => ({ command: [], popup: [], outcome: [], brokerRow: [], pushes: 0, reads: 0 })

/** A thousand desks, on each database that there is. */
export async function benchThousandDesks(): Promise<DesksFigures[]> {
  const counts = { institutions: 100, traders: 900, brokers: 20, brokerUsers: 100 }
  const size = {
    ...counts,
    pairsAtOnce: 50,
    editors: 50,
    commandsPerSecond: 50,
    warmUpSeconds: 10,
    seconds: 60,
  }
  const figures: DesksFigures[] = []
  for (const database of benchDatabases) figures.push(await benchDesks(database, size))
  return figures
}

/**
 * Desks are connected while some of their users trade at a steady rate of commands, which does not wait for
 * replies. Pairs of institutions are located and accept; others change adverts that are never located.
 */
export function benchDesks(database: BenchDatabase, size: DesksSize): Promise<DesksFigures> {
  return withBenchDatabase(database, async (location) => {
    const users = await addSignedInDesks(location, size)
    const server = startProcess(location.dataDir, {
      DEMO: 'off',
      ...(location.databaseUrl === null ? {} : { DATABASE_URL: location.databaseUrl }),
    })
    const connection = openConnection(await server.ready)
    try {
      const load = await DeskLoad.connect(connection, users, size)
      await load.run(size.warmUpSeconds)
      load.samples = noSamples()
      const processorBefore = await processorSeconds(server.pid)
      await load.run(size.seconds)
      const processorTime = (await processorSeconds(server.pid)) - processorBefore
      await load.finish()
      const { command, popup, outcome, brokerRow, pushes, reads } = load.samples
      return {
        database: database.name,
        desks: users.traders.length + users.brokers.length,
        commandsPerSecond: Math.round(command.length / size.seconds),
        pushesPerSecond: Math.round(pushes / size.seconds),
        readsPerSecond: Math.round(reads / size.seconds),
        serverCore: Math.round((processorTime / size.seconds) * 100) / 100,
        command: percentilesOf(command),
        popup: percentilesOf(popup),
        outcome: percentilesOf(outcome),
        brokerRow: percentilesOf(brokerRow),
      }
    } finally {
      connection.close()
      await server.kill()
    }
  })
}

/** The server refuses more than 100 sockets of a network that have not shown a token. */
const connectedAtOnce = 50

class DeskLoad {
  samples = noSamples()
  readonly #random: Random
  readonly #size: DesksSize
  readonly #traders: readonly Desk[]
  readonly #equities: readonly Equity[]
  readonly #brokerIds: readonly string[]
  /** Users who wait for their turn to send a command. */
  readonly #waiting: (() => void)[] = []
  /** Pairs of institutions that have no adverts. */
  readonly #freePairs: Pair[] = []
  /** When a broker first read the list with an agreement in it, by agreement. */
  readonly #brokerRows = new Map<string, PromiseWithResolvers<number>>()
  /** Commands and reads without a reply so far. */
  #underWay = 0
  #failure: Error | null = null
  #isRunning = false
  /** The desks read nothing any more. */
  #isOver = false

  private constructor(
    random: Random,
    size: DesksSize,
    traders: Desk[],
    equities: readonly Equity[],
    brokerIds: string[],
  ) {
    this.#random = random
    this.#size = size
    this.#traders = traders
    this.#equities = equities
    this.#brokerIds = brokerIds
  }

  static async connect(
    connection: ServerConnection,
    users: { readonly traders: readonly SignedInUser[]; readonly brokers: readonly SignedInUser[] },
    size: DesksSize,
  ): Promise<DeskLoad> {
    let load: DeskLoad | null = null
    const connectAll = async (
      some: readonly SignedInUser[],
      onNotification: (desk: Desk, received: ReceivedNotification) => void,
    ): Promise<Desk[]> => {
      const desks: Desk[] = []
      for (let from = 0; from < some.length; from += connectedAtOnce) {
        const next = some.slice(from, from + connectedAtOnce)
        desks.push(
          ...(await Promise.all(
            next.map(({ token }) => Desk.connect({ ...connection, token }, onNotification)),
          )),
        )
      }
      return desks
    }
    const traders = await connectAll(users.traders, (desk) => load?.onTraderNotified(desk))
    await connectAll(users.brokers, (desk, received) =>
      load?.onBrokerNotified(desk, received).catch(load.#fail),
    )
    const [first] = traders
    if (!first) throw new Error('there are no traders')
    const equities = await first.call(getEquities)
    const brokerIds = (await first.call(userBrokersList)).map(({ brokerID }) => brokerID)
    load = new DeskLoad(createRandom(15), size, traders, equities, brokerIds.slice(0, 4))
    load.#start()
    return load
  }

  onTraderNotified(desk: Desk): void {
    if (this.#isOver) return
    this.samples.pushes += 1
    this.#read(() => desk.readAdverts()).catch(this.#fail)
  }

  async onBrokerNotified(desk: Desk, { notification }: ReceivedNotification): Promise<void> {
    if (this.#isOver) return
    const { connectionAgreementId } = notification
    this.samples.pushes += 1
    if (!(await this.#read(() => desk.readAgreements(connectionAgreementId)))) return
    this.#awaitedRow(connectionAgreementId ?? '').resolve(performance.now())
  }

  /** Ends the run; a failure in the background would end this process and leave the server behind. */
  readonly #fail = (error: Error): void => {
    this.#failure ??= error
  }

  #awaitedRow(agreementId: string): PromiseWithResolvers<number> {
    const awaited = this.#brokerRows.get(agreementId) ?? Promise.withResolvers<number>()
    this.#brokerRows.set(agreementId, awaited)
    return awaited
  }

  /** Lets users send commands for so many seconds, at random intervals with a steady mean. */
  async run(seconds: number): Promise<void> {
    this.#isRunning = true
    const end = performance.now() + seconds * 1_000
    let next = performance.now()
    while (next < end) {
      if (this.#failure) throw this.#failure
      const early = next - performance.now()
      if (early > 0) await new Promise((resolve) => setTimeout(resolve, early))
      const index = this.#random.between(0, this.#waiting.length - 1)
      this.#waiting.splice(index, 1)[0]?.()
      next -= (Math.log(1 - this.#random.next()) * 1_000) / this.#size.commandsPerSecond
    }
    this.#isRunning = false
  }

  /** Waits for the replies that are on their way, which would fail when the server ends. */
  async finish(): Promise<void> {
    this.#isOver = true
    do await new Promise((resolve) => setTimeout(resolve, 100))
    while (this.#underWay > 0)
  }

  /** Each security of the first half has one pair at a time; those of the second half have only buyers. */
  #start(): void {
    const editors = this.#traders.slice(-this.#size.editors)
    for (let n = 0; n + 1 < this.#traders.length - editors.length; n += 2) {
      const [buyer, seller] = [this.#traders[n], this.#traders[n + 1]]
      if (buyer && seller) this.#freePairs.push([buyer, seller])
    }
    const middle = Math.floor(this.#equities.length / 2)
    const atOnce = Math.min(middle, this.#size.pairsAtOnce, this.#freePairs.length)
    for (const equity of this.#equities.slice(0, atOnce)) this.#locateInTurn(equity).catch(this.#fail)
    for (const [n, desk] of editors.entries()) {
      const equity = this.#equities[middle + (n % (this.#equities.length - middle))]
      if (equity) this.#edit(desk, equity).catch(this.#fail)
    }
  }

  /** Sends a command when it is this user's turn, and measures its reply. Returns when it was sent. */
  async #command(send: () => Promise<unknown>): Promise<number> {
    await new Promise<void>((resolve) => this.#waiting.push(resolve))
    const sentAt = performance.now()
    await this.#replied(send)
    if (this.#isRunning) this.samples.command.push(performance.now() - sentAt)
    return sentAt
  }

  #read<T>(send: () => Promise<T>): Promise<T> {
    this.samples.reads += 1
    return this.#replied(send)
  }

  async #replied<T>(send: () => Promise<T>): Promise<T> {
    this.#underWay += 1
    try {
      return await send()
    } finally {
      this.#underWay -= 1
    }
  }

  async #locateInTurn(equity: Equity): Promise<void> {
    for (;;) {
      const pair = this.#freePairs.splice(this.#random.between(0, this.#freePairs.length - 1), 1)[0]
      if (!pair) throw new Error('all pairs are locating')
      await this.#locate(pair, equity)
      this.#freePairs.push(pair)
    }
  }

  async #locate([buyer, seller]: Pair, equity: Equity): Promise<void> {
    const own = { equity, brokerIds: this.#brokerIds, extraLots: 0 }
    const draft = async (desk: Desk): Promise<string> => {
      let id = ''
      await this.#command(async () => {
        id = await desk.draft(equity)
      })
      return id
    }
    const [bought, sold] = [await draft(buyer), await draft(seller)]
    await this.#command(() => buyer.submit({ ...own, id: bought, direction: 'BUY' }))
    const located = [buyer, seller].map((desk) => desk.next('Contra Located'))
    const submittedAt = await this.#command(() => seller.submit({ ...own, id: sold, direction: 'SELL' }))
    const [atBuyer, atSeller] = await Promise.all(located)
    if (!atBuyer || !atSeller) throw new Error('there is no popup')
    this.samples.popup.push(atBuyer.at - submittedAt, atSeller.at - submittedAt)

    await this.#command(() => buyer.accept(atBuyer))
    const accepted = [buyer, seller].map((desk) => desk.next('Contra Connection Accepted!'))
    const acceptedAt = await this.#command(() => seller.accept(atSeller))
    const outcomes = await Promise.all(accepted)
    for (const { at } of outcomes) this.samples.outcome.push(at - acceptedAt)
    const agreementId = outcomes[0]?.notification.connectionAgreementId ?? ''
    this.samples.brokerRow.push((await this.#awaitedRow(agreementId).promise) - acceptedAt)
  }

  /** Changes an advert that rests in a pool without a contra. */
  async #edit(desk: Desk, equity: Equity): Promise<void> {
    let id = ''
    await this.#command(async () => {
      id = await desk.draft(equity)
    })
    const terms: DeskTerms = { id, equity, direction: 'BUY', brokerIds: this.#brokerIds, extraLots: 0 }
    await this.#command(() => desk.submit(terms))
    for (let extraLots = 1; ; extraLots = (extraLots + 1) % 100) {
      await this.#command(() => desk.modify({ ...terms, extraLots }))
      await this.#command(() => desk.call(adverts.pauseAdvert, { params: { id } }))
      await this.#command(() => desk.call(adverts.resumeAdvert, { params: { id } }))
    }
  }
}
