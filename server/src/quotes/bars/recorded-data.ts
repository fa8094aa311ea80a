import { setTimeout as wait } from 'node:timers/promises'
import { indexId } from '@aitai/contract/routes/index-id.ts'
import { isTradingDay, minuteMs, startOfTradingDay, tradingDay } from '@aitai/engine/calendar/trading-days.ts'
import type { Calendar } from '@aitai/engine/model/calendar.ts'
import type { Quote } from '@aitai/engine/model/quote.ts'
import type { Security } from '@aitai/engine/model/security.ts'
import type { Kysely } from 'kysely'
import type { Database } from '../../database/schema.ts'
import { type Bar, type DayStatistics, minuteOf, noStatistics } from './bar.ts'
import { type BarRecorder, lateQuoteMs } from './bar-recorder.ts'
import { deleteOldestMinute, readBars, readDaySoFar, readNewestBars, storeBars } from './bar-table.ts'
import type { MarketData } from './market-data.ts'

/** Bars of so many trading days before the current one are stored (docs/rules.md §23). */
const storedDays = 20

/** The first moment whose bars are stored, in milliseconds UTC. */
function oldestStored(calendar: Calendar, at: number): number {
  let day = tradingDay(at)
  // A calendar without any trading day must not end in an endless loop.
  for (let left = storedDays, looked = 0; left > 0 && looked < 10 * storedDays; looked += 1) {
    day -= 1
    if (isTradingDay(calendar, startOfTradingDay(day))) left -= 1
  }
  return startOfTradingDay(day)
}

/**
 * Market data of an external source. The process that has the source records bars and stores them; every other one
 * copies the current day from it and reads the stored bars.
 */
export class RecordedData implements MarketData {
  readonly #db: Kysely<Database>
  readonly #copied = new Map<string, DayStatistics & { readonly at: number }>()
  #recorder: BarRecorder | null = null

  constructor(db: Kysely<Database>) {
    this.#db = db
  }

  /** Sets the recorder of this process's source, or that another process has the source. */
  recordWith(recorder: BarRecorder | null): void {
    this.#recorder = recorder
  }

  /** Takes over what the process with the source knows at the moment of a quote. */
  copy(quote: Pick<Quote, 'securityId' | 'at'>, statistics: DayStatistics): void {
    this.#copied.set(quote.securityId, { at: quote.at, ...statistics })
  }

  statisticsOf(quote: Quote): DayStatistics {
    if (this.#recorder) return this.#recorder.statisticsOf(quote)
    const copied = this.#copied.get(quote.securityId)
    if (!copied || tradingDay(copied.at) !== tradingDay(quote.at)) return noStatistics
    const { at: _, ...statistics } = copied
    return statistics
  }

  async barsOf({ securityId }: Security, from: number, to: number): Promise<readonly Bar[]> {
    return await this.#barsOf(securityId, from, to)
  }

  /** A process without the source has the stored minutes: the newest one is up to two minutes old. */
  async indexBarsOf(from: number, to: number): Promise<readonly Bar[]> {
    return await this.#barsOf(indexId, from, to)
  }

  async #barsOf(securityId: string, from: number, to: number): Promise<readonly Bar[]> {
    // Before the table is read: a bar that is stored in between is then in both, otherwise in neither.
    const newest = this.#recorder?.unstored(securityId) ?? this.#copied.get(securityId)?.bars ?? []
    const start = Math.ceil(from / minuteMs) * minuteMs
    const stored = await readBars(this.#db, securityId, start, to)
    const bars = new Map(stored.map((bar) => [bar.at, bar]))
    for (const bar of newest) if (bar.at >= from && bar.at < to) bars.set(bar.at, bar)
    return [...bars.values()].sort((a, b) => a.at - b.at)
  }
}

interface BarWriterDeps {
  readonly db: Kysely<Database>
  readonly recorder: BarRecorder
  readonly calendar: () => Calendar
  readonly now: () => number
  /** A failed write is tried again. */
  readonly onError: (error: unknown) => void
  readonly everyMs?: number
}

/** Minutes before the current one that a process may have stored in part: a quote may arrive after its minute. */
const openMinutes = 2

/** Bars in one transaction: a millisecond of work, because the thread that writes also decides. */
const batchSize = 200

/**
 * Stores finished bars in small batches, off the path of commands, and prunes old ones. The returned function stops it
 * and stores the current minute as it is so far.
 */
export function startBarWriter(deps: BarWriterDeps): () => Promise<void> {
  const { db, recorder, calendar, now, onError, everyMs = 1_000 } = deps
  const stopping = new AbortController()

  /** Before anything is stored, so that nothing counts twice. Quotes do not wait for it. */
  async function resume(): Promise<void> {
    const today = tradingDay(now())
    const days = await readDaySoFar(db, startOfTradingDay(today))
    recorder.resume(today, days, await readNewestBars(db, minuteOf(now()) - openMinutes * minuteMs))
  }

  async function storeBatch(at: number): Promise<boolean> {
    const bars = recorder.takeFinished(at, batchSize)
    try {
      await storeBars(db, bars)
      recorder.forgetTaken()
    } catch (error) {
      recorder.returnBars(bars)
      throw error
    }
    return bars.length === batchSize
  }

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      try {
        await wait(everyMs, undefined, { signal: stopping.signal, ref: false })
        await storeBatch(now())
        await deleteOldestMinute(db, oldestStored(calendar(), now()))
      } catch (error) {
        if (!stopping.signal.aborted) onError(error)
      }
    }
  }

  const running = resume().catch(onError).then(run)
  return async () => {
    stopping.abort()
    await running
    try {
      while (await storeBatch(now() + minuteMs + lateQuoteMs));
    } catch (error) {
      onError(error)
    }
  }
}
