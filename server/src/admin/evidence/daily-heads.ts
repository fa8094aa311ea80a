import { openIntervalsOf } from '@aitai/engine/calendar/open-time.ts'
import { dayMs, isTradingDay, startOfTradingDay, tradingDay } from '@aitai/engine/calendar/trading-days.ts'
import { type Calendar, exchanges } from '@aitai/engine/model/calendar.ts'
import type { Logger } from 'pino'
import { recordAuditEvent } from '../../database/audit-events.ts'
import { type HeadContext, RetiredSigner, signHeads, storeHeads, UnsignableChain } from './chain-heads.ts'

interface DailyHeadsDeps extends HeadContext {
  readonly calendar: () => Calendar
  /** Milliseconds UTC. */
  readonly now: () => number
  readonly log: Pick<Logger, 'error'>
}

/**
 * Makes the heads of each day after its close, whether anything happened on it or not. A day on which no server
 * ran gets none. Not at a moment that depends on what members do: a digest of the heads is public.
 */
export class DailyHeads {
  readonly #deps: DailyHeadsDeps
  #doneUntil = Number.NEGATIVE_INFINITY
  #failedOn = Number.NEGATIVE_INFINITY
  /** The first heads check the whole chains, which can take longer than the time between two calls. */
  #isMaking = false

  constructor(deps: DailyHeadsDeps) {
    this.#deps = deps
  }

  /** To be called regularly, by the process that writes. It never throws. */
  async update(): Promise<void> {
    const { calendar, now, log } = this.#deps
    const at = now()
    const day = newestClosedDay(calendar(), at)
    if (this.#isMaking || day <= this.#doneUntil) return
    this.#isMaking = true
    try {
      await this.#make(day, at)
      this.#doneUntil = day
    } catch (err) {
      // A broken chain stays broken, and a replaced key replaced: one line a day is enough.
      const isLasting = err instanceof UnsignableChain || err instanceof RetiredSigner
      if (!isLasting || this.#failedOn !== day) log.error({ err }, 'signing the heads')
      this.#failedOn = day
    } finally {
      this.#isMaking = false
    }
  }

  async #make(day: number, at: number): Promise<void> {
    const { db } = this.#deps
    const existing = db.selectFrom('evidence_head').select('id').where('day', '>=', day).limit(1)
    if (await existing.executeTakeFirst()) return
    const heads = await signHeads(this.#deps, at)
    await db.transaction().execute(async (trx) => {
      if (await storeHeads(trx, this.#deps, heads, day, at))
        await recordAuditEvent(trx, { actor: 'system', action: 'headsSigned' }, at)
    })
  }
}

/** When the newest heads of a day were made, in milliseconds UTC; null before the first. */
export async function newestHeadsAt(db: HeadContext['db']): Promise<number | null> {
  const newest = await db
    .selectFrom('evidence_head')
    .select('at')
    .where('day', 'is not', null)
    .orderBy('day', 'desc')
    .limit(1)
    .executeTakeFirst()
  return newest?.at ?? null
}

/**
 * The newest day, counted from 1970-01-01 in Tokyo, whose last platform hours are over at a time in milliseconds
 * UTC.
 */
export function newestClosedDay(calendar: Calendar, at: number): number {
  const today = tradingDay(at)
  return at >= closeOf(calendar, today) ? today : today - 1
}

/** The end of the platform hours of all exchanges; the end of the day if it has none. */
function closeOf(calendar: Calendar, day: number): number {
  const start = startOfTradingDay(day)
  if (!isTradingDay(calendar, start)) return start + dayMs
  const ends = exchanges.flatMap((exchange) =>
    openIntervalsOf(calendar.hours[exchange].platform).map(({ to }) => to),
  )
  return start + (ends.length === 0 ? dayMs : Math.max(...ends))
}
