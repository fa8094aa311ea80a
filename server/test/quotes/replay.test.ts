import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { yen } from '@aitai/engine/model/price.ts'
import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { ConfigError, readConfig } from '../../src/config.ts'
import { feedHealth } from '../../src/quotes/feed-health.ts'
import { startServer } from '../../src/startup.ts'
import { temporaryFolder } from '../support/test-databases.ts'
import { startTestServer, type TestServer, type TestServerOptions } from '../support/test-server.ts'
import type { TestUser } from '../support/test-user.ts'
import { until } from '../support/until.ts'

const header = 'time,ric,bid,ask,last,officialClose'

function fileOf(rows: readonly string[]): string {
  const folder = temporaryFolder()
  const file = join(folder, 'quotes.csv')
  writeFileSync(file, [header, ...rows, ''].join('\n'))
  return file
}

/** A server that replays its market data from a file. */
const deskReading = (
  rows: readonly string[],
  env: Record<string, string> = {},
  options: TestServerOptions = {},
) =>
  startTestServer({ ...options, quotes: 'as configured', env: { QUOTES: `replay:${fileOf(rows)}`, ...env } })

/** Rows of Toyota at an interval of seconds, between two times, around a price. */
const toyota = (from: number, to: number, price: number, every = 500): string[] =>
  Array.from({ length: Math.floor((to - from) / every) + 1 }, (_, i) => {
    const prices = [price - 0.5, price + 0.5, price].join()
    return `${from + i * every},7203.T,${prices},`
  })

const newest = (desk: TestServer, ric = '7203.T') => desk.app.quotes.quoteOf(desk.securityId(ric))

/** Advances the clock, and waits until the file has been replayed up to a price. */
async function reaches(desk: TestServer, ms: number, last: number): Promise<void> {
  desk.clock.advance(ms)
  await until(`a price of ${last}`, async () => newest(desk)?.last === last * yen)
}

/** A reply, once it satisfies the predicate. */
const becomes = (person: TestUser, id: string, status: string) =>
  until(`${id} to be ${status}`, async () => {
    const advert = await person.advert(id)
    return advert.advertisementStatus === status && advert
  })

test('a morning from a file, a thousand times as fast: one advert goes live by it, another is cancelled', async () => {
  const rows = [...toyota(0, 2_000, 2_900), ...toyota(2_500, 5_000, 2_850), ...toyota(6_000, 9_000, 2_960)]
  const desk = await deskReading(rows, { REPLAY_SPEED: '1000' })
  const [alder, birch] = await Promise.all([desk.trader('alder'), desk.trader('birch')])
  await Promise.all([alder.connects(), birch.connects()])
  const waits = { advertisingTriggerActivated: true, advertisingTrigger: 2_860 }
  const armed = { knockoutTriggerActivated: true, knockoutTrigger: 2_950 }
  const { id: waiting } = await alder.advertises('BUY', '7203.T', 10_000, waits)
  const { id: falling } = await birch.advertises('BUY', '7203.T', 10_000, armed)
  await becomes(birch, falling, 'LIVE')
  expect(await alder.advert(waiting)).toMatchObject({ advertisementStatus: 'SENT', jpynotional: 29_000_000 })

  await reaches(desk, 5_000, 2_850)
  const live = await becomes(alder, waiting, 'LIVE')
  expect(live).toMatchObject({ advertTriggerSatisfied: true, jpynotional: 28_500_000 })
  expect((await birch.advert(falling)).advertisementStatus).toBe('LIVE')

  await reaches(desk, 4_000, 2_960)
  const dead = await becomes(birch, falling, 'DEAD')
  expect(dead).toMatchObject({ causeOfDeath: 'CANCEL_TRIGGER' })
  expect((await alder.advert(waiting)).advertisementStatus).toBe('LIVE')
})

test('the official close of a file is the price after hours, in the hours of the exchange', async () => {
  const day = (time: string, rest: string) => `2026-11-18T${time}+09:00,${rest}`
  const rows = [
    day('10:00:00', '7203.T,2905,2905.5,2905,'),
    day('15:29:59', '7203.T,2920,2920.5,2920,'),
    day('15:29:59', '6758.T,4380,4381,4380,'),
    day('15:30:20', '7203.T,,,2921,2921'),
  ]
  const desk = await deskReading(rows, { CALENDAR: 'jpx' })
  const fromTenToHalfPastThree = 5.5 * 3_600_000
  await reaches(desk, fromTenToHalfPastThree + 10_000, 2_920)
  const [alder, birch] = await Promise.all([desk.trader('alder'), desk.trader('birch')])
  await Promise.all([alder.connects(), birch.connects()])
  const { id } = await alder.advertises('BUY', '7203.T', 10_000)
  await birch.advertises('SELL', '7203.T', 10_000)
  const { id: withoutClose } = await alder.advertises('BUY', '6758.T', 10_000)
  await birch.advertises('SELL', '6758.T', 10_000)

  await reaches(desk, 120_000, 2_921)
  expect(await alder.isLocated(id)).toMatchObject({ midPrice: 2_921 })
  expect((await alder.advert(withoutClose)).locateNotificationId).toBeNull()
})

test("the file's dollar rate determines notionals, and a restart begins with the last one", async () => {
  const rows = [...toyota(0, 0, 2_905), '0,USDJPY,,,145.25,', '10,USDJPY,,,160.5,', '20,USDJPY,,,161.25,']
  const desk = await deskReading(rows)
  const alder = await desk.trader('alder')
  const { id } = await alder.advertises('BUY', '7203.T', 10_000)
  expect(await alder.advert(id)).toMatchObject({ jpynotional: 29_050_000, usdnotional: 200_000 })

  desk.clock.advance(20_000)
  await until('the last rate', async () => desk.app.quotes.usdJpy() === 161.25 * yen)
  expect((await alder.advert(id)).usdnotional).toBe(Math.round(29_050_000 / 161.25))

  await desk.running.stop()
  const source = { PORT: '0', DATA_DIR: desk.folder, DEMO: 'off', ROBOTS: 'off', SWEEP_DELAY: '0-0' }
  const feed = { QUOTES: 'http', FEED_TOKEN: 'x7Kq2mVw9LpR4tYb8NcD3f' }
  const again = await startServer(readConfig({ ...source, ...feed }), { log: pino({ level: 'silent' }) })
  onTestFinished(() => again.stop())
  expect(again.app.quotes.usdJpy()).toBe(161.25 * yen)
})

test('after its last row the market goes stale, and the log says so', async () => {
  const lines: string[] = []
  const log = pino({ level: 'info' }, { write: (line: string) => lines.push(line) })
  const rows = [...toyota(0, 0, 2_905), '0,9999.T,1,2,1,', '1,9998.T,1,2,1,', '1,9998.T,1,2,1,']
  const desk = await deskReading(rows, {}, { log })
  expect(feedHealth(desk.app)).toMatchObject({ source: 'replay', newestAgeMs: 0, fresh: 1 })

  desk.clock.advance(10_001)
  await until('the end of the replay', async () => lines.some((line) => line.includes('the replay is over')))
  expect(feedHealth(desk.app)).toMatchObject({ newestAgeMs: 10_001, fresh: 0 })
  const alder = await desk.trader('alder')
  const answer = await alder.callsOk(`/status/get-quote/${desk.securityId('7203.T')}`)
  expect(answer).toMatchObject({ midPrice: null, lastPrice: 2_905, marketError: 'MARKET-ERROR-003' })
  const unknown = lines.filter((line) => line.includes('not listed')).map((line) => JSON.parse(line))
  expect(unknown).toMatchObject([{ securities: 2, rows: 3, such: ['9999.T', '9998.T'] }])
})

test.each([
  ['line 3: the time 4 is before that of the line above', ['5,7203.T,1,2,1,', '4,7203.T,1,2,1,']],
  ["line 2: bid '1,5' is not a number from 0 with up to four decimals", ['5,7203.T,"1,5",2,1,']],
])('an invalid file stops the start with one line: %s', async (message, rows) => {
  const file = fileOf(rows)
  const folder = temporaryFolder()
  const start = (QUOTES: string) =>
    startServer(readConfig({ PORT: '0', DATA_DIR: folder, DEMO: 'off', QUOTES }), {
      log: pino({ level: 'silent' }),
    })

  const refused = await start(`replay:${file}`).catch((error: unknown) => error)
  expect(refused).toEqual(new ConfigError(`QUOTES: ${file}, ${message}`))
  await expect(start(`replay:${file}.gone`)).rejects.toThrow(`${file}.gone cannot be read (ENOENT)`)
})
