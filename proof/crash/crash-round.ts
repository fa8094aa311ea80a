import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { tradingDay } from '@aitai/engine/calendar/trading-days.ts'
import { type RandomSource, seededRandom } from '@aitai/server/quotes/seeded-random.ts'
import { venueSettings } from '@aitai/server/reference/venue-settings.ts'
import { openConnection } from '../harness/client-connection.ts'
import { type ServerProcess, startProcess } from '../harness/server-process.ts'
import { auditJournal, type DataLocation, openData } from './journal-audit.ts'
import { faultCount, Tally } from './tally.ts'
import { Workload, withTimeLimit } from './workload.ts'

/** The number of crashes of a round that hit the very first start, which creates the data. */
const firstStartCrashes = 3
/** The share of later crashes that hit a start. */
const startupCrashShare = 0.15
/**
 * A crash comes at most this many responses after a restart, and then this many milliseconds later. Responses
 * come first, because a server that has just started, on a busy machine, needs 100 ms for the first one.
 */
const maxResponses = 60
const maxDelayMs = 100
/** The clients may all wait for the deadline of a locate. */
const maxTradingMs = 10_000
/** A locate without an answer ends after half a minute, and its notifications follow soon after. */
const timeLimitMs = 60_000

export interface CrashRoundOptions {
  readonly crashes: number
  readonly seed: string
  /** Called after every crash. */
  readonly onCrash?: () => void
}

export interface CrashRoundResult {
  readonly tally: Tally
  readonly crashes: number
  readonly crashesWhileStarting: number
  /** The counts of the journal at the end. */
  readonly journal: Awaited<ReturnType<typeof auditJournal>>
}

/**
 * Crashes one server with one data folder as often as requested. Stops early if the trading day ends, because
 * the market then drops data that the clients still have. Throws all faults as soon as there is one.
 */
export async function runCrashRound({
  crashes,
  seed,
  onCrash = () => {},
}: CrashRoundOptions): Promise<CrashRoundResult> {
  const dataDir = await mkdtemp(join(tmpdir(), 'aitai-crash-'))
  const round = new Round(dataDir, seededRandom(seed), onCrash)
  try {
    await round.crashFirstStarts(Math.min(firstStartCrashes, crashes))
    const outcome = await round.run(crashes, seed)
    await rm(dataDir, { recursive: true, force: true })
    return outcome
  } catch (error) {
    throw new Error(`after ${round.crashes} crashes with SEED=${seed}; the data is left in ${dataDir}`, {
      cause: error,
    })
  } finally {
    await round.server?.kill()
  }
}

class Round {
  readonly #dataDir: string
  readonly #chance: RandomSource
  readonly #onCrash: () => void
  readonly #tally = new Tally()
  readonly #day = tradingDay(Date.now())
  #startMs = 1_000
  #startCrashes = 0
  crashes = 0
  server: ServerProcess | null = null

  constructor(dataDir: string, chance: RandomSource, onCrash: () => void) {
    this.#dataDir = dataDir
    this.#chance = chance
    this.#onCrash = onCrash
  }

  async crashFirstStarts(crashes: number): Promise<void> {
    for (let n = 0; n < crashes; n += 1) await this.#crashWhileStarting()
  }

  async run(crashes: number, seed: string): Promise<CrashRoundResult> {
    const workload = await this.#open(seed)
    while (this.crashes < crashes && tradingDay(Date.now()) === this.#day) {
      if (this.#chance() < startupCrashShare) await this.#crashWhileStarting()
      else await this.#crashWhileTrading(workload)
    }
    const isSameDay = tradingDay(Date.now()) === this.#day
    const connection = openConnection(await this.#start())
    await workload.listen(connection)
    if (isSameDay) {
      await this.#check(workload, connection)
      await workload.finish(connection, timeLimitMs)
    }
    workload.disconnect()
    connection.close()
    await this.#stop()
    const journal = await auditJournal({ dataDir: this.#dataDir, databaseUrl: null }, this.#tally)
    this.#throwFaults()
    return { tally: this.#tally, crashes: this.crashes, crashesWhileStarting: this.#startCrashes, journal }
  }

  /** The first run signs everyone in and stops normally. The venue then allows more failed locates. */
  async #open(seed: string): Promise<Workload> {
    const connection = openConnection(await this.#start())
    const workload = await Workload.open(connection, seed, this.#tally)
    await workload.listen(connection)
    workload.disconnect()
    connection.close()
    await this.#stop()
    await raiseBudgets({ dataDir: this.#dataDir, databaseUrl: null }, this.#day)
    return workload
  }

  #spawn(): ServerProcess {
    // Traders without pauses would exceed the rate limits for people.
    const limits = { CHANGES_PER_SECOND: '100000', READS_PER_SECOND: '100000' }
    this.server = startProcess(this.#dataDir, limits)
    return this.server
  }

  async #start(): Promise<string> {
    const startedAt = performance.now()
    const url = await this.#spawn().ready
    this.#startMs = performance.now() - startedAt
    return url
  }

  async #stop(): Promise<void> {
    const server = this.server
    this.server = null
    await server?.stop()
  }

  async #kill(): Promise<void> {
    const server = this.server
    this.server = null
    await server?.kill()
    this.#tally.faults.wrong.push(...(server?.errorLog() ?? []))
    this.crashes += 1
    this.#onCrash()
  }

  async #crashWhileStarting(): Promise<void> {
    this.#spawn()
    await wait(this.#chance() * this.#startMs)
    await this.#kill()
    this.#startCrashes += 1
  }

  async #crashWhileTrading(workload: Workload): Promise<void> {
    const responses = Math.floor(this.#chance() * (maxResponses + 1))
    const delayMs = this.#chance() * maxDelayMs
    const connection = openConnection(await this.#start())
    // Trading does not wait for the sockets, which reconnect at the same time.
    workload.listen(connection).catch(() => {})
    await this.#check(workload, connection)
    const serverRun = { isOver: false }
    const work = workload.work(connection, this.crashes, serverRun)
    await withTimeLimit(maxTradingMs, () => Promise.race([work, this.#tally.moreResponses(responses)]))
    await wait(delayMs)
    serverRun.isOver = true
    await this.#kill()
    connection.close()
    workload.disconnect()
    await work
  }

  async #check(workload: Workload, connection: ReturnType<typeof openConnection>): Promise<void> {
    await workload.check(connection)
    this.#throwFaults()
  }

  #throwFaults(): void {
    const { faults } = this.#tally
    if (faultCount(faults) > 0) throw new Error(JSON.stringify(faults, null, 2))
  }
}

/**
 * Raises the daily budgets of failed locates and takes away the rests after a raise (docs/rules.md §21) on a stopped
 * server, today already: with three institutions there would be no more locates after nine that failed, and every
 * change of these traders raises a quantity.
 */
export async function raiseBudgets(
  location: DataLocation,
  day: number,
  more: Readonly<Record<string, number>> = {},
): Promise<void> {
  const budgets = venueSettings.filter(({ name }) => name.startsWith('probing.'))
  const isRest = (name: string): boolean => name.startsWith('probing.restAfterRaise')
  const raised = budgets.map(({ name, min, max }) => [name, isRest(name) ? min : max] as const)
  const values = { ...Object.fromEntries(raised), ...more }
  const { db, close } = await openData(location)
  try {
    await db
      .insertInto('venue_change')
      .values({ day, body: JSON.stringify(values) })
      .execute()
  } finally {
    await close()
  }
}
