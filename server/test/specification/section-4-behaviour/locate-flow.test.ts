import { expect, test } from 'vitest'
import {
  changeAdvert,
  locatePair,
  minuteMs,
  startAgreed,
  startLocated,
  startWithTwoTraders,
  untilStatus,
} from '../journey-fixtures.ts'

// spec: 4.locate.1
test('4.locate.1 Contra located: a popup with a 30 s countdown.', async () => {
  const { desk, alder, birch, locate, contra } = await startLocated()
  for (const person of [alder, birch]) {
    const { locate: pushed, timestamp } = await person.receives('Contra Located')
    expect(pushed?.deadline).toBe(timestamp + 30_000)
    expect(pushed).toMatchObject({ answer: null, outcome: null, ack: false, locateQuantity: 10_000 })
  }
  expect([locate.direction, contra.direction]).toEqual(['BUY', 'SELL'])

  // The popup counts from the server's clock, so that a wrong clock on the client shortens nothing.
  desk.clock.advance(12_000)
  const [later] = await alder.locates()
  expect((later?.deadline ?? 0) - (later?.serverTime ?? 0)).toBe(18_000)
})

// spec: 4.locate.2
test('4.locate.2 If unanswered it auto-closes and the notice becomes acknowledged.', async () => {
  const { desk, alder, birch, id, contraId, locate } = await startLocated()
  expect(locate).toMatchObject({ outcome: null, ack: false })
  desk.clock.advance(31_501)
  for (const [person, own] of [
    [alder, id],
    [birch, contraId],
  ] as const) {
    await person.receives('Contra locate timeout')
    expect(await person.locates()).toMatchObject([{ answer: null, outcome: 'TIMED_OUT', ack: true }])
    expect((await person.advert(own)).advertisementStatus).toBe('PAUSED')
  }
  // The notification of the locate is no longer shown: that of its outcome replaces it.
  const listed = await alder.asks<{ message: string }[]>('/notifications')
  expect(listed.map(({ message }) => message)).toEqual(['Contra locate timeout'])
})

// spec: 4.locate.3
test('4.locate.3 Accept or decline sends a response.', async () => {
  const { desk, alder, birch, locate, contra } = await startLocated()
  expect(await alder.accepts(locate)).toMatchObject({ answer: 'ACCEPT', outcome: null, ack: true })
  // Repeating the answer is idempotent, a different one is refused, and so is the wrong side.
  expect(await alder.accepts(locate)).toMatchObject({ answer: 'ACCEPT' })
  await expect(alder.declines(locate)).rejects.toThrow('LOCATE-ANSWERED')
  await expect(birch.accepts({ ...contra, direction: 'BUY' })).rejects.toThrow('LOCATE-DIRECTION')
  expect(await birch.locates()).toMatchObject([{ answer: null, outcome: null }])

  // Until a second and a half after the deadline the answer may still be in transit.
  desk.clock.advance(31_500)
  expect(await birch.declines(contra)).toMatchObject({ answer: 'DECLINE', outcome: 'DECLINED' })
})

// spec: 4.locate.4
test('4.locate.4 Both accept: connection accepted, with the executing broker.', async () => {
  const { alder, birch } = await startAgreed()
  const notices = await Promise.all(
    [alder, birch].map((each) => each.receives('Contra Connection Accepted!')),
  )

  for (const { locate } of notices)
    expect(locate).toMatchObject({ outcome: 'ACCEPTED', brokerName: 'Hinoki' })
  const [own, other] = notices.map(({ locate }) => locate?.password)
  expect(own).toMatch(/^[2-9A-HJKMNP-Z]{8}$/)
  expect(other).not.toBe(own)
  const connectAgreementId = notices[0]?.connectionAgreementId
  expect(await alder.asks('/connection-agreement/connect-broker', { body: { connectAgreementId } })).toEqual({
    connectionAgreementId: connectAgreementId,
    brokerName: 'Hinoki',
    shortName: 'Hinoki',
    contact: 'Hinoki desk',
    password: own,
  })
})

// spec: 4.locate.5
test('4.locate.5 Either declines: declined.', async () => {
  const both = await startWithTwoTraders()
  const { alder, birch } = both
  const first = await locatePair(both)
  await alder.declines(first.locate)
  // Sealed: the other side learns nothing before it has answered.
  expect(await birch.locates()).toMatchObject([{ outcome: null }])
  expect(birch.received.map(({ message }) => message)).not.toContain('Contra Connection Declined')
  await birch.accepts(first.contra)
  await birch.receives('Contra Connection Declined')
  await alder.receives('Connection Declined')

  const second = await locatePair(both, '6758.T')
  await alder.declines(second.locate)
  await birch.declines(second.contra)
  await birch.receives('Connection Declined')
  const outcomes = (await birch.locates()).map(({ outcome }) => outcome)
  expect(outcomes.toSorted()).toEqual(['CONTRA_DECLINED', 'DECLINED'])
  for (const { advertisementStatus } of await alder.adverts()) expect(advertisementStatus).toBe('PAUSED')
})

// spec: 4.locate.6
test('4.locate.6 Contra Connection Declined offers Resume, which resumes the advert.', async () => {
  const { alder, birch, id, locate, contra } = await startLocated()
  await alder.accepts(locate)
  await birch.declines(contra)
  const { advertisementId } = await alder.receives('Contra Connection Declined')
  expect(advertisementId).toBe(id)
  await untilStatus(alder, id, 'PAUSED')

  expect(await changeAdvert(alder, 'resume', { id })).toMatchObject({
    status: 200,
    body: { advertisementStatus: 'LIVE' },
  })
  await alder.receives('USER_RESUMED_ADVERT')
})

// spec: 4.locate.7
test('4.locate.7 No answer: locate timeout.', async () => {
  const { desk, alder, birch, locate, contra } = await startLocated()
  await alder.accepts(locate)
  desk.clock.advance(31_501)

  expect(await alder.receives('Contra locate timeout')).toMatchObject({
    errorCode: 'LOCATE-TIMEOUT-CONTRA',
    locate: { outcome: 'CONTRA_TIMEOUT' },
  })
  expect(await birch.receives('Contra locate timeout')).toMatchObject({
    errorCode: 'LOCATE-TIMEOUT-OWN',
    locate: { outcome: 'TIMED_OUT' },
  })
  await expect(birch.accepts(contra)).rejects.toThrow('LOCATE-LATE')
  desk.clock.advance(5 * minuteMs)
  expect(await birch.asks('/user/ioi-counts')).toMatchObject({ locate: 1, accept: 0, timeout: 1 })
})
