import { setTimeout as wait } from 'node:timers/promises'
import type { Event } from '@aitai/engine/model/events.ts'
import { defaultLimits } from '@aitai/engine/model/limits.ts'
import type { ServerCluster } from './server-cluster.ts'

const readEveryMs = 100

/**
 * Compares the time of the market with the database's clock, which no server sets: a market whose time stands still
 * would be right by its own. Somebody must trade all the time.
 */
export class MarketTime {
  /** How far the newest entry was ahead of the database's clock, at most, in milliseconds. */
  aheadMs = Number.NEGATIVE_INFINITY
  /** By how many milliseconds each locate was late that not both sides had answered, by its id. */
  readonly lateMs = new Map<string, number>()
  /** Entries that were compared. */
  entries = 0
  readonly #cluster: ServerCluster
  readonly #deadlines = new Map<string, number>()
  readonly #running: Promise<void>
  #seq = 0
  #isOpen = true

  private constructor(cluster: ServerCluster) {
    this.#cluster = cluster
    this.#running = this.#run()
  }

  /** Follows the journal from now on. */
  static async follow(cluster: ServerCluster): Promise<MarketTime> {
    const time = new MarketTime(cluster)
    while (time.#seq === 0) await Promise.race([wait(readEveryMs), time.#running])
    return time
  }

  async stop(): Promise<void> {
    this.#isOpen = false
    await this.#running
  }

  async #run(): Promise<void> {
    while (this.#isOpen) {
      await this.#read()
      await wait(readEveryMs)
    }
  }

  async #read(): Promise<void> {
    const isFirst = this.#seq === 0
    const rows = await this.#cluster.primary.query(
      `select seq, at, events, floor(extract(epoch from clock_timestamp()) * 1000)::text as now
        from journal where seq > ${this.#seq} order by seq`,
    )
    for (const { seq, at, events, now } of rows) {
      this.#seq = Number(seq)
      for (const event of JSON.parse(String(events)) as Event[]) {
        if (event.type === 'contraLocated') this.#deadlines.set(event.locateId, event.deadline)
        if (event.type !== 'locateFailed' || isFirst) continue
        const deadline = this.#deadlines.get(event.locateId)
        if (deadline === undefined) continue
        // One that both have answered ends before its deadline.
        const late = Number(now) - deadline - defaultLimits.locateGraceMs
        if (late >= 0) this.lateMs.set(event.locateId, late)
      }
      if (isFirst) continue
      this.entries += 1
      this.aheadMs = Math.max(this.aheadMs, Number(at) - Number(now))
    }
  }
}
