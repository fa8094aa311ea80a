import type { AdvertEvent } from '@aitai/contract/schemas/history.ts'
import { pushedSchema } from '@aitai/contract/schemas/pushed-types.ts'
import { Check } from 'typebox/value'
import { expect, test } from 'vitest'
import {
  minuteMs,
  startWithOneTrader,
  startWithTwoTraders,
  type TwoTraders,
  toyota,
  untilStatus,
} from '../support/journeys.ts'
import { startTestServer } from '../support/test-server.ts'
import { submissionBody, type TestUser } from '../support/test-user.ts'
import { until } from '../support/until.ts'

/** Several ticks of the test's server. */
const aTick = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 100))

const eventsOf = (trader: TestUser, id: string) =>
  trader.callsOk<AdvertEvent[]>(`/advert/advert-events/${id}`)

/** Alder accepts and birch declines a locate of an IOI of alder with these terms. */
async function missedLocate({ alder, birch }: TwoTraders, terms: object): Promise<string> {
  const { id } = await alder.advertises('BUY', toyota, 10_000, terms)
  const { id: contraId } = await birch.advertises('SELL', toyota, 10_000)
  const [own, contra] = [await alder.isLocated(id), await birch.isLocated(contraId)]
  await alder.accepts(own)
  await birch.declines(contra)
  return id
}

// rule: 28.1, 28.9
test('an IOI is resumed after a locate that the contra declined, and its owner is notified', async () => {
  const both = await startWithTwoTraders()
  const { alder, birch } = both
  const id = await missedLocate(both, { autoResumes: 2 })

  const resumed = await alder.receives('AUTO_RESUMED')
  expect(resumed).toMatchObject({ advertisementId: id })
  expect(Check(pushedSchema('AUTO_RESUMED'), resumed)).toBe(true)
  expect(await untilStatus(alder, id, 'LIVE')).toMatchObject({ autoResumes: 2, resumesLeft: 1 })
  const events = await eventsOf(alder, id)
  expect(events.at(-1)).toMatchObject({ type: 'RESUMED', isAutomatic: true })
  expect(events.map(({ type }) => type)).toEqual(['SENT', 'LOCATED', 'ANSWERED', 'LOCATE_ENDED', 'RESUMED'])
  // Birch, who declined, stays paused, and learns nothing about alder.
  expect(await birch.adverts()).toMatchObject([{ advertisementStatus: 'PAUSED' }])
  const seen = JSON.stringify([await birch.callsOk('/notifications'), await birch.locates()])
  expect(seen).not.toMatch(/AUTO|automatic/i)
})

// rule: 28.2
test('an IOI without the rule stays paused, and its history has no automatic event', async () => {
  const both = await startWithTwoTraders()
  const id = await missedLocate(both, {})
  await both.alder.receives('Contra Connection Declined')
  await aTick()
  expect(await both.alder.advert(id)).toMatchObject({
    advertisementStatus: 'PAUSED',
    autoResumes: 0,
    resumesLeft: 0,
    renewalsLeft: 0,
  })
  expect(JSON.stringify(await eventsOf(both.alder, id))).not.toContain('isAutomatic')
})

// rule: 28.4
test('nothing is resumed for an owner who has signed out', async () => {
  const both = await startWithTwoTraders()
  const { alder, birch } = both
  const { id } = await alder.advertises('BUY', toyota, 10_000, { autoResumes: 3 })
  const { id: contraId } = await birch.advertises('SELL', toyota, 10_000)
  const [own, contra] = [await alder.isLocated(id), await birch.isLocated(contraId)]
  await alder.accepts(own)
  await alder.callsOk('/logout', { method: 'POST' })
  await birch.declines(contra)
  await birch.receives('Connection Declined')
  await aTick()

  await alder.signsIn()
  expect(await alder.advert(id)).toMatchObject({ advertisementStatus: 'PAUSED', resumesLeft: 3 })
})

// rule: 28.6, 28.9
test('an expired IOI is renewed as a new one in its place, and its owner is notified', async () => {
  const { desk, alder } = await startWithOneTrader()
  const terms = { duration: '60', autoRenewals: 2, orderReference: 'PT-12' } as const
  const other = await alder.advertises('SELL', '6758.T', 10_000)
  const first = await alder.advertises('BUY', toyota, 10_000, terms)
  const last = await alder.advertises('SELL', '9984.T', 10_000)
  expect(first).toMatchObject({ autoRenewals: 2, renewalsLeft: 2 })

  await passHour()
  const renewed = await alder.receives('AUTO_RENEWED')
  expect(Check(pushedSchema('AUTO_RENEWED'), renewed)).toBe(true)
  const list = await alder.adverts()
  expect(list.map(({ securityId }) => securityId)).toEqual([
    last.securityId,
    first.securityId,
    other.securityId,
  ])
  expect(list[1]).toMatchObject({ ...terms, renewalsLeft: 1, advertisementStatus: 'LIVE' })
  expect(list[1]?.id).toBe(renewed.advertisementId)
  expect(list[1]?.id).not.toBe(first.id)
  expect(await eventsOf(alder, list[1]?.id ?? '')).toMatchObject([{ type: 'SENT', isAutomatic: true }])
  expect((await eventsOf(alder, first.id)).at(-1)).toMatchObject({ type: 'ENDED', causeOfDeath: 'EXPIRED' })

  await passHour()
  await until('the last renewal', async () => (await alder.adverts())[1]?.renewalsLeft === 0)
  await passHour()
  await until('the end', async () => (await alder.adverts())[1]?.advertisementStatus === 'DEAD')

  /** In two steps, with a request between, or the session would end. */
  async function passHour(): Promise<void> {
    for (const _ of [1, 2]) {
      desk.clock.advance(30 * minuteMs + 1)
      await alder.adverts()
    }
  }
})

// rule: 28.2, 28.7
test.each([
  ['six renewals', { autoRenewals: 6 }],
  ['four resumes', { autoResumes: 4 }],
  ['less than no renewal', { autoRenewals: -1 }],
  ['half a resume', { autoResumes: 0.5 }],
])('%s are invalid', async (_, invalid) => {
  const desk = await startTestServer()
  const alder = await desk.person('trader@alder.example').signsIn()
  const body = {
    ...submissionBody(await alder.drafts(toyota)),
    direction: 'BUY',
    shareQuantity: 10_000,
    ...invalid,
  }
  expect(await alder.isRefused('/advert/submit-advert', { body })).toMatchObject({ status: 400 })
})

// rule: 28.5
test('a restarted server does what was due, once', async () => {
  const both = await startWithTwoTraders()
  const id = await missedLocate(both, { autoResumes: 3 })
  await both.alder.receives('AUTO_RESUMED')
  await both.desk.restart()
  await aTick()
  expect(await both.alder.advert(id)).toMatchObject({ resumesLeft: 2 })
})
