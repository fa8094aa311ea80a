import { setTimeout as wait } from 'node:timers/promises'
import { callApi, signIn } from '@aitai/contract/api-client.ts'
import { getEquities, userBrokersList } from '@aitai/contract/routes/reference.ts'
import { tradingDay } from '@aitai/engine/calendar/trading-days.ts'
import { robotAccounts } from '@aitai/server/admin/demo/demo-data.ts'
import { connectPostgres } from '@aitai/server/database/postgres.ts'
import { createJournal } from '@aitai/server/market/journal.ts'
import { raiseBudgets } from '../crash/crash-round.ts'
import { auditJournal, type JournalCounts } from '../crash/journal-audit.ts'
import { faultCount, Tally } from '../crash/tally.ts'
import { Workload, withTimeLimit } from '../crash/workload.ts'
import { openConnection, type ServerConnection } from '../harness/client-connection.ts'
import { createPostgresFolder, type PostgresFolder, type PostgresServer } from '../harness/postgres-server.ts'
import { BalancedConnection } from './balanced-connection.ts'
import { HealthChecks } from './health-checks.ts'
import { Probe } from './probe.ts'
import { type Machine, ServerCluster } from './server-cluster.ts'

/** Traders without pauses would exceed the rate limits for people. */
const env = {
  CHANGES_PER_SECOND: '100000',
  READS_PER_SECOND: '100000',
  VISITS_PER_SECOND: '100000',
  TRUST_PROXY: '127.0.0.1',
}
/** A process that follows may be a little behind when it is read. */
const maxReads = 60
/** The clients may all wait for the deadline of a locate. */
const maxTradingMs = 2_000
/** A locate without an answer ends after half a minute, and its notifications follow soon after. */
const timeLimitMs = 60_000
/** When nothing more is written for so long, no request is on its way any more. */
const quietMs = 300

export interface TradingOptions {
  readonly seed: string
  /** Whether PostgreSQL has a synchronous standby. */
  readonly hasStandby: boolean
  readonly machines?: number
  /** Starts a load balancer in front of the machines and returns its address. Without it the clients choose. */
  readonly startBalancer?: (urls: readonly string[]) => Promise<string>
}

/**
 * Three institutions and a broker that trade on several server processes, and a probe. Everything that was
 * acknowledged is recorded and compared with every process, and with the journal at the end.
 */
export class Trading {
  readonly cluster: ServerCluster
  readonly tally: Tally
  readonly probe: Probe
  readonly #postgres: PostgresFolder
  readonly #health: HealthChecks
  readonly #connection: ServerConnection
  readonly #workload: Workload
  /** The standby of the primary, which a promotion replaces. */
  standby: PostgresServer | null
  #disturbances = 0

  private constructor(
    own: Pick<Trading, 'cluster' | 'tally' | 'probe' | 'standby'>,
    postgres: PostgresFolder,
    health: HealthChecks,
    connection: ServerConnection,
    workload: Workload,
  ) {
    this.cluster = own.cluster
    this.tally = own.tally
    this.probe = own.probe
    this.standby = own.standby
    this.#postgres = postgres
    this.#health = health
    this.#connection = connection
    this.#workload = workload
  }

  /** Starts the database and all machines, and signs everyone in. */
  static async open(options: TradingOptions): Promise<Trading> {
    const { seed, hasStandby, machines = 3, startBalancer } = options
    const postgres = await createPostgresFolder()
    try {
      const primary = await postgres.startPrimary()
      const standby = hasStandby
        ? await postgres.startStandby(primary, { name: 'second', isSynchronous: true })
        : null
      const databases = standby ? [primary, standby] : [primary]
      const cluster = await ServerCluster.create({ machines, databases, env })
      try {
        return await Trading.#begin(seed, postgres, cluster, standby, startBalancer)
      } catch (error) {
        await cluster.remove()
        throw error
      }
    } catch (error) {
      await postgres.remove()
      throw error
    }
  }

  static async #begin(
    seed: string,
    postgres: PostgresFolder,
    cluster: ServerCluster,
    standby: PostgresServer | null,
    startBalancer: TradingOptions['startBalancer'],
  ): Promise<Trading> {
    const tally = new Tally()
    const [first, ...others] = cluster.machines
    if (!first) throw new Error('there is no machine')
    await first.start()
    const only = openConnection(first.url)
    const { email, password } = await robotOf(cluster.primary.url)
    const { token } = await signIn(only, email, password)
    const equities = await callApi(only, getEquities, { token })
    const brokers = await callApi(only, userBrokersList, { token })
    const [reserved] = equities
    if (!reserved) throw new Error('there are no securities')
    const workload = await Workload.open(only, seed, tally, {
      maxReads,
      reserved: [reserved.equityId],
      newSecurities: 2,
    })
    only.close()
    await first.stop()
    await raiseBudgets({ dataDir: '', databaseUrl: cluster.primary.url }, tradingDay(Date.now()))
    for (const machine of [first, ...others]) await machine.start()
    const health = new HealthChecks(cluster.machines)
    await health.untilHealthy(cluster.machines)
    const balancer = await startBalancer?.(cluster.machines.map(({ url }) => url))
    const connection = new BalancedConnection(() => (balancer ? [balancer] : health.healthyUrls()))
    const probe = await Probe.start(
      connection,
      token,
      reserved,
      brokers.slice(0, 1).map(({ brokerID }) => brokerID),
      tally,
    )
    return new Trading({ cluster, tally, probe, standby }, postgres, health, connection, workload)
  }

  /**
   * Everyone trades until `responses` more have arrived, then `disturb` runs while they continue. Returns the
   * milliseconds from its beginning to the acknowledgement of the first command that was sent after that.
   */
  async disturb(responses: number, disturb: () => Promise<void>): Promise<number> {
    this.#disturbances += 1
    const serverRun = { isOver: false }
    this.#workload.listen(this.#connection).catch(() => {})
    const work = this.#workload.work(this.#connection, this.#disturbances, serverRun)
    await withTimeLimit(maxTradingMs, () => Promise.race([work, this.tally.moreResponses(responses)]))
    try {
      const next = this.probe.nextAcknowledgement()
      const [took] = await Promise.all([next, disturb()])
      return took
    } finally {
      serverRun.isOver = true
      this.#workload.disconnect()
      await work
    }
  }

  /** The id of an open locate that a trader lets lapse, once there is one. Throws if there is none for too long. */
  async locateLeftOpen(): Promise<string> {
    let locateId: string | null = null
    await withTimeLimit(timeLimitMs, async (isTimedOut) => {
      locateId = await this.#workload.locateLeftOpen(isTimedOut)
    })
    if (locateId === null) throw new Error('nobody lets a locate lapse')
    return locateId
  }

  /** Starts a machine that was ended. Resolves once the load balancer uses it. */
  async restart(machine: Machine, more: Readonly<Record<string, string>> = {}): Promise<void> {
    await machine.start(more)
    await this.#health.untilHealthy([machine])
  }

  /** Gives a new primary a synchronous standby of its own, in the place of the one that was lost. */
  async replaceStandby(name: string): Promise<void> {
    const { primary } = this.cluster
    const lost = this.cluster.databases.find((database) => database !== primary)
    if (!lost) throw new Error('there is no second database')
    this.standby = await this.#postgres.startStandby(primary, { name, isSynchronous: true })
    this.cluster.replace(lost, this.standby)
  }

  /** Compares every running process with what was acknowledged, and verifies the chain of hashes. Throws faults. */
  async check(): Promise<void> {
    await this.#health.untilHealthy(this.cluster.running())
    await this.#quiet()
    for (const machine of this.cluster.running()) await this.#checkOn(machine)
    const { db, close } = connectPostgres(this.cluster.primary.url)
    try {
      const result = await createJournal(db).verify()
      if (!result.whole) this.tally.faults.wrong.push(`the journal is broken: ${JSON.stringify(result)}`)
    } finally {
      await close()
    }
    this.#throwFaults()
  }

  async #checkOn(machine: Machine): Promise<void> {
    const connection = openConnection(machine.url, timeLimitMs)
    await this.#workload.check(connection)
    connection.close()
    const { faults } = this.tally
    if (faultCount(faults) > 0) faults.wrong.push(`as read from ${machine.name}`)
    this.#throwFaults()
  }

  /** Waits until no request that a client has given up on is still on its way. */
  async #quiet(): Promise<void> {
    const newest = async () => {
      const rows = await this.cluster.primary.query(
        "select max(seq) as seq from journal where command::json->>'type' not in ('pauseAdvert', 'resumeAdvert')",
      )
      return rows[0]?.seq
    }
    for (let seen = await newest(); ; ) {
      await wait(quietMs)
      const now = await newest()
      if (now === seen) return
      seen = now
    }
  }

  /** Lets every locate end, stops the machines, and audits the journal. Throws faults. */
  async finish(): Promise<JournalCounts> {
    await this.#workload.listen(this.#connection)
    await this.check()
    await this.#workload.finish(this.#connection, timeLimitMs)
    this.#workload.disconnect()
    await this.probe.stop()
    await this.#health.stop()
    this.#connection.close()
    await Promise.all(this.cluster.running().map((machine) => machine.stop()))
    const location = {
      dataDir: this.cluster.machines[0]?.dataDir ?? '',
      databaseUrl: this.cluster.primary.url,
    }
    const counts = await auditJournal(location, this.tally)
    this.#throwFaults()
    return counts
  }

  /** Ends everything that still runs and removes all data. */
  async remove(): Promise<void> {
    await this.#health.stop()
    await this.probe.stop().catch(() => {})
    await this.cluster.remove()
    await this.#postgres.remove()
  }

  #throwFaults(): void {
    const { faults } = this.tally
    if (faultCount(faults) === 0) return
    const logs = this.cluster.machines.map(
      ({ name, errorLog }) => `${name}:\n${errorLog().slice(-20).join('\n')}`,
    )
    throw new Error(`${JSON.stringify(faults, null, 2)}\n${logs.join('\n')}`)
  }
}

async function robotOf(databaseUrl: string) {
  const { db, close } = connectPostgres(databaseUrl)
  try {
    const [robot] = await robotAccounts(db)
    if (!robot) throw new Error('there are no robots')
    return robot
  } finally {
    await close()
  }
}
