import { expect, test } from 'vitest'
import { benchDesks } from './desks/desks.ts'
import { benchHub } from './fan-out/fan-out.ts'
import { benchJournal } from './journal.ts'
import { benchLatency } from './latency.ts'
import { benchMarketFeed } from './market-data/market-feed.ts'
import { benchTicks } from './ticks.ts'

// Benchmarks run rarely, so this test checks that they still work. People assess the figures.
test('the journal benchmark writes the same number of rows with and without the command loop', async () => {
  const figures = await benchJournal(2, [1, 4], 40)
  expect(figures.map(({ inFlight, commands }) => [inFlight, commands])).toEqual([
    [1, 4],
    [4, 40],
  ])
  expect(figures[0]?.commits).toBeGreaterThanOrEqual(4)
  for (const { ratio } of figures) expect(ratio).toBeGreaterThan(0)
})

test('the benchmark of ticks measures ticks on which nothing happens', () => {
  const { securities, emptyTick, quotesTick } = benchTicks(100, 1)
  expect(securities).toBe(4_000)
  expect(Math.min(emptyTick, quotesTick)).toBeGreaterThan(0)
})

test('the latency benchmark measures every submit and the popups of both sides', async () => {
  const [alone, together] = await benchLatency(2, 4)
  expect([alone?.pairsAtOnce, together?.pairsAtOnce]).toEqual([1, 2])
  for (const run of [alone, together]) {
    expect(run?.popup.times).toBeGreaterThanOrEqual(8)
    expect(run?.submit.times).toBeGreaterThanOrEqual(8)
    expect(run?.popup.p50).toBeGreaterThan(0)
  }
})

test('the desks benchmark measures commands, popups, outcomes and rows of brokers', async () => {
  const counts = { institutions: 20, traders: 30, brokers: 2, brokerUsers: 4 }
  // So many editors that none reaches the server's limit of changes per second when no pair has a command to send, and
  // so many pairs that several are agreed: each needs six of the commands, whose order is drawn.
  const size = { ...counts, pairsAtOnce: 6, editors: 8, commandsPerSecond: 20, warmUpSeconds: 1, seconds: 6 }
  const figures = await benchDesks({ name: 'SQLite' }, size)
  expect(figures.desks).toBe(34)
  for (const times of [figures.command, figures.popup, figures.outcome, figures.brokerRow])
    expect(times.p50).toBeGreaterThan(0)
})

test('the market data benchmark sends every security, and desks receive those that they show', async () => {
  const { phases, delay } = await benchMarketFeed({ securities: 460, desks: 3, followed: 5, seconds: 3 })
  expect(phases.map(({ desks }) => desks)).toEqual([0, 3])
  expect(delay.fromQuote.times).toBeGreaterThan(20)
})

test('the fan-out benchmark delivers every notification to every socket', async () => {
  const size = { sockets: 20, notifications: 200, fixedRatePerSecond: 200, fixedRateSeconds: 1 }
  expect((await benchHub('own', size)).atFixedRate.times).toBe(200)
})
