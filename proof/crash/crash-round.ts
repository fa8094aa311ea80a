import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { tradingDay } from '@aitai/engine/calendar/hours.ts'
import { type RandomSource, seededRandom } from '@aitai/server/quotes/seeded-random.ts'
import { openConnection } from '../harness/client-connection.ts'
import { type ServerProcess, startProcess } from '../harness/server-process.ts'
import { auditJournal } from './journal-audit.ts'
import { faultCount, Tally } from './tally.ts'
import { Workload } from './workload.ts'

/** Of the kills of a round, how many hit the very first start, which lays out the data. */
const firstStarts = 3
/** The share of later kills that hit a start. */
const whileStarting = 0.15
/** From the first request after a restart to the kill. Milliseconds. */
const killAfter = { least: 5, most: 200 }
/** A locate that nobody answers is over after half a minute, and everyone has heard of it soon after. */
const patienceMs = 60_000

export interface CrashRoundOptions {
  readonly kills: number
  readonly seed: string
  /** Called after every kill. */
  readonly onKill?: () => void
}

export interface CrashRoundResult {
  readonly tally: Tally
  readonly kills: number
  readonly killsWhileStarting: number
  /** What the journal holds at the end. */
  readonly held: Awaited<ReturnType<typeof auditJournal>>
}

/**
 * One data folder and as many kills as asked for: fewer if the trading day ends before, since then the market
 * forgets what the clients remember. Throws with all that is wrong as soon as something is.
 */
export async function runCrashRound({
  kills,
  seed,
  onKill = () => {},
}: CrashRoundOptions): Promise<CrashRoundResult> {
  const dataDir = await mkdtemp(join(tmpdir(), 'aitai-kills-'))
  const round = new Round(dataDir, seededRandom(seed), onKill)
  try {
    await round.dieInFirstStart(Math.min(firstStarts, kills))
    const outcome = await round.run(kills, seed)
    await rm(dataDir, { recursive: true, force: true })
    return outcome
  } catch (error) {
    throw new Error(`after ${round.kills} kills with SEED=${seed}; the data is left in ${dataDir}`, {
      cause: error,
    })
  } finally {
    await round.server?.kill()
  }
}

class Round {
  readonly #dataDir: string
  readonly #chance: RandomSource
  readonly #onKill: () => void
  readonly #tally = new Tally()
  readonly #day = tradingDay(Date.now())
  #startMs = 1_000
  #startKills = 0
  kills = 0
  server: ServerProcess | null = null

  constructor(dataDir: string, chance: RandomSource, onKill: () => void) {
    this.#dataDir = dataDir
    this.#chance = chance
    this.#onKill = onKill
  }

  async dieInFirstStart(kills: number): Promise<void> {
    for (let n = 0; n < kills; n += 1) await this.#dieStarting()
  }

  async run(kills: number, seed: string): Promise<CrashRoundResult> {
    const desk = await this.#open(seed)
    while (this.kills < kills && tradingDay(Date.now()) === this.#day) {
      const [isStarting, moment] = [this.#chance() < whileStarting, this.#chance()]
      if (isStarting) await this.#dieStarting(moment)
      else await this.#dieTrading(desk, moment)
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
    const held = await auditJournal(this.#dataDir, this.#tally)
    this.#throwFaults()
    return { tally: this.#tally, kills: this.kills, killsWhileStarting: this.#startKills, held }
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
    this.kills += 1
    this.#onKill()
  }

  async #dieStarting(moment = this.#chance()): Promise<void> {
    this.#spawn()
    await wait(moment * this.#startMs)
    await this.#kill()
    this.#startKills += 1
  }

  async #dieTrading(desk: Workload, moment: number): Promise<void> {
    const line = openConnection(await this.#start())
    // Nobody waits for the sockets: they come back while the trading goes on.
    desk.listen(line).catch(() => {})
    await this.#check(desk, line)
    const life = { isOver: false }
    const work = desk.work(line, this.kills, life)
    await Promise.race([work, wait(killAfter.least + moment * (killAfter.most - killAfter.least))])
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
