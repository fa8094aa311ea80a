import { setTimeout as wait } from 'node:timers/promises'
import { callApi, signIn } from '@aitai/contract/api-client.ts'
import { getEquities, userBrokersList } from '@aitai/contract/routes/reference.ts'
import { demoPassword } from '@aitai/server/admin/demo/demo-accounts.ts'
import { seededRandom } from '@aitai/server/quotes/seeded-random.ts'
import type { ServerConnection } from '../harness/client-connection.ts'
import { BrokerClient } from './broker.ts'
import type { TradingSetup } from './operation-choice.ts'
import { compareSides } from './side-consistency.ts'
import { type Faults, faultCount, noFaults, type Tally } from './tally.ts'
import { TraderClient } from './trader.ts'

/** Securities traded at the same time: few, so that many locates happen. */
const securitiesAtOnce = 4
/** A state is read with several calls while time passes, so only a lasting difference is a fault. */
const defaultMaxReads = 5
const pollMs = 20

export interface WorkloadOptions {
  /** How often a state is read until a difference counts as a fault. */
  readonly maxReads?: number
  /** Securities in which the traders do not trade. */
  readonly reserved?: readonly string[]
  /**
   * How many of the securities others replace from one server run to the next. A pair of institutions is not located in
   * a security again on the day of its second failure: the more locates a run needs, the more new securities it needs.
   */
  readonly newSecurities?: number
}

/** The clients: three traders of three institutions and a broker. */
export class Workload {
  readonly traders: readonly TraderClient[]
  readonly broker: BrokerClient
  readonly #equities: TradingSetup['equities']
  readonly #brokerIds: readonly string[]
  readonly #tally: Tally
  readonly #maxReads: number
  readonly #newSecurities: number

  private constructor(
    people: Pick<Workload, 'traders' | 'broker'>,
    { equities, brokerIds }: TradingSetup,
    tally: Tally,
    { maxReads = defaultMaxReads, newSecurities = 1 }: WorkloadOptions,
  ) {
    this.traders = people.traders
    this.broker = people.broker
    this.#equities = equities
    this.#brokerIds = brokerIds
    this.#tally = tally
    this.#maxReads = maxReads
    this.#newSecurities = newSecurities
  }

  /** Signs everyone in once for all server runs, because sessions must survive crashes. */
  static async open(
    connection: ServerConnection,
    seed: string,
    tally: Tally,
    options: WorkloadOptions = {},
  ): Promise<Workload> {
    const traders: TraderClient[] = []
    let token = ''
    for (const firm of ['alder', 'birch', 'cypress']) {
      const email = `trader@${firm}.example`
      ;({ token } = await signIn(connection, email, demoPassword))
      const behavior = { chance: seededRandom(`${seed} ${firm}`), lapsingShare: firm === 'alder' ? 0.2 : 0 }
      traders.push(new TraderClient(email, token, behavior, tally))
    }
    const { token: brokerToken } = await signIn(connection, 'broker@hinoki.example', demoPassword)
    const broker = new BrokerClient(brokerToken, seededRandom(`${seed} hinoki`), tally)
    const equities = await callApi(connection, getEquities, { token })
    const brokers = await callApi(connection, userBrokersList, { token })
    // All use one broker, so that every agreement is with this one.
    const hinoki = brokers.filter(({ shortName }) => shortName === 'HIN').map(({ brokerID }) => brokerID)
    const traded = equities.filter(({ equityId }) => !options.reserved?.includes(equityId))
    return new Workload({ traders, broker }, { equities: traded, brokerIds: hinoki }, tally, options)
  }

  /** The id of an open locate that a trader lets lapse: the next one of each who has none. Null if there is none. */
  async locateLeftOpen(isTimedOut: () => boolean): Promise<string | null> {
    const shares = this.traders.map(({ behavior }) => behavior.lapsingShare)
    for (const { behavior } of this.traders) behavior.lapsingShare = 1
    const leftOpen = () =>
      this.traders.flatMap(({ record }) => record.unanswered()).find(({ isIgnored }) => isIgnored)
    while (!leftOpen() && !isTimedOut()) await wait(pollMs)
    for (const [i, { behavior }] of this.traders.entries()) behavior.lapsingShare = shares[i] ?? 0
    return leftOpen()?.first.locateNotificationId ?? null
  }

  async listen(connection: ServerConnection): Promise<void> {
    await Promise.all([...this.traders, this.broker].map((each) => each.listen(connection)))
  }

  disconnect(): void {
    for (const each of [...this.traders, this.broker]) each.disconnect()
  }

  /** Trades until the server run is over. */
  async work(connection: ServerConnection, runs: number, serverRun: { isOver: boolean }): Promise<void> {
    const equities = Array.from({ length: securitiesAtOnce }, (_, i) => {
      const equity = this.#equities[(runs * this.#newSecurities + i) % this.#equities.length]
      if (!equity) throw new Error('there are no securities')
      return equity
    })
    const setup = { equities, brokerIds: this.#brokerIds }
    await Promise.all([
      ...this.traders.map((trader) => trader.trade(connection, setup, serverRun)),
      this.broker.work(connection, serverRun),
    ])
  }

  /** Compares the state of the server with everything acknowledged, and adopts it if there are no faults. */
  async check(connection: ServerConnection): Promise<void> {
    let faults = noFaults()
    for (let tries = 0; tries < this.#maxReads; tries += 1) {
      faults = await this.#compare(connection)
      if (faultCount(faults) === 0) {
        for (const each of [...this.traders, this.broker]) each.adopt()
        return
      }
    }
    const { lost, twice, wrong } = this.#tally.faults
    lost.push(...faults.lost)
    twice.push(...faults.twice)
    wrong.push(...faults.wrong)
  }

  async #compare(connection: ServerConnection): Promise<Faults> {
    const [listing, ...own] = await Promise.all([
      this.broker.read(connection),
      ...this.traders.map((trader) => trader.read(connection)),
    ])
    const all = [listing.faults, ...own.map(({ result }) => result.faults)]
    const faults: Faults = {
      lost: all.flatMap(({ lost }) => lost),
      twice: all.flatMap(({ twice }) => twice),
      wrong: all.flatMap(({ wrong }) => wrong),
    }
    const locates = own.map(({ serverState }) => serverState.locates)
    compareSides(locates, listing.rows, faults)
    return faults
  }

  /**
   * Waits until every locate has ended and everyone has one notification of each end. Missing ones are
   * faults.
   */
  async finish(connection: ServerConnection, timeLimitMs: number): Promise<void> {
    const { lost, twice } = this.#tally.faults
    await withTimeLimit(timeLimitMs, (isTimedOut) =>
      Promise.all(this.traders.map((trader) => trader.finish(connection, isTimedOut))),
    )
    await this.check(connection)
    const all = [...this.traders, this.broker]
    await withTimeLimit(timeLimitMs, (isTimedOut) =>
      Promise.all(all.map((each) => each.awaitNotifications(isTimedOut))),
    )
    lost.push(...all.flatMap((each) => each.missingNotifications()))
    twice.push(...all.flatMap((each) => each.duplicateNotifications()))
  }
}

/** Waits for `work`, and signals when the time is over. */
export async function withTimeLimit(
  timeLimitMs: number,
  work: (isTimedOut: () => boolean) => Promise<unknown>,
): Promise<void> {
  const done = new AbortController()
  let isTimedOut = false
  const late = wait(timeLimitMs, undefined, { signal: done.signal }).then(
    () => {
      isTimedOut = true
    },
    () => {},
  )
  await Promise.race([work(() => isTimedOut), late])
  done.abort()
}
