import { expect, test } from 'vitest'
import { type Desk, startDesk } from './desk.ts'
import type { Person } from './person.ts'
import { until } from './until.ts'

async function traders(desk: Desk): Promise<readonly [Person, Person]> {
  const [alder, birch] = [desk.person('trader@alder.example'), desk.person('trader@birch.example')]
  await Promise.all([alder, birch].map(async (trader) => (await trader.signsIn()).listens()))
  return [alder, birch]
}

/** Both advertise and are located; gives each one's view of the locate. */
async function located(desk: Desk) {
  const [alder, birch] = await traders(desk)
  const buy = await alder.advertises('BUY', '7203.T', 10_000)
  const sell = await birch.advertises('SELL', '7203.T', 8_000)
  const [ofAlder, ofBirch] = await Promise.all([alder.isLocated(buy.id), birch.isLocated(sell.id)])
  return { alder, birch, buy, sell, ofAlder, ofBirch }
}

test('two traders meet, both accept, and one broker confirms both passwords', async () => {
  const desk = await startDesk()
  const { alder, birch, buy, sell, ofAlder, ofBirch } = await located(desk)
  const brokers = await Promise.all(
    ['hinoki', 'kaede'].map(async (name) =>
      (await desk.person(`broker@${name}.example`).signsIn()).listens(),
    ),
  )
  expect(ofAlder).toMatchObject({ direction: 'BUY', locateQuantity: 8_000, answer: null, password: null })
  expect(ofBirch).toMatchObject({ direction: 'SELL', locateQuantity: 8_000, brokerName: null })
  expect(ofAlder.deadline - ofAlder.locateTime).toBe(30_000)

  expect(await alder.accepts(ofAlder)).toMatchObject({ answer: 'ACCEPT', outcome: null, password: null })
  expect(await birch.locates()).toMatchObject([{ answer: null, outcome: null }])
  const ends = await Promise.all([alder.hears('Contra Located'), birch.accepts(ofBirch)])
  expect(ends[1]).toMatchObject({ outcome: 'ACCEPTED' })
  await Promise.all([alder, birch].map((each) => each.hears('Contra Connection Accepted!')))

  const [[seenByAlder], [seenByBirch]] = await Promise.all([alder.locates(), birch.locates()])
  expect(seenByAlder?.password).toMatch(/^[2-9A-HJKMNP-Z]{8}$/)
  expect(seenByBirch?.password).not.toBe(seenByAlder?.password)
  expect(seenByBirch?.brokerName).toBe(seenByAlder?.brokerName)
  expect(await alder.advert(buy.id)).toMatchObject({ advertisementStatus: 'COMPLETED' })
  expect(await birch.advert(sell.id)).toMatchObject({ advertisementStatus: 'COMPLETED' })

  const listings = await Promise.all(brokers.map((broker) => broker.agreements()))
  const chosen = brokers[listings.findIndex(({ length }) => length === 1)] as Person
  expect(listings.flat()).toHaveLength(1)
  await chosen.hears('New IOI Match Confirmed')
  const [agreement] = await chosen.agreements()
  expect(agreement).toMatchObject({
    buyPw: seenByAlder?.password,
    sellPw: seenByBirch?.password,
    locationQuantity: 8_000,
    buyStatus: false,
    sellStatus: false,
    buyOrganizationName: 'Alder',
  })

  const connectionAgreementId = agreement?.connectionAgreementId
  const confirm = '/connection-agreement/broker-execution-confirmation'
  const undo = '/connection-agreement/broker-execution-undo'
  const buySide = { connectionAgreementId, buyStatus: true }
  expect(await chosen.asks(confirm, { body: buySide })).toMatchObject({ buyStatus: true, sellStatus: false })
  expect(await chosen.asks(undo, { body: buySide })).toMatchObject({ buyStatus: false, buyConfirmedBy: null })
  expect(await chosen.asks(confirm, { body: buySide })).toMatchObject({ buyConfirmedBy: 'broker Desk' })
  const sellSide = { connectionAgreementId, sellStatus: true }
  expect(await chosen.asks(confirm, { body: sellSide })).toMatchObject({ buyStatus: true, sellStatus: true })
  await chosen.hears('Connection confirmed')

  const handed = await alder.asks('/connection-agreement/connect-broker', {
    body: { connectAgreementId: connectionAgreementId },
  })
  expect(handed).toMatchObject({ password: seenByAlder?.password, brokerName: seenByAlder?.brokerName })
  expect(JSON.stringify(handed)).not.toContain(seenByBirch?.password)
})

test('a decline pauses both adverts, and only the one who accepted is told of it', async () => {
  const desk = await startDesk()
  const { alder, birch, buy, sell, ofAlder, ofBirch } = await located(desk)

  await alder.accepts(ofAlder)
  await birch.declines(ofBirch)

  await alder.hears('Contra Connection Declined')
  await birch.hears('Connection Declined')
  expect(await alder.locates()).toMatchObject([{ outcome: 'CONTRA_DECLINED', password: null }])
  expect(await birch.locates()).toMatchObject([{ outcome: 'DECLINED', password: null }])
  for (const [trader, { id }] of [
    [alder, buy],
    [birch, sell],
  ] as const)
    expect((await trader.advert(id)).advertisementStatus).toBe('PAUSED')
  expect(await alder.asks('/user/my-details')).toMatchObject({ credibilityRating: 64 })
  expect(await birch.asks('/user/my-details')).toMatchObject({ credibilityRating: 56 })
})

test('when nobody answers in time, both are told and no answer is taken any more', async () => {
  const desk = await startDesk()
  const { alder, birch, buy, ofAlder, ofBirch } = await located(desk)

  desk.clock.advance(30_000 + 1_501)

  const [toAlder, toBirch] = await Promise.all(
    [alder, birch].map((each) => each.hears('Contra locate timeout')),
  )
  expect([toAlder?.errorCode, toBirch?.errorCode]).toEqual(['LOCATE-TIMEOUT-OWN', 'LOCATE-TIMEOUT-OWN'])
  expect((await alder.advert(buy.id)).advertisementStatus).toBe('PAUSED')
  const late = { direction: 'SELL', locationNotificationId: ofBirch.locateNotificationId }
  expect(await birch.isRefused('/locate-notification/connect-acceptance', { body: late })).toMatchObject({
    status: 409,
    errorCode: 'LOCATE-LATE',
  })
  expect(await alder.asks('/user/ioi-counts')).toMatchObject({ locate: 1, accept: 0, timeout: 1 })
  expect(ofAlder.locateNotificationId).toBe(ofBirch.locateNotificationId)
})

test('when one accepts and the other does not answer, the one who accepted may resume', async () => {
  const desk = await startDesk()
  const { alder, birch, buy, ofAlder } = await located(desk)
  await alder.accepts(ofAlder)

  desk.clock.advance(30_000 + 1_501)

  expect(await alder.hears('Contra locate timeout')).toMatchObject({ errorCode: 'LOCATE-TIMEOUT-CONTRA' })
  expect(await birch.hears('Contra locate timeout')).toMatchObject({ errorCode: 'LOCATE-TIMEOUT-OWN' })
  expect(await alder.asks(`/advert/resume-advert/${buy.id}`)).toMatchObject({ advertisementStatus: 'LIVE' })
})

test('when both decline, each is told of its own decline only', async () => {
  const desk = await startDesk()
  const { alder, birch, ofAlder, ofBirch } = await located(desk)

  await birch.declines(ofBirch)
  expect(await alder.locates()).toMatchObject([{ outcome: null }])
  await alder.declines(ofAlder)

  await Promise.all([alder, birch].map((each) => each.hears('Connection Declined')))
  expect([...alder.told, ...birch.told].map(({ message }) => message)).not.toContain(
    'Contra Connection Declined',
  )
})

test('a paused advert is not located when its contra arrives, and is once resumed', async () => {
  const desk = await startDesk()
  const [alder, birch] = await traders(desk)
  const buy = await alder.advertises('BUY', '7203.T', 10_000)
  await alder.asks(`/advert/pause-advert/${buy.id}`)

  const sell = await birch.advertises('SELL', '7203.T', 10_000)
  await until(
    'the contra to be live',
    async () => (await birch.advert(sell.id)).advertisementStatus === 'LIVE',
  )
  expect(await birch.locates()).toEqual([])
  expect((await alder.advert(buy.id)).advertisementStatus).toBe('PAUSED')

  await alder.asks(`/advert/resume-advert/${buy.id}`)
  await alder.isLocated(buy.id)
})

test('an open locate keeps its deadline over a restart', async () => {
  const desk = await startDesk()
  const { alder, ofAlder, birch, ofBirch } = await located(desk)
  await alder.accepts(ofAlder)

  await desk.restart()

  expect(await birch.locates()).toMatchObject([{ deadline: ofBirch.deadline, answer: null, outcome: null }])
  expect(await birch.accepts(ofBirch)).toMatchObject({ outcome: 'ACCEPTED' })
})
