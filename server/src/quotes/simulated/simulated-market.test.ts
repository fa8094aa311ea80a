import { readFileSync } from 'node:fs'
import { dayMs } from '@aitai/engine/calendar/trading-days.ts'
import { isFresh } from '@aitai/engine/market/market-error.ts'
import { priceLimits } from '@aitai/engine/market/price-limits.ts'
import { roundDownToTick, tickAt } from '@aitai/engine/market/tick-sizes.ts'
import { exchanges } from '@aitai/engine/model/calendar.ts'
import { defaultLimits } from '@aitai/engine/model/limits.ts'
import { yen } from '@aitai/engine/model/price.ts'
import { isTwoSided, midOf, type TwoSidedQuote } from '@aitai/engine/model/quote.ts'
import { type Security, tickTables } from '@aitai/engine/model/security.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseEquities } from '../../reference/equities.ts'
import { createSimulatedMarket, type SimulatedMarket } from './simulated-market.ts'

const morning = Date.parse('2026-10-02T00:00:00Z')
const secondMs = 1_000

const shipped = (
  await parseEquities(readFileSync(new URL('../../../data/equities.csv', import.meta.url), 'utf8'))
).map(({ security }) => security)

/** Any security, cheap and expensive ones equally likely, also with limits that are not on the grid. */
const anySecurity: fc.Arbitrary<Security> = fc
  .record({
    tickTable: fc.constantFrom(...tickTables),
    exchange: fc.constantFrom(...exchanges),
    digits: fc.integer({ min: 0, max: 7 }),
    leading: fc.integer({ min: 10_000, max: 99_999 }),
  })
  .map(({ tickTable, exchange, digits, leading }) => {
    const price = Math.max(leading * 10 ** digits, yen)
    const closePrice = roundDownToTick(price, { tickTable, exchange })
    const ric = `${leading}.${digits}`
    return { securityId: ric, ric, exchange, lotSize: 100, tickTable, closePrice, ...priceLimits(closePrice) }
  })

const anyMarket = fc.record({
  seed: fc.string(),
  securities: fc.uniqueArray(anySecurity, {
    minLength: 1,
    maxLength: 10,
    selector: (each) => each.securityId,
  }),
  at: fc.constant(morning),
})
const anyWaits = fc.array(fc.integer({ min: 1, max: 4 * 3_600_000 }), { maxLength: 20 })

const quoteIn = (market: SimulatedMarket, { securityId }: Security): TwoSidedQuote => {
  const quote = market.quoteOf(securityId)
  if (!quote || !isTwoSided(quote)) throw new Error(`No bid and ask for ${securityId}`)
  return quote
}
const quotesOf = (market: SimulatedMarket, securities: readonly Security[]): TwoSidedQuote[] =>
  securities.map((security) => quoteIn(market, security))

function expectGood(quote: TwoSidedQuote, security: Security, at: number): void {
  for (const price of [quote.bid, quote.ask, quote.last]) {
    expect(price % tickAt(price, security)).toBe(0)
    expect(price).toBeGreaterThanOrEqual(security.minPrice)
    expect(price).toBeLessThanOrEqual(security.maxPrice)
  }
  expect(quote.bid).toBeLessThan(quote.ask)
  expect(quote.at).toBe(at)
  expect(isFresh(quote, security, at, defaultLimits)).toBe(true)
  expect(quote.officialClose).toBeNull()
}

test('every quote is on the tick grid, within the daily limits, two-sided and fresh', () => {
  fc.assert(
    fc.property(anyMarket, anyWaits, (start, waits) => {
      const market = createSimulatedMarket(start)
      let at = start.at
      for (const wait of [0, ...waits]) {
        at += wait
        market.advance(at)
        for (const security of start.securities) expectGood(quoteIn(market, security), security, at)
      }
    }),
  )
})

test('narrow limits contain every quote even if the random walk would leave them', () => {
  fc.assert(
    fc.property(anyMarket, fc.integer({ min: 2, max: 9 }), (start, ticks) => {
      const securities = start.securities.map((security) => {
        const width = ticks * tickAt(security.closePrice, security)
        const minPrice = Math.max(security.closePrice - width + 1, yen)
        return {
          ...security,
          minPrice,
          maxPrice: tickAt(security.closePrice * 2, security) + security.closePrice + width,
        }
      })
      const market = createSimulatedMarket({ ...start, securities })
      for (const security of securities) expectGood(quoteIn(market, security), security, start.at)
    }),
  )
})

test('the same seed and times give the same market, another seed another one', () => {
  const run = (seed: string): unknown => {
    const market = createSimulatedMarket({ seed, securities: shipped, at: morning })
    for (let second = 1; second <= 60; second += 1) market.advance(morning + second * secondMs)
    return [quotesOf(market, shipped), market.usdJpy(), market.indexMove()]
  }

  expect(run('alder')).toEqual(run('alder'))
  expect(run('alder')).not.toEqual(run('birch'))
})

test('a security listed later is quoted, and the others are unaffected', () => {
  const [first, second] = shipped as [Security, Security]
  const alone = createSimulatedMarket({ seed: 'alder', securities: [first], at: morning })
  const joined = createSimulatedMarket({ seed: 'alder', securities: [first], at: morning })
  joined.list([second])
  alone.advance(morning + secondMs)
  joined.advance(morning + secondMs)

  expect(alone.quoteOf(second.securityId)).toBeNull()
  expectGood(quoteIn(joined, second), second, morning + secondMs)
  expect(quoteIn(joined, first)).toEqual(quoteIn(alone, first))
})

test('a new close moves the quotes to it', () => {
  const [security] = shipped as [Security]
  const closePrice = security.closePrice * 2
  const split = { ...security, closePrice, ...priceLimits(closePrice) }
  const market = createSimulatedMarket({ seed: 'alder', securities: [security], at: morning })
  market.list([split])

  expectGood(quoteIn(market, split), split, morning)
})

test('a time that is not later changes nothing', () => {
  const market = createSimulatedMarket({ seed: 'alder', securities: shipped, at: morning })
  const before = quotesOf(market, shipped)
  market.advance(morning)
  market.advance(morning - dayMs)

  expect(quotesOf(market, shipped)).toEqual(before)
})

test('most spreads are one to three ticks', () => {
  const market = createSimulatedMarket({ seed: 'alder', securities: shipped, at: morning })
  const narrow = shipped.filter((security) => {
    const { bid, ask } = quoteIn(market, security)
    return ask - bid <= 3 * tickAt(ask, security)
  })

  expect(narrow.length / shipped.length).toBeGreaterThan(0.9)
})

/** The correlation of two equally long lists of numbers. */
function correlation(xs: readonly number[], ys: readonly number[]): number {
  const mean = (list: readonly number[]): number => list.reduce((sum, each) => sum + each, 0) / list.length
  const [mx, my] = [mean(xs), mean(ys)]
  const covariance = mean(xs.map((x, i) => (x - mx) * ((ys[i] ?? 0) - my)))
  const variances = mean(xs.map((x) => (x - mx) ** 2)) * mean(ys.map((y) => (y - my) ** 2))
  return covariance / Math.sqrt(variances)
}

test('securities move with the index', () => {
  fc.assert(
    fc.property(fc.string(), (seed) => {
      const some = shipped.slice(0, 20)
      const market = createSimulatedMarket({ seed, securities: some, at: morning })
      const index: number[] = []
      const moves: number[] = []
      for (let hour = 1; hour <= 200; hour += 1) {
        market.advance(morning + hour * 3_600_000)
        index.push(market.indexMove())
        const move = (security: Security): number => midOf(quoteIn(market, security)) / security.closePrice
        moves.push(some.reduce((sum, security) => sum + move(security), 0))
      }
      expect(correlation(index, moves)).toBeGreaterThan(0.5)
      expect(quoteIn(market, some[0] as Security).indexMove).toBe(market.indexMove())
    }),
    { numRuns: 20 },
  )
})

test('over a day every price reverts to its close, and the dollar stays near 150 yen', () => {
  fc.assert(
    fc.property(fc.string(), (seed) => {
      const some = shipped.slice(0, 40)
      const market = createSimulatedMarket({ seed, securities: some, at: morning })
      for (let at = morning; at < morning + dayMs; at += 5 * 60 * secondMs) {
        market.advance(at)
        for (const security of some) {
          const strayed = Math.abs(midOf(quoteIn(market, security)) - security.closePrice)
          expect(strayed).toBeLessThan(security.closePrice * 0.08 + 4 * tickAt(security.maxPrice, security))
        }
        expect(Math.abs(market.indexMove())).toBeLessThan(400)
        expect(Math.abs(market.usdJpy() - 150 * yen)).toBeLessThan(5 * yen)
        expect(Number.isInteger(market.usdJpy())).toBe(true)
      }
    }),
    { numRuns: 5 },
  )
})

test('a price neither freezes nor jumps from one second to the next', () => {
  const [toyota] = shipped as [Security]
  const market = createSimulatedMarket({ seed: 'alder', securities: [toyota], at: morning })
  const mids: number[] = []
  for (let second = 1; second <= 600; second += 1) {
    market.advance(morning + second * secondMs)
    mids.push(midOf(quoteIn(market, toyota)))
  }
  const steps = mids.slice(1).map((mid, i) => Math.abs(mid - (mids[i] ?? 0)))

  expect(new Set(mids).size).toBeGreaterThan(10)
  expect(Math.max(...steps)).toBeLessThan(toyota.closePrice * 0.005)
})
