import type { Bars, DayBars, MarketQuote, PastBars } from '@aitai/contract/schemas/reference.ts'
import { minuteMs } from '@aitai/engine/calendar/trading-days.ts'
import { describe, expect, test } from 'vitest'
import { createClock } from '../../src/clock.ts'
import { openDatabase } from '../../src/database/open-database.ts'
import { BarRecorder } from '../../src/quotes/bars/bar-recorder.ts'
import { readBars, storeBars } from '../../src/quotes/bars/bar-table.ts'
import { startBarWriter } from '../../src/quotes/bars/recorded-data.ts'
import { shippedCalendar } from '../../src/reference/calendar.ts'
import { quoteOf, sendFeedBatch, startServerWithFeed } from '../support/feed-handler.ts'
import { testDatabases } from '../support/test-databases.ts'
import { startTestServer, type TestServer } from '../support/test-server.ts'
import { until } from '../support/until.ts'

const dayMs = 24 * 60 * minuteMs
/** Ten in the morning in Tokyo, when the clock of a test server starts. */
const ten = Date.UTC(2026, 10, 18, 1)

const barsOf = async (desk: TestServer, day = 'today'): Promise<DayBars> =>
  (await desk.trader('alder')).callsOk(`/status/get-bars/${desk.securityId('7203.T')}/${day}`)

const pastBarsOf = async (desk: TestServer, day = 'today', person = 'alder'): Promise<PastBars> =>
  (await desk.trader(person)).callsOk(`/status/get-past-bars/${desk.securityId('7203.T')}/${day}`)

const indexBarsOf = async (desk: TestServer, person = 'alder'): Promise<DayBars> =>
  (await desk.trader(person)).callsOk('/status/get-bars/.TOPX/today')

const marketOf = async (desk: TestServer): Promise<MarketQuote> =>
  (await desk.trader('alder')).callsOk(`/status/get-quote/${desk.securityId('7203.T')}`)

describe.each(testDatabases)('on $name', ({ newLocation }) => {
  const env = async () => {
    const { databaseUrl } = await newLocation()
    return databaseUrl === null ? {} : { DATABASE_URL: databaseUrl }
  }

  test('a quote has sizes and the statistics of the day, and bars show each minute', async () => {
    const desk = await startServerWithFeed({ env: await env() })
    const feed = (more: object) => sendFeedBatch(desk, [quoteOf(desk, more)])
    await feed({ bidSize: 2_000, askSize: 3_100, lastSize: 500, volume: 1_000_000, open: 2_890 })
    desk.clock.advance(30_000)
    await feed({ last: 2_910, volume: 1_004_000, bid: 2_909, ask: 2_911 })
    desk.clock.advance(30_000)
    await feed({ last: 2_900, volume: 1_005_000, bidSize: 400, vwap: 2_901.25 })

    expect(await marketOf(desk)).toMatchObject({
      bid: 2_905,
      ask: 2_905.5,
      bidSize: 400,
      askSize: null,
      lastSize: 500,
      lastPrice: 2_900,
      open: 2_890,
      high: 2_910,
      low: 2_900,
      volume: 1_005_000,
      vwap: 2_901.25,
      condition: 'CONTINUOUS',
    })
    expect(await barsOf(desk)).toEqual({
      securityId: desk.securityId('7203.T'),
      day: '2026-11-18',
      previousClose: 2_905.5,
      minPrice: 2_405.5,
      maxPrice: 3_405.5,
      sessions: [
        { from: ten - 60 * minuteMs, to: ten + 90 * minuteMs },
        { from: ten + 150 * minuteMs, to: ten + 330 * minuteMs },
      ],
      bars: {
        at: [ten, ten + minuteMs],
        open: [2_905, 2_900],
        high: [2_910, 2_900],
        low: [2_905, 2_900],
        close: [2_910, 2_900],
        volume: [4_000, 1_000],
        vwap: [2_910, 2_900],
        mid: [2_910, 2_905.25],
      },
    })
  })

  // rule: 23.2
  test('a restart keeps the bars and the statistics, and a minute stays whole for every reader', async () => {
    const desk = await startServerWithFeed({ env: await env() })
    await sendFeedBatch(desk, [quoteOf(desk, { last: 2_950, volume: 5_000 })])
    await sendFeedBatch(desk, [quoteOf(desk, { last: 2_960, volume: 6_000 }, 100)])
    await desk.restart()
    const before = { at: [ten], open: [2_950], high: [2_960], low: [2_950], close: [2_960], volume: [1_000] }
    expect((await barsOf(desk)).bars).toMatchObject(before)

    desk.clock.advance(10_000)
    // 500 shares were traded while the server was down.
    await sendFeedBatch(desk, [quoteOf(desk, { last: 2_940, volume: 6_500 })])
    await until('the statistics of the morning', async () => (await marketOf(desk)).high === 2_960)
    expect(await marketOf(desk)).toMatchObject({ open: 2_950, high: 2_960, low: 2_940, volume: 6_500 })
    const after = { at: [ten], open: [2_950], high: [2_960], low: [2_940], close: [2_940], volume: [1_500] }
    expect((await barsOf(desk)).bars).toMatchObject(after)
    await sendFeedBatch(desk, [quoteOf(desk, { last: 2_945, volume: 6_700 }, 100)])
    await desk.restart()
    const again = { ...after, close: [2_945], volume: [1_700] }
    expect((await barsOf(desk)).bars).toMatchObject(again)

    desk.clock.advance(4 * minuteMs)
    // 800 shares that were traded in minutes which nobody has seen.
    await sendFeedBatch(desk, [quoteOf(desk, { last: 2_930, volume: 7_500 })])
    await until('the statistics of the morning', async () => (await marketOf(desk)).high === 2_960)
    expect((await barsOf(desk)).bars).toMatchObject({
      at: [ten, ten + 4 * minuteMs],
      close: [2_945, 2_930],
      volume: [1_700, 0],
    })
    expect(await marketOf(desk)).toMatchObject({ volume: 7_500 })
  })

  test('a past day shows its bars and its previous close, and its limits are not known', async () => {
    const desk = await startServerWithFeed({ env: await env() })
    await sendFeedBatch(desk, [quoteOf(desk, { last: 2_950 })])
    desk.clock.advance(dayMs)
    await sendFeedBatch(desk, [quoteOf(desk, { last: 2_960 })])
    desk.clock.advance(dayMs)

    expect(await barsOf(desk, '2026-11-19')).toMatchObject({
      day: '2026-11-19',
      previousClose: 2_950,
      minPrice: null,
      maxPrice: null,
      bars: { close: [2_960] },
    })
    expect((await barsOf(desk)).bars.at).toEqual([])
    expect((await barsOf(desk, '2026-11-01')).bars.at).toEqual([])
  })

  test('the four trading days before have bars of five minutes, and weekends and holidays are none of them', async () => {
    const desk = await startServerWithFeed({ env: await env() })
    const feed = (more: object) => sendFeedBatch(desk, [quoteOf(desk, more)])
    await feed({ last: 2_950, volume: 1_000, bid: 2_949, ask: 2_951 })
    desk.clock.advance(minuteMs)
    await feed({ last: 2_970, volume: 3_000, bid: 2_969, ask: 2_971 })
    desk.clock.advance(minuteMs)
    await feed({ last: 2_940, volume: 6_000, bid: 2_939, ask: 2_941 })
    desk.clock.advance(3 * minuteMs)
    await feed({ last: 2_960, volume: 7_000, bid: 2_959, ask: 2_961 })
    // The closing auction: its trade is a bar at the end of the session.
    desk.clock.advance(5 * 60 * minuteMs + 25 * minuteMs)
    await feed({ last: 2_980, volume: 9_000, bid: 2_979, ask: 2_981 })
    // A week later, after a weekend and Labour Thanksgiving Day.
    desk.clock.advance(7 * dayMs - 5.5 * 60 * minuteMs)

    const { day, days } = await pastBarsOf(desk)
    expect(day).toBe('2026-11-25')
    expect(days.map((past) => past.day)).toEqual(['2026-11-18', '2026-11-19', '2026-11-20', '2026-11-24'])
    expect(days[0]).toMatchObject({
      sessions: [
        { from: ten - 60 * minuteMs, to: ten + 90 * minuteMs },
        { from: ten + 150 * minuteMs, to: ten + 330 * minuteMs },
      ],
      bars: {
        at: [ten, ten + 5 * minuteMs, ten + 325 * minuteMs],
        open: [2_950, 2_960, 2_980],
        high: [2_970, 2_960, 2_980],
        low: [2_940, 2_960, 2_980],
        close: [2_940, 2_960, 2_980],
        volume: [5_000, 1_000, 2_000],
        // 2,000 shares at 2,970 and 3,000 at 2,940.
        vwap: [2_952, 2_960, 2_980],
        mid: [2_940, 2_960, 2_980],
      },
    })
    expect(days[3]?.bars.at).toEqual([])
  })

  // rule: 23.5
  test('the index that a feed reports has bars too, over a restart, and without a volume', async () => {
    const desk = await startServerWithFeed({ env: await env() })
    const feed = (last: number) => sendFeedBatch(desk, [quoteOf(desk, {})], { index: { last, close: 2_800 } })
    await feed(2_810.25)
    desk.clock.advance(20_000)
    await feed(2_815)
    desk.clock.advance(40_000)
    await feed(2_805)
    await desk.restart()

    const today = await indexBarsOf(desk)
    expect(today).toMatchObject({ securityId: '.TOPX', day: '2026-11-18', minPrice: null, maxPrice: null })
    expect(today.bars).toEqual({
      at: [ten, ten + minuteMs],
      open: [2_810.25, 2_805],
      high: [2_815, 2_805],
      low: [2_810.25, 2_805],
      close: [2_815, 2_805],
      volume: [null, null],
      vwap: [null, null],
      mid: [null, null],
    })
    desk.clock.advance(dayMs)
    const past = await (await desk.trader('birch')).callsOk<PastBars>('/status/get-past-bars/.TOPX/today')
    expect(past.days.at(-1)).toMatchObject({ day: '2026-11-18', bars: { at: [ten], close: [2_805] } })
  })

  // rule: 23.2
  test('two parts of a minute are merged, and what is older than 20 trading days is deleted', async () => {
    const { db, close } = await openDatabase(await newLocation())
    const prices = { open: 100, high: 110, low: 90, close: 105, mid: 104 }
    const bar = { securityId: 'toyota', at: ten, dayVolume: null, ...prices }
    await storeBars(db, [{ ...bar, volume: 100, vwap: 100 }])
    await storeBars(db, [
      { ...bar, open: 1, high: 120, low: 95, close: 119, mid: null, volume: 300, vwap: 110 },
    ])
    await storeBars(db, [{ ...bar, securityId: 'sony', volume: null, vwap: null }])
    const merged = { at: ten, open: 100, high: 120, low: 90, close: 119, volume: 400, vwap: 108, mid: 104 }
    expect(await readBars(db, 'toyota', ten - minuteMs, ten + minuteMs)).toEqual([merged])
    expect(await readBars(db, 'toyota', ten + minuteMs, ten + 2 * minuteMs)).toEqual([])

    // Twenty trading days later, over holidays and weekends, the day is still there.
    const calendar = await shippedCalendar('jpx')
    let at = Date.UTC(2026, 11, 17, 1)
    const failures: unknown[] = []
    const stop = startBarWriter({
      db,
      recorder: new BarRecorder(() => true),
      calendar: () => calendar,
      now: () => at,
      onError: (error) => failures.push(error),
      everyMs: 1,
    })
    const count = async () => (await readBars(db, 'sony', ten, ten + minuteMs)).length
    const looked = createClock()
    await until('several looks at the table', async () => looked() > ten && (await count()) === 1)
    at += dayMs
    await until('the deletion', async () => (await count()) === 0)
    await stop()
    await close()
    expect(failures).toEqual([])
  })
})

test('a day that is no date and a security that is not listed are not found', async () => {
  const desk = await startTestServer()
  const alder = await desk.trader('alder')
  const refused = (path: string) => alder.isRefused(`/status/get-bars/${path}`)
  const paths = [
    `${desk.securityId('7203.T')}/2026-02-30`,
    `${desk.securityId('7203.T')}/yesterday`,
    'unlisted/today',
  ]
  for (const path of paths) expect(await refused(path)).toMatchObject({ status: 404 })
  const past = (path: string) => alder.isRefused(`/status/get-past-bars/${path}`)
  for (const path of paths) expect(await past(path)).toMatchObject({ status: 404 })
})

const simulated = { env: { CALENDAR: 'jpx', QUOTES: 'simulated' }, quotes: 'as configured' } as const

/** The minutes of a bar of five, by the slow and obvious way. */
const minutesOf = (minutes: Bars, from: number, isLast: boolean): number[] =>
  minutes.at.flatMap((at, i) => (at >= from && at < from + (isLast ? 6 : 5) * minuteMs ? [i] : []))

// rule: 23.5
test('the simulated index has the hours of the exchange, and the same bars for every institution and after a restart', async () => {
  const desk = await startTestServer(simulated)
  desk.clock.advance(30 * minuteMs)
  const today = await indexBarsOf(desk)
  expect(today.bars.at).toHaveLength(91)
  expect(await indexBarsOf(desk, 'birch')).toEqual(today)
  for (const [i, close] of today.bars.close.entries()) {
    expect(close).toBeGreaterThanOrEqual(today.bars.low[i] ?? Number.POSITIVE_INFINITY)
    expect(close).toBeLessThanOrEqual(today.bars.high[i] ?? 0)
  }
  await until('a quote of that time', async () => (await marketOf(desk)).at >= ten + 30 * minuteMs)
  // What a quote says of the index is what the newest bar says, from the close that the simulation assumes.
  const { indexMovePercentage } = await marketOf(desk)
  expect(((today.bars.close.at(-1) ?? 0) / 2_800 - 1) * 100).toBeCloseTo(indexMovePercentage ?? Number.NaN, 1)
  const { days } = await (await desk.trader('alder')).callsOk<PastBars>('/status/get-past-bars/.TOPX/today')
  expect(days.map(({ bars }) => bars.at.length)).toEqual([66, 66, 66, 66])
  await desk.restart()
  expect(await indexBarsOf(desk)).toEqual(today)
})

// rule: 23.4
test('bars of five minutes are what their minutes were, the same for every institution', async () => {
  const desk = await startTestServer(simulated)
  const past = await pastBarsOf(desk)
  expect(past.days.map(({ bars }) => bars.at.length)).toEqual([66, 66, 66, 66])
  expect(await pastBarsOf(desk, 'today', 'birch')).toEqual(past)
  expect(await pastBarsOf(desk, '2026-11-18')).toEqual(past)

  for (const { day, bars, sessions } of past.days) {
    const { bars: minutes } = await barsOf(desk, day)
    let shares = 0
    for (const [i, at] of bars.at.entries()) {
      const isLast = sessions.some(({ to }) => to === at + 5 * minuteMs)
      const parts = minutesOf(minutes, at, isLast)
      const of = (name: 'open' | 'high' | 'low' | 'close' | 'volume') =>
        parts.map((part) => minutes[name][part] ?? 0)
      expect(bars.open[i]).toBe(of('open')[0])
      expect(bars.high[i]).toBe(Math.max(...of('high')))
      expect(bars.low[i]).toBe(Math.min(...of('low')))
      expect(bars.close[i]).toBe(of('close').at(-1))
      shares += bars.volume[i] ?? 0
    }
    expect(shares).toBe(minutes.volume.reduce<number>((sum, each) => sum + (each ?? 0), 0))
  }
})

test('a simulated market has the whole day at the first start, and the same one after a restart', async () => {
  const desk = await startTestServer(simulated)
  desk.clock.advance(30 * minuteMs)
  const first = await barsOf(desk)
  expect(first.bars.at).toHaveLength(91)
  await desk.restart()
  expect(await barsOf(desk)).toEqual(first)
  expect((await barsOf(desk, '2026-11-17')).bars.at).toHaveLength(332)
  const { volume, high, low } = await marketOf(desk)
  const sum = first.bars.volume.reduce<number>((all, each) => all + (each ?? 0), 0)
  expect(volume).toBeLessThanOrEqual(sum)
  expect(high ?? 0).toBeGreaterThan(low ?? 0)
  // At two in the morning of the next day the exchange has not opened.
  desk.clock.advance(15.5 * 60 * minuteMs)
  expect(await barsOf(desk)).toMatchObject({
    day: '2026-11-18',
    minPrice: null,
    bars: { at: { length: 332 } },
  })
})
