import { minuteMs, tradingDay } from '@aitai/engine/calendar/trading-days.ts'
import type { Price } from '@aitai/engine/model/price.ts'
import { isTwoSided, midOf, type Quote } from '@aitai/engine/model/quote.ts'
import {
  averagePrice,
  type Bar,
  continuedBar,
  type DayStatistics,
  higher,
  lower,
  minuteOf,
  noStatistics,
} from './bar.ts'

/**
 * What a source reports of the day besides the quote. Prices in 1/10,000 yen. Undefined: as before on the same trading
 * day. A size that is not stated is unknown.
 */
export interface ReportedStatistics {
  readonly bidSize?: number | null | undefined
  readonly askSize?: number | null | undefined
  readonly lastSize?: number | null | undefined
  readonly open?: Price | null | undefined
  readonly high?: Price | null | undefined
  readonly low?: Price | null | undefined
  /** The shares traded on the day so far. */
  readonly volume?: number | null | undefined
  readonly vwap?: Price | null | undefined
}

/** A finished minute of a security. */
export interface SecurityBar extends Bar {
  readonly securityId: string
  /** The shares traded on the day up to the end of the minute; null if unknown. */
  readonly dayVolume: number | null
}

/** What is known of a day from the bars that were stored before this process started. */
export interface DaySoFar {
  readonly securityId: string
  readonly open: Price | null
  readonly high: Price | null
  readonly low: Price | null
  readonly volume: number | null
  /** The sum of prices times shares. */
  readonly turnover: Price
  /** The shares traded on the day up to the newest stored minute, also those that are in no bar. */
  readonly dayVolume: number | null
  /** The start of the newest stored minute. */
  readonly newestMinute: number
}

interface Minute {
  bar: Bar
  turnover: Price
  /** The volume of the day at its newest quote. */
  dayVolume: number | null
}

/** The first quote with a volume, of a day of which nothing was known. */
interface FirstVolume {
  readonly at: number
  readonly volume: number
  readonly last: Price
}

interface SecurityDay {
  readonly day: number
  /** Whether it was followed before its first trade. */
  readonly isWhole: boolean
  reported: ReportedStatistics
  /** Open, high and low of the last prices that were seen. */
  open: Price | null
  high: Price | null
  low: Price | null
  last: Price | null
  /** The highest volume that was reported: it never falls. */
  volume: number | null
  /** The stored minute from which the volume was taken over, until there is a quote. */
  resumedMinute: number | null
  firstVolume: FirstVolume | null
  /** The shares whose price was seen, and the sum of prices times shares. */
  seenVolume: number
  turnover: Price
  minute: Minute | null
  previous: Bar | null
}

const newDay = (day: number, isWhole: boolean): SecurityDay => ({
  day,
  isWhole,
  reported: {},
  open: null,
  high: null,
  low: null,
  last: null,
  volume: null,
  resumedMinute: null,
  firstVolume: null,
  seenVolume: 0,
  turnover: 0,
  minute: null,
  previous: null,
})

/** After a session its last trades may still arrive: those of the auction. */
export const afterSessionMs = 5 * minuteMs

/**
 * A minute without a later quote is finished so long after its end. A quote may arrive after its minute, with its
 * source's time; the minute would be in two parts then, of which a reader would see one.
 */
export const lateQuoteMs = minuteMs

/** Whether the exchange of a security trades at a moment, in milliseconds UTC. */
type IsTrading = (securityId: string, at: number) => boolean

/** Derives the statistics of the day and one-minute bars from the quotes of an external source. */
export class BarRecorder {
  readonly #isTrading: IsTrading
  readonly #days = new Map<string, SecurityDay>()
  #finished: SecurityBar[] = []
  /** The stored parts of minutes that this recorder continues, by security. */
  #parts: ReadonlyMap<string, readonly Bar[]> = new Map()
  /** Taken, and neither stored nor put back yet. */
  #taken: readonly SecurityBar[] = []

  constructor(isTrading: IsTrading) {
    this.#isTrading = isTrading
  }

  /**
   * Continues a day that another process, or this one before a restart, has recorded. `parts` are the stored bars of
   * the newest minutes: what is recorded of these from now on is the rest of them.
   */
  resume(
    day: number,
    days: readonly DaySoFar[],
    parts: ReadonlyMap<string, readonly Bar[]> = new Map(),
  ): void {
    this.#parts = parts
    for (const { securityId, open, high, low, volume, turnover, dayVolume, newestMinute } of days) {
      const known = this.#days.get(securityId) ?? newDay(day, false)
      if (known.day !== day) continue
      known.open = open ?? known.open
      known.high = higher(known.high, high)
      known.low = lower(known.low, low)
      known.seenVolume += volume ?? 0
      known.turnover += turnover
      if (dayVolume !== null) this.#resumeVolume(known, dayVolume, newestMinute)
      this.#days.set(securityId, known)
    }
  }

  /**
   * What was traded between the stored minute and the first quote belongs to a bar if no minute is in between.
   * Otherwise nobody knows when it was traded, and it is in the volume of the day only.
   */
  #resumeVolume(today: SecurityDay, dayVolume: number, minute: number): void {
    const { firstVolume } = today
    if (today.volume === null) {
      today.volume = dayVolume
      today.resumedMinute = minute
      return
    }
    const missed = (firstVolume?.volume ?? 0) - dayVolume
    today.volume = Math.max(today.volume, dayVolume)
    if (!firstVolume || missed <= 0 || !continues(minute, firstVolume.at)) return
    const turnover = missed * firstVolume.last
    today.seenVolume += missed
    today.turnover += turnover
    const current = today.minute
    if (!current || current.bar.at !== minuteOf(firstVolume.at)) return
    current.turnover += turnover
    const shares = (current.bar.volume ?? 0) + missed
    current.bar = { ...current.bar, volume: shares, vwap: averagePrice(current.turnover, shares) }
  }

  /** Notes a quote of the source. Quotes of a security must arrive in the order of their times. */
  see(quote: Quote, reported: ReportedStatistics = {}): void {
    const { securityId, at } = quote
    const before = this.#days.get(securityId)
    const day = tradingDay(at)
    const today = before?.day === day ? before : this.#beginDay(quote, before ?? null)
    const traded = tradedSince(today, reported.volume, quote)
    const hasMoved = quote.last > 0 && quote.last !== today.last
    if (hasMoved || traded > 0) today.open ??= quote.last
    today.reported = { ...today.reported, ...stated(reported) }
    if (quote.last > 0) {
      today.last = quote.last
      today.high = higher(today.high, quote.last)
      today.low = lower(today.low, quote.last)
    }
    today.seenVolume += traded
    today.turnover += traded * quote.last
    this.#fill(today, quote, traded, traded > 0 || (today.volume === null && hasMoved))
  }

  #beginDay({ securityId, at }: Quote, before: SecurityDay | null): SecurityDay {
    if (before) this.#finish(securityId, before)
    const today = newDay(tradingDay(at), before !== null || !this.#isTrading(securityId, at))
    this.#days.set(securityId, today)
    return today
  }

  #fill(today: SecurityDay, quote: Quote, traded: number, hasTraded: boolean): void {
    const { securityId, at } = quote
    if (!this.#isTrading(securityId, at) && !(hasTraded && this.#isTrading(securityId, at - afterSessionMs)))
      return
    const minute = minuteOf(at)
    if (today.minute && today.minute.bar.at !== minute) this.#finish(securityId, today)
    const price = quote.last > 0 ? quote.last : null
    const known = today.minute?.bar
    const turnover = (today.minute?.turnover ?? 0) + traded * quote.last
    const volume = today.volume === null ? null : (known?.volume ?? 0) + traded
    const mid = isTwoSided(quote) && quote.bid < quote.ask ? midOf(quote) : (known?.mid ?? null)
    today.minute = {
      turnover,
      dayVolume: today.volume,
      bar: {
        at: minute,
        open: known?.open ?? price,
        high: higher(known?.high ?? null, price),
        low: lower(known?.low ?? null, price),
        close: price ?? known?.close ?? null,
        volume,
        vwap: volume === null ? null : averagePrice(turnover, volume),
        mid,
      },
    }
  }

  #finish(securityId: string, today: SecurityDay): void {
    if (!today.minute) return
    const { bar, dayVolume } = today.minute
    today.previous = bar
    today.minute = null
    this.#finished.push({ securityId, dayVolume, ...bar })
  }

  /** A recorded bar with the part of its minute that was stored before. */
  #whole(securityId: string, bar: Bar): Bar {
    const part = this.#parts.get(securityId)?.find(({ at }) => at === bar.at)
    return part ? continuedBar(part, bar) : bar
  }

  /**
   * Returns up to `most` bars of minutes that are finished at a time, the oldest first, to be stored. They count as
   * unstored until `forgetTaken` or `putBack`, because a reader finds them nowhere else while they are being written.
   */
  takeFinished(at: number, limit: number): readonly SecurityBar[] {
    const minute = minuteOf(at - lateQuoteMs)
    for (const [securityId, today] of this.#days)
      if (today.minute && today.minute.bar.at < minute) this.#finish(securityId, today)
    this.#taken = this.#finished.splice(0, limit)
    return this.#taken
  }

  /** The bars that were taken last are stored. */
  forgetTaken(): void {
    this.#taken = []
  }

  /** Returns bars that could not be stored. Beyond a number that no queue should reach the oldest are dropped. */
  returnBars(bars: readonly SecurityBar[]): void {
    this.#taken = []
    this.#finished = [...bars, ...this.#finished].slice(-maxWaiting)
  }

  /** The bars of a security that are not stored yet, with the current minute as it is so far. */
  unstored(securityId: string): readonly Bar[] {
    const today = this.#days.get(securityId)
    const waiting = [...this.#taken, ...this.#finished].filter((bar) => bar.securityId === securityId)
    const bars: readonly Bar[] = today?.minute ? [...waiting, today.minute.bar] : waiting
    return bars.map((bar) => this.#whole(securityId, bar))
  }

  /** The day of a security; nothing is known of another day than the newest. */
  statisticsOf({ securityId, at }: Quote): DayStatistics {
    const today = this.#days.get(securityId)
    if (!today || today.day !== tradingDay(at)) return noStatistics
    const { reported, minute, previous } = today
    return {
      bidSize: reported.bidSize ?? null,
      askSize: reported.askSize ?? null,
      lastSize: reported.lastSize ?? null,
      open: reported.open ?? today.open,
      high: reported.high ?? today.high,
      low: reported.low ?? today.low,
      volume: today.volume,
      vwap: reported.vwap ?? averagePrice(today.turnover, today.seenVolume),
      bars: [previous, minute?.bar ?? null]
        .filter((bar) => bar !== null)
        .map((bar) => this.#whole(securityId, bar)),
    }
  }
}

/** Whether a minute is that of a moment or the one before. */
const continues = (minute: number, at: number): boolean => minuteOf(at) - minute <= minuteMs

/** The shares traded since the quote before. When earlier ones were traded was not seen. */
function tradedSince(
  today: SecurityDay,
  reported: number | null | undefined,
  { at, last }: Pick<Quote, 'at' | 'last'>,
): number {
  const { resumedMinute } = today
  if (reported === null || reported === undefined) return 0
  const before = today.volume ?? (today.isWhole ? 0 : null)
  today.volume = Math.max(reported, before ?? 0)
  if (before === null) today.firstVolume = { at, volume: reported, last }
  today.resumedMinute = null
  if (before === null || last <= 0 || (resumedMinute !== null && !continues(resumedMinute, at))) return 0
  return today.volume - before
}

/** Two hours of 4,000 securities: by then the database has been away for far too long. */
const maxWaiting = 500_000

/** What is stated now. A size is stated with its quote or not known; everything else stays for the day. */
const stated = ({ bidSize, askSize, ...rest }: ReportedStatistics): ReportedStatistics => ({
  ...Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined)),
  bidSize: bidSize ?? null,
  askSize: askSize ?? null,
})
