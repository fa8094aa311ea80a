import { expect, test } from 'vitest'
import { startTestServer, steadyQuotes, type TestServer } from '../support/test-server.ts'
import type { TestUser } from '../support/test-user.ts'
import { until } from '../support/until.ts'

async function traders(desk: TestServer): Promise<readonly [TestUser, TestUser]> {
  const [alder, birch] = [desk.person('trader@alder.example'), desk.person('trader@birch.example')]
  await Promise.all([alder, birch].map(async (trader) => (await trader.signsIn()).connects()))
  return [alder, birch]
}

/** Both traders advertise and are located. Returns each one's view of the locate. */
async function located(desk: TestServer) {
  const [alder, birch] = await traders(desk)
  const buy = await alder.advertises('BUY', '7203.T', 10_000)
  const sell = await birch.advertises('SELL', '7203.T', 8_000)
  const [ofAlder, ofBirch] = await Promise.all([alder.isLocated(buy.id), birch.isLocated(sell.id)])
  return { alder, birch, buy, sell, ofAlder, ofBirch }
}

/** Both accept. Returns the chosen broker and what each side sees. */
async function agreed() {
  const desk = await startTestServer()
  const met = await located(desk)
  const brokers = await Promise.all(
    ['hinoki', 'kaede'].map(async (name) => (await desk.broker(name)).connects()),
  )
  await met.alder.accepts(met.ofAlder)
  await met.birch.accepts(met.ofBirch)
  const [[byAlder], [byBirch]] = await Promise.all([met.alder.locates(), met.birch.locates()])
  const listings = await Promise.all(brokers.map((broker) => broker.agreements()))
  const broker = brokers[listings.findIndex(({ length }) => length === 1)]
  const [agreement, ...more] = listings.flat()
  if (!byAlder || !byBirch || !broker || !agreement) throw new Error('there is no agreement')
  expect(more).toEqual([])
  return { ...met, byAlder, byBirch, broker, agreement }
}

// spec: 1.2, 4.locate.1
test('two traders meet, and receive the same except for their own sides', async () => {
  const desk = await startTestServer()
  const { alder, birch, ofAlder, ofBirch } = await located(desk)
  expect(ofAlder).toMatchObject({ direction: 'BUY', locateQuantity: 8_000, answer: null, password: null })
  expect(ofBirch).toMatchObject({ direction: 'SELL', locateQuantity: 8_000, brokerName: null })
  for (const person of [alder, birch]) {
    const { locate: pushed, timestamp } = await person.receives('Contra Located')
    expect(pushed?.deadline).toBe(timestamp + 30_000)
    expect(pushed).toMatchObject({ answer: null, outcome: null, ack: false })
  }
  // The popup counts from the server's clock, so that a wrong clock on the client shortens nothing.
  desk.clock.advance(12_000)
  const [later] = await alder.locates()
  expect((later?.deadline ?? 0) - (later?.serverTime ?? 0)).toBe(18_000)
  expect([ofAlder.contraMinimum, ofBirch.contraMinimum]).toEqual([5_000, 4_000])

  const own = await alder.accepts(ofAlder)
  expect(own).toMatchObject({ answer: 'ACCEPT', outcome: null, password: null, brokerName: null })
  expect(await birch.locates()).toMatchObject([{ answer: null, outcome: null }])
})

// rule: 12.8
test('a quote that was stamped ahead makes no agreement, although its time has come', async () => {
  let isAhead = false
  const quotes: typeof steadyQuotes = (securities, now) => {
    const steady = steadyQuotes(securities, now)
    const ahead = (securityId: string) => ({ ...steady.sightingOf(securityId), run: [], malformedForMs: 0 })
    return { ...steady, sightingOf: (id) => (isAhead ? ahead(id) : steady.sightingOf(id)) }
  }
  const { alder, birch, ofAlder, ofBirch } = await located(await startTestServer({ quotes }))
  isAhead = true
  await alder.accepts(ofAlder)
  await birch.accepts(ofBirch)

  await Promise.all([alder, birch].map((each) => each.receives('LOCATE_ERROR')))
  for (const { password } of (await Promise.all([alder, birch].map((each) => each.locates()))).flat())
    expect(password).toBeNull()
})

// spec: 1.3, 4.locate.4, 7.locates.4
// rule: 9.1
test('when both accept, both are connected to one broker with a password each', async () => {
  const { alder, birch, buy, sell, byAlder, byBirch, broker, agreement } = await agreed()
  await Promise.all([alder, birch].map((each) => each.receives('Contra Connection Accepted!')))
  await broker.receives('New IOI Match Confirmed')

  expect(byAlder.password).toMatch(/^[2-9A-HJKMNP-Z]{8}$/)
  expect(byBirch.password).not.toBe(byAlder.password)
  expect(byBirch.brokerName).toBe(byAlder.brokerName)
  expect(await alder.advert(buy.id)).toMatchObject({ advertisementStatus: 'COMPLETED' })
  expect(await birch.advert(sell.id)).toMatchObject({ advertisementStatus: 'COMPLETED' })
  expect(agreement).toMatchObject({
    buyPw: byAlder.password,
    sellPw: byBirch.password,
    locationQuantity: 8_000,
    buyStatus: false,
    sellStatus: false,
    buyOrganizationName: 'Alder',
    sellOrganizationName: 'Birch',
  })

  const { connectionAgreementId } = agreement
  const { brokerName } = byAlder
  for (const [person, { password }] of [
    [alder, byAlder],
    [birch, byBirch],
  ] as const)
    expect(
      await person.callsOk('/connection-agreement/connect-broker', {
        body: { connectAgreementId: connectionAgreementId },
      }),
    ).toEqual({
      connectionAgreementId,
      brokerName,
      shortName: brokerName,
      contact: `${brokerName} desk`,
      password,
    })
  // A completed advert makes room for a new one in its security.
  expect(await alder.drafts('7203.T')).toMatchObject({ advertisementStatus: 'UNSENT' })
})

// spec: 4.locate.5, 4.locate.6, 7.locates.2, 8.shown.1
test('a decline pauses both adverts, and only the trader who accepted is notified', async () => {
  const desk = await startTestServer()
  const { alder, birch, buy, sell, ofAlder, ofBirch } = await located(desk)

  await alder.accepts(ofAlder)
  await birch.declines(ofBirch)

  await alder.receives('Contra Connection Declined')
  await birch.receives('Connection Declined')
  expect(await alder.locates()).toMatchObject([{ outcome: 'CONTRA_DECLINED', password: null }])
  expect(await birch.locates()).toMatchObject([{ outcome: 'DECLINED', password: null }])
  for (const [trader, { id }] of [
    [alder, buy],
    [birch, sell],
  ] as const)
    expect((await trader.advert(id)).advertisementStatus).toBe('PAUSED')
  expect(await alder.callsOk('/user/my-details')).toMatchObject({ credibilityRating: 64 })
  expect(await birch.callsOk('/user/my-details')).toMatchObject({ credibilityRating: 55 })
  // The notification of the one who accepted offers to resume.
  expect(await alder.callsOk(`/advert/resume-advert/${buy.id}`)).toMatchObject({
    advertisementStatus: 'LIVE',
  })
  await alder.receives('USER_RESUMED_ADVERT')
})

// spec: 4.locate.2, 8.shown.1
test('when nobody answers in time, both are notified and no answer is accepted any more', async () => {
  const desk = await startTestServer()
  const { alder, birch, buy, ofAlder, ofBirch } = await located(desk)

  desk.clock.advance(30_000 + 1_501)

  const [toAlder, toBirch] = await Promise.all(
    [alder, birch].map((each) => each.receives('Contra locate timeout')),
  )
  expect([toAlder?.errorCode, toBirch?.errorCode]).toEqual(['LOCATE-TIMEOUT-OWN', 'LOCATE-TIMEOUT-OWN'])
  expect((await alder.advert(buy.id)).advertisementStatus).toBe('PAUSED')
  expect(await alder.locates()).toMatchObject([{ answer: null, outcome: 'TIMED_OUT', ack: true }])
  // The notification of the outcome replaces that of the locate.
  const listed = await alder.callsOk<{ message: string }[]>('/notifications')
  expect(listed.map(({ message }) => message)).toEqual(['Contra locate timeout'])
  const late = { direction: 'SELL', locationNotificationId: ofBirch.locateNotificationId }
  expect(await birch.isRefused('/locate-notification/connect-acceptance', { body: late })).toMatchObject({
    status: 409,
    errorCode: 'LOCATE-LATE',
  })
  expect(await alder.callsOk('/user/ioi-counts')).toMatchObject({ locate: 1, accept: 0, timeout: 1 })
  expect(ofAlder.locateNotificationId).toBe(ofBirch.locateNotificationId)
})

// rule: 8.2.1
test('a locate says when it lapses by the grace period of the venue, and an answer is accepted until then', async () => {
  const desk = await startTestServer({ limits: { locateGraceMs: 5_000 } })
  const { alder, birch, ofAlder, ofBirch } = await located(desk)
  const lapsesAt = ofAlder.lapsesAt ?? 0
  expect([ofAlder.lapsesAt, ofBirch.lapsesAt]).toEqual(Array(2).fill(ofAlder.deadline + 5_001))

  desk.clock.advance(lapsesAt - 1 - desk.clock.now())
  await alder.accepts(ofAlder)
  desk.clock.advance(1)

  const late = { direction: 'SELL', locationNotificationId: ofBirch.locateNotificationId }
  expect(await birch.isRefused('/locate-notification/connect-acceptance', { body: late })).toMatchObject({
    errorCode: 'LOCATE-LATE',
  })
  await alder.receives('Contra locate timeout')
  expect(await alder.locates()).toMatchObject([{ outcome: 'CONTRA_TIMEOUT', lapsesAt: null }])
})

// spec: 4.locate.7
test('when one accepts and the other does not answer, the one who accepted may resume', async () => {
  const desk = await startTestServer()
  const { alder, birch, buy, ofAlder } = await located(desk)
  await alder.accepts(ofAlder)

  desk.clock.advance(30_000 + 1_501)

  await Promise.all([alder, birch].map((each) => each.receives('Contra locate timeout')))
  expect(await alder.callsOk(`/advert/resume-advert/${buy.id}`)).toMatchObject({
    advertisementStatus: 'LIVE',
  })
})

test('when both decline, each is notified of its own decline only', async () => {
  const desk = await startTestServer()
  const { alder, birch, ofAlder, ofBirch } = await located(desk)

  await birch.declines(ofBirch)
  // Sealed: the other side learns nothing before it has answered.
  expect(await alder.locates()).toMatchObject([{ outcome: null }])
  await alder.declines(ofAlder)

  await Promise.all([alder, birch].map((each) => each.receives('Connection Declined')))
  expect([...alder.received, ...birch.received].map(({ message }) => message)).not.toContain(
    'Contra Connection Declined',
  )
})

test('a paused advert is not located when its contra arrives, and is once resumed', async () => {
  const desk = await startTestServer()
  const [alder, birch] = await traders(desk)
  const buy = await alder.advertises('BUY', '7203.T', 10_000)
  await alder.callsOk(`/advert/pause-advert/${buy.id}`)

  const sell = await birch.advertises('SELL', '7203.T', 10_000)
  await until(
    'the contra to be live',
    async () => (await birch.advert(sell.id)).advertisementStatus === 'LIVE',
  )
  expect(await birch.locates()).toEqual([])
  expect((await alder.advert(buy.id)).advertisementStatus).toBe('PAUSED')

  await alder.callsOk(`/advert/resume-advert/${buy.id}`)
  await alder.isLocated(buy.id)
})

// rule: 8.2.3
test('an open locate keeps its deadline over a restart', async () => {
  const desk = await startTestServer()
  const { alder, ofAlder, birch, ofBirch } = await located(desk)
  await alder.accepts(ofAlder)

  await desk.restart()

  expect(await birch.locates()).toMatchObject([{ deadline: ofBirch.deadline, answer: null, outcome: null }])
  expect(await birch.accepts(ofBirch)).toMatchObject({ outcome: 'ACCEPTED' })
})
