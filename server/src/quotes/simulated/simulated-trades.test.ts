import { readFileSync } from 'node:fs'
import { minuteMs, tradingDay } from '@aitai/engine/calendar/trading-days.ts'
import type { Calendar } from '@aitai/engine/model/calendar.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseEquities } from '../../reference/equities.ts'
import { simulatedData } from './simulated-data.ts'
import { createSimulatedMarket } from './simulated-market.ts'
import { SimulatedPrices } from './simulated-prices.ts'
import { SimulatedDay, SimulatedTrading } from './simulated-trades.ts'
import { alwaysOpenSessions, type SessionsOf, sessionsIn } from './volume-profile.ts'

const file = (name: string): string => readFileSync(new URL(`../../../data/${name}`, import.meta.url), 'utf8')
const jpx: Calendar = JSON.parse(file('calendar-jpx.json'))
const equities = await parseEquities(file('equities.csv'))
const volumes = new Map(equities.map((each) => [each.security.securityId, each.averageDailyVolume]))
const volumeOf = (securityId: string): number | null => volumes.get(securityId) ?? null
const tokyoSessions = sessionsIn(() => jpx)
const [toyota] = equities.map(({ security }) => security) as [(typeof equities)[0]['security']]

const at = (time: string): number => Date.parse(`2026-11-20T${time}+09:00`)
const friday = tradingDay(at('12:00:00'))

const dayIn = (seed: string, sessionsOf: SessionsOf, security = toyota) =>
  new SimulatedDay(
    new SimulatedTrading(new SimulatedPrices(seed), { sessionsOf, volumeOf }),
    security,
    friday,
    'all bars',
  )

const anyTime = fc.integer({ min: at('00:00:00'), max: at('23:59:59') })
const anySecurity = fc.constantFrom(...equities.map(({ security }) => security))
const anySessions = fc.constantFrom(tokyoSessions, alwaysOpenSessions)

test('the statistics of a day are the sums of its bars, and of nothing before the open', () => {
  fc.assert(
    fc.property(fc.string(), anySecurity, anySessions, anyTime, (seed, security, sessionsOf, time) => {
      const day = dayIn(seed, sessionsOf, security)
      const bars = day.barsUntil(time)
      const { open, high, low, volume, vwap } = day.statisticsAt(time)
      const traded = bars.filter((bar) => bar.volume)
      expect(volume).toBe(traded.reduce((sum, bar) => sum + (bar.volume ?? 0), 0))
      expect(open).toBe(traded[0]?.open ?? null)
      expect(high ?? 0).toBe(Math.max(0, ...traded.map((bar) => bar.high ?? 0)))
      expect(low ?? 0).toBe(traded.length === 0 ? 0 : Math.min(...traded.map((bar) => bar.low ?? 0)))
      if (volume) expect(vwap).toBeGreaterThanOrEqual(low ?? 0)
      if (volume) expect(vwap).toBeLessThanOrEqual(high ?? 0)
      expect((volume ?? 0) % security.lotSize).toBe(0)
      for (const bar of bars) {
        expect(bar.at % minuteMs).toBe(0)
        expect(bar.mid).not.toBeNull()
        expect(bar.high).toBeGreaterThanOrEqual(Math.max(bar.open ?? 0, bar.close ?? 0))
        expect(bar.high).toBeLessThanOrEqual(security.maxPrice)
        expect(bar.low).toBeGreaterThanOrEqual(security.minPrice)
      }
    }),
    { numRuns: 30 },
  )
})

test('a day walked through in steps equals one that starts late: volume never falls', () => {
  fc.assert(
    fc.property(
      fc.string(),
      anySessions,
      fc.array(anyTime, { minLength: 1, maxLength: 5 }),
      (seed, sessionsOf, times) => {
        const steps = dayIn(seed, sessionsOf)
        let before = 0
        for (const time of [...times].sort((a, b) => a - b)) {
          const shown = steps.statisticsAt(time)
          expect(shown).toEqual(dayIn(seed, sessionsOf).statisticsAt(time))
          expect(shown.volume).toBeGreaterThanOrEqual(before)
          before = shown.volume ?? 0
        }
      },
    ),
    { numRuns: 20 },
  )
})

test("the last price of the market is the close of the day's newest bar", () => {
  for (const sessionsOf of [tokyoSessions, alwaysOpenSessions])
    for (const time of ['09:00:00', '09:30:17', '11:45:00', '14:59:59', '15:30:00', '20:00:00']) {
      const trading = { sessionsOf, volumeOf }
      const market = createSimulatedMarket({ seed: 'alder', securities: [toyota], at: at(time), trading })
      const close = dayIn('alder', sessionsOf).barsUntil(at(time)).at(-1)?.close
      expect(market.quoteOf(toyota.securityId)?.last).toBe(close)
    }
})

test('a day trades about the average volume, most of it in the first and last half hour', () => {
  const day = dayIn('alder', tokyoSessions)
  const volume = day.statisticsAt(at('16:00:00')).volume ?? 0
  expect(volume).toBeGreaterThan(21_000_000 / 3)
  expect(volume).toBeLessThan(21_000_000 * 3)
  const bars = day.barsUntil(at('16:00:00'))
  const within = (from: string, to: string): number =>
    bars
      .filter((bar) => bar.at >= at(from) && bar.at < at(to))
      .reduce((sum, bar) => sum + (bar.volume ?? 0), 0)
  expect(within('09:00:00', '09:30:00') + within('15:00:00', '15:31:00')).toBeGreaterThan(volume * 0.3)
  expect(within('11:31:00', '12:30:00')).toBe(0)
})

test('bars of any past day are there at the first start, and none of the future', async () => {
  const trading = { sessionsOf: tokyoSessions, volumeOf }
  const now = (): number => at('10:30:30')
  const data = simulatedData({ seed: 'alder', trading, now, securityOf: () => toyota })
  const thursday = await data.barsOf(toyota, at('00:00:00') - 86_400_000, at('00:00:00'))
  expect(thursday).toHaveLength(332)
  const today = await data.barsOf(toyota, at('00:00:00'), at('23:59:59'))
  expect(today).toHaveLength(91)
  expect(today.at(-1)?.at).toBe(at('10:30:00'))
  const quote = createSimulatedMarket({ seed: 'alder', securities: [toyota], at: now(), trading }).quoteOf(
    toyota.securityId,
  )
  expect(quote && data.statisticsOf(quote).bars).toEqual(today.slice(-2))
})
