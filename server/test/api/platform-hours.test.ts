import type { PlatformHours } from '@aitai/contract/schemas/reference.ts'
import { isWithin, parseRange } from '@aitai/engine/calendar/hours.ts'
import { exchangeIn, textIn } from '@aitai/messages/texts.ts'
import { expect, test } from 'vitest'
import { csvOf, plainRow, prepareRestoreOf, uploadFile } from '../support/csv-uploads.ts'
import { hourMs, minuteMs, startWithOneTrader, toyota } from '../support/journeys.ts'
import { changeHours, resultOf } from '../support/reference-admin.ts'
import { startTestServer, type TestServer } from '../support/test-server.ts'
import { submissionBody } from '../support/test-user.ts'

/** A server with Tokyo hours, at ten in the morning there on a Wednesday: 01:00 UTC. */
const tokyo = (): Promise<TestServer> =>
  startTestServer({ firms: ['Alder'], brokers: ['Hinoki'], env: { CALENDAR: 'jpx' } })

const hoursAt = async (desk: TestServer): Promise<PlatformHours> =>
  (await desk.trader('alder')).callsOk(`/status/get-platform-hours/${desk.securityId(toyota)}`)

// spec: 3.23, 3.24, 7.reference.4, 4.indicator.6
test('the hours are ranges in UTC, and matching has those at the mid and those at the official close', async () => {
  const desk = await tokyo()

  expect(await hoursAt(desk)).toMatchObject({
    platformHourRanges: ['23:00 to 08:00'],
    exchangeHourRanges: ['00:00 to 02:30', '03:30 to 06:30'],
    matchingEngineHourRanges: ['00:00 to 02:29', '03:30 to 06:24', '06:31 to 07:20'],
    tradingDay: true,
    neverCloses: false,
    afterHours: false,
  })
  desk.clock.advance(5 * hourMs + 31 * minuteMs)
  expect(await hoursAt(desk)).toMatchObject({ afterHours: true })
  const alder = await desk.trader('alder')
  expect((await alder.isRefused('/status/get-platform-hours/unknown')).status).toBe(404)
})

// rule: 13.14
test('only a calendar without weekends and holidays never closes', async () => {
  const { desk } = await startWithOneTrader()
  expect(await hoursAt(desk)).toMatchObject({ platformHourRanges: ['00:00 to 24:00'], neverCloses: true })
  // With the same hours, but holidays.
  const withHolidays = await tokyo()
  await resultOf(changeHours(withHolidays, { platform: '00:00 to 24:00' }))
  expect(await hoursAt(withHolidays)).toMatchObject({
    platformHourRanges: ['00:00 to 24:00'],
    neverCloses: false,
  })
})

/** The indicator by the specification, from the reply and the time only. */
function indicator(hours: PlatformHours, now: number): 'open' | 'paused' | 'closed' {
  const isIn = (texts: readonly string[]): boolean => {
    const ranges = texts.map(parseRange)
    if (!ranges.every((range) => range !== null)) throw new Error(`'${texts.join(', ')}' is no range`)
    return isWithin(ranges, now)
  }
  if (!hours.tradingDay || !isIn(hours.platformHourRanges)) return 'closed'
  return isIn(hours.exchangeHourRanges) ? 'open' : 'paused'
}

// spec: 4.indicator.5
test('the indicator follows from the hours, also where a range wraps midnight', async () => {
  const desk = await tokyo()
  const start = desk.clock.now()

  for (const [time, expected] of [
    ['18T01:00', 'open'],
    // Lunch in Tokyo.
    ['18T02:45', 'paused'],
    ['18T03:30', 'open'],
    ['18T07:59', 'paused'],
    ['18T08:00', 'closed'],
    ['18T22:59', 'closed'],
    ['18T23:00', 'paused'],
    ['19T00:30', 'open'],
    // Saturday in Tokyo.
    ['21T01:00', 'closed'],
  ] as const) {
    desk.clock.advance(Date.parse(`2026-11-${time}Z`) - desk.clock.now())
    expect(indicator(await hoursAt(desk), desk.clock.now()), time).toBe(expected)
  }
  expect(desk.clock.now()).toBe(start + 72 * hourMs)
})

// spec: 8.hours.3, 8.hours.4
test('outside the hours a submit, a row and a restored advert name the exchange and its ranges', async () => {
  const { desk, alder } = await startWithOneTrader({ env: { CALENDAR: 'jpx' } })
  const draft = await alder.drafts(toyota)
  desk.clock.advance(9 * hourMs)
  const evening = await desk.trader('alder')
  const body = { ...submissionBody(draft), shareQuantity: 10_000 }

  const { variables = {}, ...failure } = await evening.isRefused('/advert/submit-advert', { body })
  expect(failure).toEqual({
    status: 409,
    errorCode: 'PLATFORM-HOURS',
    message: 'Platform hours for the Tokyo Stock Exchange are 23:00 to 08:00 UTC.',
  })
  expect(variables).toEqual({ exchange: 'XTKS', ric: toyota, hours: '23:00 to 08:00' })
  const named = { ...variables, exchange: exchangeIn('Jp', 'XTKS') }
  expect(textIn('Jp', 'PLATFORM-HOURS', named)).toMatch(/^東京証券取引所の/)
  const rows = [
    ...(await uploadFile(evening, csvOf(desk, [plainRow]))),
    ...(await prepareRestoreOf(evening, [draft])),
  ]
  const errorMap = { exchange: 'XTKS', hours: '23:00 to 08:00' }
  expect(rows).toMatchObject([
    { ric: toyota, errorCode: 'ERR-012', errorMap },
    { ric: toyota, errorCode: 'RESTORE-ERR-03', errorMap },
  ])
})

// spec: 8.advert.9
test('on a day on which the exchange is closed a submit is refused with 010', async () => {
  const { desk, alder } = await startWithOneTrader({ env: { CALENDAR: 'jpx' } })
  const draft = await alder.drafts(toyota)
  // From Wednesday to Saturday.
  desk.clock.advance(72 * hourMs)

  const body = { ...submissionBody(draft), shareQuantity: 10_000 }
  const saturday = await desk.trader('alder')
  const { id } = await saturday.drafts(toyota)
  expect(await saturday.isRefused('/advert/submit-advert', { body: { ...body, id } })).toMatchObject({
    status: 409,
    errorCode: 'ADVERT-ERROR-010',
    message: 'The exchange is closed today.',
  })
})
