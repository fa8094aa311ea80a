import type { Failure } from '@aitai/contract/schemas/failures.ts'
import type { PlatformHours } from '@aitai/contract/schemas/reference.ts'
import type { ResultRow } from '@aitai/contract/schemas/upload.ts'
import { parseRange } from '@aitai/engine/calendar/hours.ts'
import { exchangeIn, textIn } from '@aitai/messages/texts.ts'
import { expect, test } from 'vitest'
import { csvOf, plainRow, prepareRestoreOf, uploadFile } from '../../support/csv-uploads.ts'
import type { TestServer } from '../../support/test-server.ts'
import { submissionBody, type TestUser } from '../../support/test-user.ts'
import {
  expectTextInBothLanguages,
  hourMs,
  liveAdvert,
  startWithOneTrader,
  toyota,
} from '../journey-fixtures.ts'

/** A trader at ten in the morning in Tokyo, and two stored adverts of an earlier day. */
async function inTokyo() {
  const { desk, alder } = await startWithOneTrader({ env: { CALENDAR: 'jpx' } })
  const kept = [await alder.drafts(toyota), await alder.drafts('6758.T')]
  return { desk, alder, kept: kept.map((advert) => ({ ...advert, shareQuantity: 10_000 })) }
}

/** A trader at seven in the evening in Tokyo, two hours after the platform has closed. */
async function evening(): Promise<{
  desk: TestServer
  alder: TestUser
  failure: Failure
  rows: readonly ResultRow[]
}> {
  const { desk, kept } = await inTokyo()
  const [draft] = kept
  if (!draft) throw new Error('there is no draft')
  desk.clock.advance(9 * hourMs)
  const alder = await desk.trader('alder')
  const body = { ...submissionBody(draft), shareQuantity: 10_000 }
  const { status, ...failure } = await alder.isRefused('/advert/submit-advert', { body })
  expect(status).toBe(409)
  const rows = [
    ...(await uploadFile(alder, csvOf(desk, [plainRow]))),
    ...(await prepareRestoreOf(alder, [kept[1]])),
  ]
  return { desk, alder, failure, rows }
}

const codeOf = (row: ResultRow | undefined) => {
  if (row) expectTextInBothLanguages(row.errorCode, row.errorMap)
  return row?.errorCode
}

// spec: 8.hours.1
test('8.hours.1 Restore errors 01 to 05 mirror quantity, duplicate, hours, invalid ric, exchange closed.', async () => {
  const { desk, alder, kept } = await inTokyo()
  const [draft] = kept
  const other = { ...draft, securityId: desk.securityId('4063.T') }
  const failure = async (person: TestUser, ...previous: object[]) =>
    codeOf((await prepareRestoreOf(person, previous))[0])
  expect(await failure(alder, { ...other, shareQuantity: 200 })).toBe('RESTORE-ERR-01')
  expect(await failure(alder, { ...other, securityId: 'invalid' })).toBe('RESTORE-ERR-04')
  expect(await failure(alder, { ...other, submitTime: 1 }, { ...other, submitTime: 2 })).toBe(
    'RESTORE-ERR-02',
  )
  // An advert of the institution in the same security is a duplicate, too.
  await liveAdvert(alder, '8306.T')
  const [mufg] = (await alder.adverts()).filter(({ securityName }) => securityName.startsWith('8306.T'))
  expect(await failure(alder, { ...mufg })).toBe('RESTORE-ERR-02')

  desk.clock.advance(9 * hourMs)
  expect(await failure(await desk.trader('alder'), { ...draft })).toBe('RESTORE-ERR-03')
  desk.clock.advance(63 * hourMs)
  expect(await failure(await desk.trader('alder'), { ...draft })).toBe('RESTORE-ERR-05')
})

// spec: 8.hours.2
test('8.hours.2 RESTORE-ERR-03 is the hours one.', async () => {
  const { rows } = await evening()

  expect(rows.map(codeOf)).toEqual(['ERR-012', 'RESTORE-ERR-03'])
  expect(rows[1]?.errorMap).toEqual({ exchange: 'XTKS', hours: '23:00 to 08:00' })
})

// spec: 8.hours.3
test("8.hours.3 Outside hours (ERR-012, RESTORE-ERR-03, and any message starting 'Platform hours for the'): an outside-hours popup lists the ranges taken from the status text as 'HH:MM to HH:MM', converted from UTC to local 24-hour time and joined by commas.", async () => {
  const { desk, alder, failure, rows } = await evening()
  expect(failure.errorCode).toBe('PLATFORM-HOURS')
  expect(failure.message).toMatch(/^Platform hours for the /)
  expect(rows.map(codeOf)).toEqual(['ERR-012', 'RESTORE-ERR-03'])

  const path = `/status/get-platform-hours/${desk.securityId(toyota)}`
  const { platformHourRanges } = await alder.asks<PlatformHours>(path)
  for (const text of [
    failure.message,
    String(failure.variables?.hours),
    ...rows.map(({ errorMap }) => String(errorMap.hours)),
  ]) {
    const ranges = text.match(/\d{2}:\d{2} to \d{2}:\d{2}/g) ?? []
    expect(ranges).toEqual(platformHourRanges)
    // From 23:00 to 08:00 UTC, which is eight to five in Tokyo.
    expect(ranges.map(parseRange)).toEqual([{ from: 23 * 60, to: 8 * 60 }])
  }
})

// spec: 8.hours.4
test('8.hours.4 [exchange] is replaced by the exchange name and the ric is substituted.', async () => {
  const { failure, rows } = await evening()

  expect(failure.variables).toEqual({ exchange: 'XTKS', ric: toyota, hours: '23:00 to 08:00' })
  expect(failure.message).toBe('Platform hours for the Tokyo Stock Exchange are 23:00 to 08:00 UTC.')
  for (const { ric, errorMap } of rows) {
    expect([toyota, '6758.T']).toContain(ric)
    expect(errorMap.exchange).toBe('XTKS')
  }
  const named = { ...failure.variables, exchange: exchangeIn('Jp', 'XTKS') }
  expect(textIn('Jp', 'PLATFORM-HOURS', named)).toMatch(/^東京証券取引所の/)
})
