import type { Advert } from '@aitai/contract/schemas/adverts.ts'
import { expect, test } from 'vitest'
import { prepareRestoreOf, sendRow } from '../../support/csv-uploads.ts'
import type { TestServer } from '../../support/test-server.ts'
import type { TestUser } from '../../support/test-user.ts'
import { until } from '../../support/until.ts'
import {
  advanceTime,
  advertInEveryStatus,
  changeAdvert,
  expectTextInBothLanguages,
  hourMs,
  liveAdvert,
  minuteMs,
  startWithOneTrader,
  untilStatus,
} from '../journey-fixtures.ts'

/** What the client stores of a list that it received. */
const snapshotOf = (adverts: readonly Advert[]): Advert[] =>
  adverts.filter(
    ({ advertisementStatus, causeOfDeath }) =>
      causeOfDeath === 'EXPIRED' || ['PAUSED', 'SENT', 'LIVE'].includes(advertisementStatus),
  )

/** The same hour this many days later, when the list is that of a new day. */
async function laterBy(desk: TestServer, days: number): Promise<TestUser> {
  desk.clock.advance(12 * hourMs)
  const evening = await desk.trader('alder')
  const isOver = async () => (await evening.adverts()).every((advert) => advert.causeOfDeath === 'EXPIRED')
  await until('the adverts to end', isOver)
  desk.clock.advance((days * 24 - 12) * hourMs)
  const alder = await desk.trader('alder')
  await until('the list of the new day', async () => (await alder.adverts()).length === 0)
  return alder
}

// spec: 4.snapshot.1
test("4.snapshot.1 After each list fetch, adverts that are DEAD with cause EXPIRED, or PAUSED, SENT or LIVE, are stored locally under today's date.", async () => {
  const { desk, alder, adverts } = await advertInEveryStatus()
  const ends = await liveAdvert(alder, '7974.T')
  await alder.asks(`/advert/pause-advert/${ends.id}`)
  const all = await alder.adverts()
  expect(
    snapshotOf(all)
      .map(({ id }) => id)
      .toSorted(),
  ).toEqual([adverts.SENT, adverts.LIVE, adverts.PAUSED, ends].map(({ id }) => id).toSorted())

  // After two and a half hours it has expired; its former status is still in the list.
  await advanceTime(desk, alder, 150 * minuteMs)
  for (const { id } of [adverts.LIVE, ends])
    expect(await untilStatus(alder, id, 'DEAD')).toMatchObject({ causeOfDeath: 'EXPIRED' })
  const kept = snapshotOf(await alder.adverts())
  expect(kept.map(({ causeOfDeath }) => causeOfDeath)).toEqual(Array(kept.length).fill('EXPIRED'))
  expect(kept.map(({ id }) => id)).toEqual(expect.arrayContaining([adverts.LIVE.id, ends.id]))
})

// spec: 4.snapshot.2
test('4.snapshot.2 Restore looks back up to 6 previous days for the most recent snapshot.', async () => {
  const { desk, alder } = await startWithOneTrader()
  await liveAdvert(alder, '6758.T')
  const paused = await liveAdvert(alder, '7203.T')
  await changeAdvert(alder, 'pause', paused)
  const kept = snapshotOf(await alder.adverts())
  expect(kept).toHaveLength(2)

  const again = await laterBy(desk, 6)
  const rows = await prepareRestoreOf(again, kept)
  expect(rows.map(({ ric, status }) => [ric, status])).toEqual(
    kept.map(({ securityName }) => [securityName.slice(0, 6), 'OK']),
  )
  for (const { advertisement } of rows) {
    const sent = await sendRow(again, advertisement)
    expect(sent).toMatchObject({ advertisementStatus: 'LIVE', direction: 'BUY', shareQuantity: 10_000 })
  }
  // An existing advert is not restored twice.
  for (const { errorCode, errorMap } of await prepareRestoreOf(again, kept)) {
    expect(errorCode).toBe('RESTORE-ERR-02')
    expectTextInBothLanguages(errorCode, errorMap)
  }
})
