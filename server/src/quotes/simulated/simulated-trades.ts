import type { OpenInterval } from '@aitai/engine/calendar/open-time.ts'
import { minuteMs, startOfTradingDay, tradingDay } from '@aitai/engine/calendar/trading-days.ts'
import type { Price } from '@aitai/engine/model/price.ts'
import { floorLot, type Security } from '@aitai/engine/model/security.ts'
import { averagePrice, type Bar, type DayStatistics, minuteOf } from '../bars/bar.ts'
import type { SimulatedPrices } from './simulated-prices.ts'
import { type SessionsOf, unevenShare, type VolumeProfile, volumeProfile } from './volume-profile.ts'

/** What trades depend on besides the prices. */
export interface TradingSource {
  readonly sessionsOf: SessionsOf
  /** The average daily volume of a security in shares, null if it is unknown. */
  readonly volumeOf: (securityId: string) => number | null
}

/** The average daily volume of a security of which none is known, in shares. */
const assumedVolume = 200_000
/** Liquid securities trade every five seconds, others every 10, 20, 40 ... */
const minTradeMs = 5_000
/** A day must be computed in a few milliseconds, also one without a close. */
const tradesPerDay = 5_000
/** At most this share of the volume comes from the one lot that every trade has at least. */
const minimumLotsShare = 0.2
/** The shares at the best price, as a share of the average daily volume. */
const bookShare = 1 / 4_000

interface Trade {
  /** Milliseconds after midnight in Tokyo. */
  readonly time: number
  /** The number of trades of the day before it. */
  readonly ordinal: number
}

/** When a security trades on a day: at fixed intervals in each session, and in the auction at its end. */
class Schedule {
  readonly profile: VolumeProfile
  readonly #sessions: readonly OpenInterval[]
  readonly #everyMs: number
  readonly #volume: number
  readonly #lotSize: number
  readonly #hasAuctions: boolean
  /** The number of trades. */
  readonly count: number

  constructor(sessions: readonly OpenInterval[], { lotSize }: Security, volume: number) {
    this.#sessions = sessions
    this.profile = volumeProfile(sessions)
    this.#lotSize = lotSize
    this.#hasAuctions = this.profile.auctions.length > 0
    const openMs = this.profile.windows.reduce((sum, { from, to }) => sum + to - from, 0)
    const maxTrades = Math.min(tradesPerDay, Math.max(1, (volume * minimumLotsShare) / lotSize))
    let everyMs = minTradeMs
    while (openMs / everyMs > maxTrades) everyMs *= 2
    this.#everyMs = everyMs
    this.count = this.before(Number.POSITIVE_INFINITY)
    this.#volume = Math.max(0, volume - this.count * lotSize)
  }

  /** The number of trades up to and including a time. */
  before(time: number): number {
    let count = 0
    for (const [index, { from, to }] of this.profile.windows.entries()) {
      const end = Math.min(time, to - 1)
      if (end >= from) count += Math.floor((end - from) / this.#everyMs) + 1
      if (this.#hasAuctions && time >= (this.#sessions[index]?.to ?? to)) count += 1
    }
    return count
  }

  /** When a trade happens, in milliseconds after midnight in Tokyo. */
  timeOf(ordinal: number): number {
    let left = ordinal
    for (const [index, { from, to }] of this.profile.windows.entries()) {
      const inWindow = Math.floor((to - 1 - from) / this.#everyMs) + 1
      if (left < inWindow) return from + left * this.#everyMs
      left -= inWindow
      if (!this.#hasAuctions) continue
      if (left === 0) return this.#sessions[index]?.to ?? to
      left -= 1
    }
    return Number.POSITIVE_INFINITY
  }

  /** The shares traded with a trade and all before it: at least one lot each, so that the volume always rises. */
  volumeThrough({ time, ordinal }: Trade, key: number): number {
    const share = unevenShare(key, this.profile.shareAt(time))
    return floorLot(this.#volume * share, this.#lotSize) + (ordinal + 1) * this.#lotSize
  }
}

/** How far back the last trade may be: longer than any closure (docs/market.md#holidays). */
const maxClosureDays = 14

interface ScheduledDay {
  readonly sessions: readonly OpenInterval[]
  readonly schedule: Schedule
  /** From which the volume of the day is drawn. */
  readonly key: number
}

/** The trades of a simulated market: a function of its prices, the sessions and the average volumes. */
export class SimulatedTrading {
  readonly prices: SimulatedPrices
  readonly #source: TradingSource
  readonly #newest = new Map<string, ScheduledDay & { readonly day: number; readonly volume: number }>()

  constructor(prices: SimulatedPrices, source: TradingSource) {
    this.prices = prices
    this.#source = source
  }

  /** In shares. */
  averageVolume({ securityId }: Security): number {
    return this.#source.volumeOf(securityId) ?? assumedVolume
  }

  sessionsOf({ exchange }: Security, day: number): readonly OpenInterval[] {
    return this.#source.sessionsOf(exchange, day)
  }

  /** When and how much a security trades on a trading day. The newest day is remembered. */
  scheduleOf(security: Security, day: number): ScheduledDay {
    const sessions = this.sessionsOf(security, day)
    const volume = this.averageVolume(security)
    const known = this.#newest.get(security.securityId)
    if (known?.day === day && known.sessions === sessions && known.volume === volume) return known
    const { factor, key } = this.prices.dayOf(security, day)
    const scheduled = {
      day,
      volume,
      sessions,
      key,
      schedule: new Schedule(sessions, security, volume * factor),
    }
    if (!known || day >= known.day) this.#newest.set(security.securityId, scheduled)
    return scheduled
  }

  /** The newest trade at or before a time; null if there was none for two weeks. */
  lastTrade(security: Security, at: number): { readonly at: number; readonly price: Price } | null {
    const today = tradingDay(at)
    for (let day = today; day > today - maxClosureDays; day -= 1) {
      if (this.sessionsOf(security, day).length === 0) continue
      const start = startOfTradingDay(day)
      const { schedule } = this.scheduleOf(security, day)
      const count = schedule.before(at - start)
      if (count === 0) continue
      const tradedAt = start + schedule.timeOf(count - 1)
      return { at: tradedAt, price: this.prices.bookAt(security, tradedAt).trade }
    }
    return null
  }
}

/**
 * The trades of a security on one trading day, walked through minute by minute. Keeps sums, and either all bars or the
 * last two.
 */
export class SimulatedDay {
  readonly day: number
  readonly security: Security
  readonly sessions: readonly OpenInterval[]
  readonly #prices: SimulatedPrices
  readonly #start: number
  readonly #schedule: Schedule
  readonly #key: number
  readonly #keeps: 'all bars' | 'last bars'
  readonly #depth: number
  readonly #bars: Bar[] = []
  #next: Trade
  #minute: number | null = null
  #computedTo = Number.NEGATIVE_INFINITY
  #current: { bar: Bar; turnover: Price } | null = null
  #open: Price | null = null
  #high: Price | null = null
  #low: Price | null = null
  #last: Price | null = null
  #lastSize: number | null = null
  #volume = 0
  #turnover = 0

  constructor(trading: SimulatedTrading, security: Security, day: number, keeps: 'all bars' | 'last bars') {
    const { sessions, schedule, key } = trading.scheduleOf(security, day)
    this.day = day
    this.security = security
    this.sessions = sessions
    this.#prices = trading.prices
    this.#keeps = keeps
    this.#start = startOfTradingDay(day)
    this.#schedule = schedule
    this.#key = key
    this.#depth = trading.averageVolume(security) * bookShare
    this.#next = { time: schedule.timeOf(0), ordinal: 0 }
  }

  /** The time up to which it has been walked through, in milliseconds UTC. */
  get computedTo(): number {
    return this.#computedTo
  }

  /** The bars up to a time, which must not be earlier than before. The last one may still change. */
  barsUntil(at: number): readonly Bar[] {
    this.#advance(at)
    if (!this.#current) return this.#bars
    const mid = this.#midAt(Math.min(at, this.#current.bar.at + minuteMs - 1))
    return [...this.#bars, { ...this.#current.bar, mid }]
  }

  /** The statistics at a time, which must not be earlier than before. */
  statisticsAt(at: number): DayStatistics {
    const bars = this.barsUntil(at).slice(-2)
    const { lotSize } = this.security
    const factors = this.#prices.sizeFactors(this.security, at)
    const size = (factor: number): number =>
      Math.max(1, Math.round((this.#depth * factor) / lotSize)) * lotSize
    return {
      bidSize: size(factors.bid),
      askSize: size(factors.ask),
      lastSize: this.#lastSize,
      open: this.#open,
      high: this.#high,
      low: this.#low,
      volume: this.#volume,
      vwap: averagePrice(this.#turnover, this.#volume),
      bars,
    }
  }

  #midAt(at: number): Price {
    const { bid, ask } = this.#prices.bookAt(this.security, at)
    return Math.floor((bid + ask) / 2)
  }

  #advance(at: number): void {
    this.#computedTo = at
    const firstMinute = this.#minute ?? this.#start + (this.sessions[0]?.from ?? 0)
    for (let minute = minuteOf(firstMinute); minute <= at; minute += minuteMs) {
      if (!this.#isTrading(minute - this.#start)) continue
      if (minute !== this.#minute) this.#begin(minute)
      const until = Math.min(at, minute + minuteMs - 1) - this.#start
      while (this.#next.time <= until) this.#trade()
    }
  }

  /** Whether there is a bar of a minute: in a session, and of the auction at its end. */
  #isTrading(time: number): boolean {
    const endsWithAuction = this.#schedule.profile.auctions.length > 0
    return this.sessions.some(({ from, to }) => from <= time && (endsWithAuction ? time <= to : time < to))
  }

  #begin(minute: number): void {
    if (this.#current && this.#minute !== null) {
      this.#bars.push({ ...this.#current.bar, mid: this.#midAt(this.#minute + minuteMs - 1) })
      if (this.#keeps === 'last bars' && this.#bars.length > 1) this.#bars.shift()
    }
    const price = this.#last
    this.#minute = minute
    const bar = { at: minute, open: price, high: price, low: price, close: price }
    this.#current = { bar: { ...bar, volume: 0, vwap: null, mid: null }, turnover: 0 }
  }

  #trade(): void {
    const { trade: price } = this.#prices.bookAt(this.security, this.#start + this.#next.time)
    const volume = this.#schedule.volumeThrough(this.#next, this.#key)
    const size = volume - this.#volume
    this.#volume = volume
    this.#turnover += price * size
    this.#last = price
    this.#lastSize = size
    this.#open ??= price
    this.#high = Math.max(this.#high ?? price, price)
    this.#low = Math.min(this.#low ?? price, price)
    this.#count(price, size)
    const ordinal = this.#next.ordinal + 1
    this.#next = { ordinal, time: ordinal < this.#schedule.count ? this.#schedule.timeOf(ordinal) : Infinity }
  }

  #count(price: Price, size: number): void {
    const { bar, turnover } = this.#current ?? {}
    if (!bar) return
    const traded = (bar.volume ?? 0) + size
    const isFirst = bar.volume === 0
    this.#current = {
      turnover: (turnover ?? 0) + price * size,
      bar: {
        at: bar.at,
        open: isFirst ? price : bar.open,
        high: isFirst ? price : Math.max(bar.high ?? price, price),
        low: isFirst ? price : Math.min(bar.low ?? price, price),
        close: price,
        volume: traded,
        vwap: averagePrice((turnover ?? 0) + price * size, traded),
        mid: null,
      },
    }
  }
}
