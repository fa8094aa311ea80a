import { decide } from '@aitai/engine/decide.ts'
import { defaultLimits } from '@aitai/engine/model/limits.ts'
import type { Quote } from '@aitai/engine/model/quote.ts'
import { createSweeper } from '@aitai/server/market/sweeps/sweeper.ts'
import { createTapes } from '@aitai/server/quotes/tapes.ts'
import { lastPrice, newRestingBook } from './resting-book.ts'

/** What ticks cost when nothing happens, in microseconds of the processor. */
export interface TickFigures {
  readonly liveAdverts: number
  readonly securities: number
  /** A tick on which no quote has changed. */
  readonly emptyTick: number
  /** A tick on which the quotes of all securities have changed. */
  readonly quotesTick: number
  /** Percent of a core, with a tick every 10 ms, of which one a second has new quotes of all securities. */
  readonly percentOfCore: number
}

const tickMs = 10
const ticksPerSecond = 1_000 / tickMs
const spread = 10_000

/** Runs the clock over a book in which nothing can happen, with new quotes once a second. */
export function benchTicks(liveAdverts: number, seconds: number): TickFigures {
  const { state, at: start } = newRestingBook(liveAdverts)
  const securities = [...state.securities.values()]
  const tapes = createTapes(defaultLimits)
  tapes.list(securities)
  const sweeper = createSweeper({ ...tapes, usdJpy: () => 1_500_000 }, () => 0)
  let at = start
  const quoteOf = (securityId: string): Quote => ({
    securityId,
    at,
    bid: lastPrice - spread,
    ask: lastPrice + spread,
    last: lastPrice,
    condition: 'CONTINUOUS',
    officialClose: null,
    indexMove: 0,
  })
  const tick = (): void => {
    at += tickMs
    const decision = decide(state, sweeper.nextSweep(state, at))
    if (!('events' in decision) || decision.events.length > 0) throw new Error('something happened')
  }
  const microseconds = (work: () => void): number => {
    const before = process.cpuUsage()
    work()
    const { user, system } = process.cpuUsage(before)
    return user + system
  }
  let [emptyTime, quotesTime] = [0, 0]
  for (let second = 0; second < seconds + 10; second += 1) {
    tapes.recordAll(quoteOf, at)
    const withQuotes = microseconds(tick)
    const empty = microseconds(() => {
      for (let n = 1; n < ticksPerSecond; n += 1) tick()
    })
    // The first seconds are compiled code's.
    if (second < 10) continue
    quotesTime += withQuotes
    emptyTime += empty
  }
  return {
    liveAdverts,
    securities: securities.length,
    emptyTick: rounded(emptyTime / seconds / (ticksPerSecond - 1)),
    quotesTick: rounded(quotesTime / seconds),
    percentOfCore: rounded((emptyTime + quotesTime) / seconds / 10_000),
  }
}

const rounded = (value: number): number => Math.round(value * 100) / 100
