import { tradingDay } from '@aitai/engine/calendar/trading-days.ts'
import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import type { Database } from '../../database/schema.ts'
import { eventsOf } from '../fold.ts'
import type { Market } from '../market.ts'
import { ActivityTally } from './day-activity.ts'
import { eventRowsAfter, seqBeforeActivity } from './journal-activity.ts'
import { probingSigns } from './probing-signs.ts'

interface ProbingMonitorDeps {
  readonly database: Kysely<Database>
  readonly market: Pick<Market, 'read'>
  readonly now: () => number
  readonly log: Pick<Logger, 'warn'>
}

/**
 * Counts the institutions that look like probing today, for the metric and for a line in the log. Both contain a number
 * and no name, because operators who read them must not learn who trades what; `aitai surveillance` names them and
 * journals the operator (docs/decisions/0056-surveillance.md). Reads what the journal has gained, periodically and
 * never as part of a command, so that no trader can measure it.
 */
export class ProbingMonitor {
  readonly #deps: ProbingMonitorDeps
  readonly #tally = new ActivityTally()
  #seq: number | null = null
  #institutions: number | null = null
  #reported = { day: Number.NEGATIVE_INFINITY, institutions: 0 }
  #updating: Promise<void> = Promise.resolve()
  #isStopped = false

  constructor(deps: ProbingMonitorDeps) {
    this.#deps = deps
  }

  /** The number at the last update; null before the first. */
  institutions(): number | null {
    return this.#institutions
  }

  /** Reads the new entries, then counts. Rejects if the journal cannot be read. */
  update(): Promise<void> {
    this.#updating = this.#updating.catch(() => {}).then(() => this.#update())
    return this.#updating
  }

  /** Ends an update in progress. */
  async stop(): Promise<void> {
    this.#isStopped = true
    await this.#updating.catch(() => {})
  }

  async #update(): Promise<void> {
    const { database, market, now } = this.#deps
    const today = tradingDay(now())
    this.#seq ??= await seqBeforeActivity(database, today)
    for await (const row of eventRowsAfter(database, this.#seq)) {
      if (this.#isStopped) return
      for (const event of eventsOf(row)) this.#tally.add(event)
      this.#seq = row.seq
    }
    if (this.#isStopped) return
    const limits = await market.read((state) => state.limits)
    const activity = this.#tally.activityOn(today)
    this.#institutions = [...activity.values()].filter((firm) => probingSigns(firm, limits).length > 0).length
    this.#report(today, this.#institutions)
  }

  #report(day: number, institutions: number): void {
    if (day !== this.#reported.day) this.#reported = { day, institutions: 0 }
    if (institutions <= this.#reported.institutions) return
    this.#reported = { day, institutions }
    this.#deps.log.warn({ institutions }, 'institutions look like probing: aitai surveillance')
  }
}
