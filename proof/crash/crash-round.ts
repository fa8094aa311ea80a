import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { tradingDay } from '@aitai/engine/calendar/calendar.ts'
import { type RandomSource, seededRandom } from '@aitai/server/quotes/seeded-random.ts'
import { openConnection } from '../harness/client-connection.ts'
import { type ServerProcess, startProcess } from '../harness/server-process.ts'
import { auditJournal } from './journal-audit.ts'
import { faultCount, Tally } from './tally.ts'
import { Workload } from './workload.ts'

/** Of the crashes of a round, how many hit the very first start, which lays out the data. */
const firstStarts = 3
/** The share of later crashes that hit a start. */
const whileStarting = 0.15
/** From the first request after a restart to the kill. Milliseconds. */
const crashAfter = { least: 5, most: 200 }
/** A locate that nobody answers is over after half a minute, and everyone has heard of it soon after. */
const patienceMs = 60_000

export interface CrashRoundOptions {
  readonly crashes: number
  readonly seed: string
  /** Called after every kill. */
  readonly onCrash?: () => void
}

export interface CrashRoundResult {
  readonly tally: Tally
  readonly crashes: number
  readonly crashesWhileStarting: number
  /** What the journal holds at the end. */
  readonly journal: Awaited<ReturnType<typeof auditJournal>>
}

/**
 * One data folder and as many crashes as asked for: fewer if the trading day ends before, since then the market
 * forgets what the clients remember. Throws with all that is wrong as soon as something is.
 */
export async function runCrashRound({
  crashes,
  seed,
  onCrash = () => {},
}: CrashRoundOptions): Promise<CrashRoundResult> {
  const dataDir = await mkdtemp(join(tmpdir(), 'aitai-crash-'))
  const round = new Round(dataDir, seededRandom(seed), onCrash)
  try {
    await round.crashFirstStarts(Math.min(firstStarts, crashes))
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
    const desk = await this.#open(seed)
    while (this.crashes < crashes && tradingDay(Date.now()) === this.#day) {
      const [isStarting, moment] = [this.#chance() < whileStarting, this.#chance()]
      if (isStarting) await this.#crashWhileStarting(moment)
      else await this.#crashWhileTrading(desk, moment)
    }
    const isSameDay = tradingDay(Date.now()) === this.#day
    const line = openConnection(await this.#start())
    await desk.listen(line)
    if (isSameDay) {
      await this.#check(desk, line)
      await desk.finish(line, patienceMs)
    }
    desk.cutOff()
    line.hangUp()
    await this.#stop()
    const journal = await auditJournal(this.#dataDir, this.#tally)
    this.#throwFaults()
    return { tally: this.#tally, crashes: this.crashes, crashesWhileStarting: this.#startCrashes, journal }
  }

  /** The first life signs everyone in and ends well, which also leaves the compiled code for later starts. */
  async #open(seed: string): Promise<Workload> {
    const line = openConnection(await this.#start())
    const desk = await Workload.open(line, seed, this.#tally)
    await desk.listen(line)
    desk.cutOff()
    line.hangUp()
    await this.#stop()
    return desk
  }

  #spawn(): ServerProcess {
    // Traders that never pause for thought would run into the limits for people.
    const limits = { CHANGES_PER_SECOND: '100000', READS_PER_SECOND: '100000' }
    const cache = { NODE_COMPILE_CACHE: join(this.#dataDir, 'compiled') }
    this.server = startProcess(this.#dataDir, { ...limits, ...cache })
    return this.server
  }

  async #start(): Promise<string> {
    const began = performance.now()
    const url = await this.#spawn().ready
    this.#startMs = performance.now() - began
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
    this.#tally.faults.wrong.push(...(server?.complaints() ?? []))
    this.crashes += 1
    this.#onCrash()
  }

  async #crashWhileStarting(moment = this.#chance()): Promise<void> {
    this.#spawn()
    await wait(moment * this.#startMs)
    await this.#kill()
    this.#startCrashes += 1
  }

  async #crashWhileTrading(desk: Workload, moment: number): Promise<void> {
    const line = openConnection(await this.#start())
    // Nobody waits for the sockets: they come back while the trading goes on.
    desk.listen(line).catch(() => {})
    await this.#check(desk, line)
    const life = { isOver: false }
    const work = desk.work(line, this.crashes, life)
    await Promise.race([work, wait(crashAfter.least + moment * (crashAfter.most - crashAfter.least))])
    life.isOver = true
    await this.#kill()
    line.hangUp()
    desk.cutOff()
    await work
  }

  async #check(desk: Workload, line: ReturnType<typeof openConnection>): Promise<void> {
    await desk.check(line)
    this.#throwFaults()
  }

  #throwFaults(): void {
    const { faults } = this.#tally
    if (faultCount(faults) > 0) throw new Error(JSON.stringify(faults, null, 2))
  }
}
