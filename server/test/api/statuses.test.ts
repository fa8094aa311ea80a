import { expect, test } from 'vitest'
import {
  advanceTime,
  changeAdvert,
  hourMs,
  liveAdvert,
  minuteMs,
  startLocated,
  startWithOneTrader,
  startWithTwoTraders,
  toyota,
  untilStatus,
} from '../support/journeys.ts'
import { ScriptedMarket } from '../support/scripted-market.ts'
import { submissionBody } from '../support/test-user.ts'
import { until } from '../support/until.ts'

// spec: 4.statuses.1
test('UNSENT is a private draft: it matches nobody, it is sent, or dropped at the end of the day', async () => {
  const { desk, alder, birch } = await startWithTwoTraders()
  const draft = await alder.drafts(toyota)
  expect(draft.advertisementStatus).toBe('UNSENT')
  await liveAdvert(birch, toyota, 'SELL')
  expect(await alder.locates()).toEqual([])

  const body = { ...submissionBody(draft), direction: 'BUY', shareQuantity: 10_000 }
  expect(await alder.callsOk('/advert/submit-advert', { body })).toMatchObject({
    advertisementStatus: 'LIVE',
  })
  await alder.isLocated(draft.id)
  const dropped = await alder.drafts('6758.T')
  await advanceTime(desk, alder, 9 * hourMs)
  const evening = await desk.trader('alder')
  expect((await evening.adverts()).map(({ id }) => id)).toContain(dropped.id)
  desk.clock.advance(6 * hourMs)
  const morning = await desk.trader('alder')
  await until('the list of the new day', async () => (await morning.adverts()).length === 0)
})

// spec: 4.statuses.1
test('SENT leaves by its trigger, by pause, cancel, expiry and knockout, and a resumed one waits again', async () => {
  const market = new ScriptedMarket()
  const { desk, alder } = await startWithOneTrader({ quotes: market.quotes })
  const sent = (ric: string, advertisingTrigger: number, terms: object = {}) =>
    alder.advertises('BUY', ric, 10_000, {
      duration: '60',
      advertisingTriggerActivated: true,
      advertisingTrigger,
      ...terms,
    })
  const rises = await sent(toyota, 2_860)
  const dies = await sent('6758.T', 4_000, { knockoutTriggerActivated: true, knockoutTrigger: 4_500 })
  const [paused, cancelled, ends] = [
    await sent('8306.T', 2_300),
    await sent('4063.T', 4_700),
    await sent('7011.T', 4_000),
  ]
  for (const { advertisementStatus } of await alder.adverts()) expect(advertisementStatus).toBe('SENT')

  market.standsAt(toyota, 2_850)
  expect(await untilStatus(alder, rises.id, 'LIVE')).toMatchObject({ advertTriggerSatisfied: true })
  market.standsAt('6758.T', 4_510)
  expect(await untilStatus(alder, dies.id, 'DEAD')).toMatchObject({ causeOfDeath: 'CANCEL_TRIGGER' })
  for (const [what, becomes] of [
    ['pause', 'PAUSED'],
    ['resume', 'SENT'],
    ['pause', 'PAUSED'],
  ] as const)
    expect((await changeAdvert(alder, what, paused)).body.advertisementStatus).toBe(becomes)
  expect((await changeAdvert(alder, 'cancel', cancelled)).body).toMatchObject({
    causeOfDeath: 'CANCELLED_BY_USER',
  })
  await advanceTime(desk, alder, 59 * minuteMs)
  expect((await alder.advert(ends.id)).advertisementStatus).toBe('SENT')
  desk.clock.advance(minuteMs)
  for (const { id } of [ends, paused, rises])
    expect(await untilStatus(alder, id, 'DEAD')).toMatchObject({ causeOfDeath: 'EXPIRED' })
})

// spec: 4.statuses.1
test('SENT waits while matching is closed, and is LIVE as soon as it opens', async () => {
  const { desk, alder } = await startWithOneTrader({ env: { CALENDAR: 'jpx' } })
  // To noon in Tokyo, half an hour before the afternoon session.
  await advanceTime(desk, alder, 2 * hourMs)
  const { id } = await alder.advertises('BUY', toyota, 10_000)
  await advanceTime(desk, alder, 29 * minuteMs)
  expect((await alder.advert(id)).advertisementStatus).toBe('SENT')

  desk.clock.advance(minuteMs)
  await untilStatus(alder, id, 'LIVE')
})

// spec: 4.statuses.1
test('ACCEPT/DECLINE? becomes LOCATED by the own answer alone, and COMPLETED by both', async () => {
  const { alder, birch, id, contraId, locate, contra } = await startLocated()
  expect((await alder.advert(id)).locateNotificationId).toBe(locate.locateNotificationId)
  await alder.accepts(locate)
  expect((await alder.advert(id)).advertisementStatus).toBe('LOCATED')
  expect((await birch.advert(contraId)).advertisementStatus).toBe('ACCEPT/DECLINE?')

  await birch.accepts(contra)
  for (const [person, own] of [
    [alder, id],
    [birch, contraId],
  ] as const)
    expect(await untilStatus(person, own, 'COMPLETED')).toMatchObject({
      locateNotificationId: null,
      timeRemaining: null,
    })
})
