import type { PlatformHours } from '@aitai/contract/schemas/reference.ts'
import type { HourRange } from '@aitai/engine/calendar/calendar.ts'
import { isWithin, parseRange } from '@aitai/engine/calendar/hours.ts'
import { expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../support/test-server.ts'
import { advertInEveryStatus, hourMs, minuteMs, startWithOneTrader, toyota } from '../journey-fixtures.ts'

/** A server with Tokyo hours, at ten in the morning there on a Wednesday: 01:00 UTC. */
const tokyo = (): Promise<TestServer> =>
  startTestServer({ firms: ['Alder'], brokers: ['Hinoki'], env: { CALENDAR: 'jpx' } })

const hoursAt = async (desk: TestServer): Promise<PlatformHours> =>
  (await desk.trader('alder')).asks(`/status/get-platform-hours/${desk.securityId(toyota)}`)

const ranges = (texts: readonly string[]): HourRange[] =>
  texts.map((text) => {
    const range = parseRange(text)
    if (!range) throw new Error(`'${text}' is no range`)
    return range
  })

/** The indicator by the specification, from the reply and the time only. */
async function indicator(desk: TestServer): Promise<'open' | 'paused' | 'closed'> {
  const hours = await hoursAt(desk)
  const now = desk.clock.now()
  if (!hours.tradingDay || !isWithin(ranges(hours.platformHourRanges), now)) return 'closed'
  return isWithin(ranges(hours.exchangeHourRanges), now) ? 'open' : 'paused'
}

// spec: 4.indicator.1
test('4.indicator.1 Closed if the current time is outside platform hours.', async () => {
  const desk = await tokyo()
  // 07:59, 08:00 and 12:00 UTC; then Saturday at ten in Tokyo.
  desk.clock.advance(7 * hourMs - minuteMs)
  expect(await indicator(desk)).toBe('paused')
  desk.clock.advance(minuteMs)
  expect(await indicator(desk)).toBe('closed')
  desk.clock.advance(4 * hourMs)
  expect(await indicator(desk)).toBe('closed')
  desk.clock.advance(2 * 24 * hourMs + 13 * hourMs)
  expect(await indicator(desk)).toBe('closed')
})

// spec: 4.indicator.2
test('4.indicator.2 Paused if the platform is open but the exchange is closed.', async () => {
  const desk = await tokyo()
  // 02:45 UTC is lunch in Tokyo, 07:00 UTC after its close.
  desk.clock.advance(105 * minuteMs)
  expect(await indicator(desk)).toBe('paused')
  desk.clock.advance(4 * hourMs + 15 * minuteMs)
  expect(await indicator(desk)).toBe('paused')
})

// spec: 4.indicator.3
test('4.indicator.3 Open if both are open.', async () => {
  const desk = await tokyo()
  expect(await indicator(desk)).toBe('open')
  desk.clock.advance(2.5 * hourMs)
  expect(await indicator(desk)).toBe('open')
})

// spec: 4.indicator.5
test('4.indicator.5 Ranges may wrap midnight.', async () => {
  const desk = await tokyo()
  expect((await hoursAt(desk)).platformHourRanges).toEqual(['23:00 to 08:00'])

  // From 23:00 to 00:30 UTC it is the same morning in Tokyo.
  desk.clock.advance(22 * hourMs - minuteMs)
  expect(await indicator(desk)).toBe('closed')
  desk.clock.advance(minuteMs)
  expect(await indicator(desk)).toBe('paused')
  desk.clock.advance(1.5 * hourMs)
  expect(await indicator(desk)).toBe('open')
})

// spec: 4.indicator.6
test("4.indicator.6 Closed shows 'currently closed' with the hours of operation.", async () => {
  const desk = await tokyo()
  desk.clock.advance(11 * hourMs)

  expect(await hoursAt(desk)).toMatchObject({
    platformHourRanges: ['23:00 to 08:00'],
    tradingDay: true,
    afterHours: false,
    exchangeHourRanges: ['00:00 to 02:30', '03:30 to 06:30'],
  })
})

// spec: 4.indicator.7
test('4.indicator.7 The timestamp shows a UTC countdown (1 s tick), or --:--:-- for DEAD, COMPLETED and UNSENT.', async () => {
  const { alder, adverts } = await advertInEveryStatus()
  for (const { advertisementStatus, timeRemaining } of await alder.adverts())
    if (['DEAD', 'COMPLETED', 'UNSENT'].includes(advertisementStatus)) expect(timeRemaining).toBeNull()
    else expect(timeRemaining).toBe(150 * minuteMs)
  expect(adverts.UNSENT.expiryDate).toBeNull()

  const other = await startWithOneTrader()
  const { id, expiryDate } = await other.alder.advertises('BUY', toyota, 10_000, { duration: '60' })
  expect(expiryDate).toBe(new Date(other.desk.clock.now() + hourMs).toISOString())
  expect(expiryDate).toMatch(/Z$/)
  other.desk.clock.advance(1_000)
  expect((await other.alder.advert(id)).timeRemaining).toBe(hourMs - 1_000)
})
