import type { Advert } from '@aitai/contract/schemas/adverts.ts'
import { causesOfDeath } from '@aitai/engine/adverts/advert.ts'
import { describe, expect, test } from 'vitest'
import { Operator, operatorName } from '../../support/operator.ts'
import { submissionBody } from '../../support/test-user.ts'
import { until } from '../../support/until.ts'
import {
  advanceTime,
  changeAdvert,
  hourMs,
  liveAdvert,
  minuteMs,
  startAgreed,
  startLocated,
  startWithOneTrader,
  startWithTwoTraders,
  toyota,
  untilStatus,
} from '../journey-fixtures.ts'
import { ScriptedMarket } from '../scripted-market.ts'

const waits = { advertisingTriggerActivated: true, advertisingTrigger: 2_860 }
const falls = { knockoutTriggerActivated: true, knockoutTrigger: 2_960 }

/** A single trader, with a market that the test controls. */
async function withMarket() {
  const market = new ScriptedMarket()
  return { market, ...(await startWithOneTrader({ quotes: market.quotes })) }
}

// spec: 4.statuses.1
describe("4.statuses.1 UNSENT, SENT, LIVE (shown as sent), PAUSED, LOCATED, 'ACCEPT/DECLINE?' (shown as located), COMPLETE or COMPLETED, CANCELLED, EXPIRED, DEAD.", () => {
  test('UNSENT is a private draft: it matches nobody, it is sent, or dropped at the end of the day', async () => {
    const { desk, alder, birch } = await startWithTwoTraders()
    const draft = await alder.drafts(toyota)
    expect(draft).toMatchObject({ advertisementStatus: 'UNSENT', submitTime: null, expiryDate: null })
    await liveAdvert(birch, toyota, 'SELL')
    expect(await alder.locates()).toEqual([])

    const body = { ...submissionBody(draft), direction: 'BUY', shareQuantity: 10_000 }
    expect((await alder.asks<Advert>('/advert/submit-advert', { body })).advertisementStatus).toBe('LIVE')
    await alder.isLocated(draft.id)
    const dropped = await alder.drafts('6758.T')
    await advanceTime(desk, alder, 9 * hourMs)
    const evening = await desk.trader('alder')
    expect((await evening.adverts()).map(({ id }) => id)).toContain(dropped.id)
    desk.clock.advance(6 * hourMs)
    const morning = await desk.trader('alder')
    await until('the list of the new day', async () => (await morning.adverts()).length === 0)
  })

  test('SENT leaves by its trigger and an open matching, by pause, cancel, expiry and knockout', async () => {
    const { desk, alder, market } = await withMarket()
    const sent = (ric: string, terms: object) =>
      alder.advertises('BUY', ric, 10_000, { duration: '60', ...terms })
    const far = { advertisingTriggerActivated: true }
    const rises = await sent(toyota, waits)
    const dies = await sent('6758.T', { ...far, ...falls, advertisingTrigger: 4_000, knockoutTrigger: 4_500 })
    const [paused, cancelled] = [
      await sent('8306.T', { ...far, advertisingTrigger: 2_300 }),
      await sent('4063.T', { ...far, advertisingTrigger: 4_700 }),
    ]
    const ends = await sent('7011.T', { ...far, advertisingTrigger: 4_000 })
    for (const { advertisementStatus } of await alder.adverts()) expect(advertisementStatus).toBe('SENT')

    market.standsAt(toyota, 2_850)
    expect(await untilStatus(alder, rises.id, 'LIVE')).toMatchObject({ advertTriggerSatisfied: true })
    market.standsAt('6758.T', 4_510)
    expect(await untilStatus(alder, dies.id, 'DEAD')).toMatchObject({ causeOfDeath: 'CANCEL_TRIGGER' })
    expect((await changeAdvert(alder, 'pause', paused)).body.advertisementStatus).toBe('PAUSED')
    expect((await changeAdvert(alder, 'cancel', cancelled)).body).toMatchObject({
      causeOfDeath: 'CANCELLED_BY_USER',
    })
    await advanceTime(desk, alder, 59 * minuteMs)
    expect((await alder.advert(ends.id)).advertisementStatus).toBe('SENT')
    desk.clock.advance(minuteMs)
    expect(await untilStatus(alder, ends.id, 'DEAD')).toMatchObject({ causeOfDeath: 'EXPIRED' })
  })

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

  test('LIVE leaves by a locate, pause, cancel, expiry, knockout and a market error', async () => {
    const market = new ScriptedMarket()
    const { desk, alder, birch } = await startWithTwoTraders({ quotes: market.quotes })
    const sent = async (ric: string, terms: object = {}) =>
      untilStatus(
        alder,
        (await alder.advertises('BUY', ric, 10_000, { duration: '60', ...terms })).id,
        'LIVE',
      )
    const [meets, dies] = [await sent('9984.T'), await sent(toyota, falls)]
    const [paused, cancelled, ends] = [await sent('6758.T'), await sent('8306.T'), await sent('4063.T')]
    const malformed = await sent('7011.T')

    await birch.advertises('SELL', '9984.T', 10_000)
    expect(await untilStatus(alder, meets.id, 'ACCEPT/DECLINE?')).toMatchObject({ causeOfDeath: null })
    market.standsAt(toyota, 2_960)
    await untilStatus(alder, dies.id, 'DEAD')
    market.says('7011.T', { bid: Number.NaN })
    expect(await untilStatus(alder, malformed.id, 'DEAD')).toMatchObject({ causeOfDeath: 'MALFORMED_MARKET' })
    expect((await changeAdvert(alder, 'pause', paused)).body.advertisementStatus).toBe('PAUSED')
    expect((await changeAdvert(alder, 'cancel', cancelled)).body.advertisementStatus).toBe('DEAD')
    await advanceTime(desk, alder, hourMs)
    expect(await untilStatus(alder, ends.id, 'DEAD')).toMatchObject({ causeOfDeath: 'EXPIRED' })
  })

  test('PAUSED is set by its owner, a failed locate or a log-off; it is resumed, cancelled or expires', async () => {
    const { desk, alder, birch, id, locate, contra } = await startLocated()
    await alder.declines(locate)
    await birch.accepts(contra)
    await untilStatus(alder, id, 'PAUSED')
    const [own, ends] = [await liveAdvert(alder, '6758.T'), await liveAdvert(alder, '8306.T')]
    for (const advert of [own, ends]) expect((await changeAdvert(alder, 'pause', advert)).status).toBe(200)
    const left = await liveAdvert(alder, '4063.T')
    await alder.asks('/logout', { method: 'POST' })
    const back = await (await desk.trader('alder')).connects()
    expect((await back.advert(left.id)).advertisementStatus).toBe('PAUSED')

    expect((await changeAdvert(back, 'resume', own)).body.advertisementStatus).toBe('LIVE')
    const { body } = await changeAdvert(back, 'cancel', { id })
    expect(body).toMatchObject({ advertisementStatus: 'DEAD', causeOfDeath: 'CANCELLED_BY_USER' })
    await advanceTime(desk, back, 150 * minuteMs)
    expect(await untilStatus(back, ends.id, 'DEAD')).toMatchObject({ causeOfDeath: 'EXPIRED' })
  })

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
      expect(await untilStatus(person, own, 'COMPLETED')).toMatchObject({ locateNotificationId: null })
  })

  test('LOCATED becomes PAUSED when the locate fails, and LIVE when it is withdrawn', async () => {
    const { desk, alder, birch, id, contraId, locate } = await startLocated()
    await alder.accepts(locate)
    await new Operator(desk).runs('halt', { security: toyota, reason: 'asked by the exchange' })
    expect((await untilStatus(alder, id, 'LIVE')).causeOfDeath).toBeNull()
    expect((await birch.advert(contraId)).advertisementStatus).toBe('LIVE')

    await new Operator(desk).runs('resume', { security: toyota, reason: `${operatorName} says so` })
    // The cooldown after a withdrawal.
    await advanceTime(desk, alder, 5 * minuteMs)
    await alder.accepts(await alder.isLocated(id))
    await birch.declines(await birch.isLocated(contraId))
    await untilStatus(alder, id, 'PAUSED')
    await untilStatus(birch, contraId, 'PAUSED')
  })

  test('COMPLETED and DEAD are final; a DEAD advert is sent again as a new one that replaces it', async () => {
    const { alder, id } = await startAgreed()
    const [first, dead, last] = [
      await liveAdvert(alder, '6758.T'),
      await liveAdvert(alder, '8306.T'),
      await liveAdvert(alder, '4063.T'),
    ]
    await changeAdvert(alder, 'cancel', dead)
    for (const what of ['pause', 'resume'] as const)
      for (const over of [id, dead.id])
        expect((await changeAdvert(alder, what, { id: over })).status).toBe(409)

    const again = await alder.asks<Advert>('/advert/submit-advert', { body: submissionBody(dead) })
    expect(again).toMatchObject({ advertisementStatus: 'LIVE', shareQuantity: 10_000 })
    const listed = (await alder.adverts()).map((advert) => advert.id)
    expect(listed).not.toContain(dead.id)
    expect(listed.toSorted()).toEqual([id, first.id, again.id, last.id].toSorted())
    expect((await alder.advert(id)).advertisementStatus).toBe('COMPLETED')
  })
})

// spec: 4.statuses.2
test('4.statuses.2 DEAD carries causeOfDeath: EXPIRED shows expired, otherwise cancelled.', async () => {
  const { desk, alder, market } = await withMarket()
  const ends = await liveAdvert(alder, '8306.T')
  const cancelled = await liveAdvert(alder, '6758.T')
  const dies = await untilStatus(alder, (await alder.advertises('BUY', toyota, 10_000, falls)).id, 'LIVE')
  for (const { causeOfDeath } of await alder.adverts()) expect(causeOfDeath).toBeNull()

  await changeAdvert(alder, 'cancel', cancelled)
  market.standsAt(toyota, 2_970)
  await untilStatus(alder, dies.id, 'DEAD')
  await advanceTime(desk, alder, 150 * minuteMs)
  await untilStatus(alder, ends.id, 'DEAD')
  const causes = new Map((await alder.adverts()).map((advert) => [advert.id, advert.causeOfDeath]))
  expect(causes).toEqual(
    new Map([
      [ends.id, 'EXPIRED'],
      [cancelled.id, 'CANCELLED_BY_USER'],
      [dies.id, 'CANCEL_TRIGGER'],
    ]),
  )
  for (const cause of causes.values()) expect(causesOfDeath).toContain(cause)
})
