import type { ConnectionAgreement } from '@aitai/contract/schemas/agreements.ts'
import type { Notification } from '@aitai/contract/schemas/notifications.ts'
import { expect, test } from 'vitest'
import { hourMs, locatePair, startWithTwoTraders } from '../support/journeys.ts'
import { expectNotified } from '../support/pushed-notifications.ts'
import type { TestUser } from '../support/test-user.ts'

type Side = 'buyStatus' | 'sellStatus'

/** Two users of the broker, and an agreement of two traders that the broker executes. */
async function startAtBroker() {
  const both = await startWithTwoTraders()
  await both.desk.addUser({ email: 'hiro@hinoki.example', role: 'BROKER', broker: 'Hinoki' })
  const hana = await (await both.desk.broker('hinoki')).connects()
  const hiro = await (await both.desk.person('hiro@hinoki.example').signsIn()).connects()
  const pair = await locatePair(both)
  await both.alder.accepts(pair.locate)
  expect([hana.received, await hana.agreements()]).toEqual([[], []])
  await both.birch.accepts(pair.contra)
  await hiro.receives('New IOI Match Confirmed')
  return { ...both, hana, hiro }
}

const onlyAgreement = async (broker: TestUser): Promise<ConnectionAgreement> => {
  const [agreement, ...others] = await broker.agreements()
  if (!agreement || others.length > 0) throw new Error('there is not one agreement')
  return agreement
}

/** Confirms that a side's password was received, or undoes it. */
async function sets(broker: TestUser, what: 'confirmation' | 'undo', side: Side) {
  const { connectionAgreementId } = await onlyAgreement(broker)
  return broker.calls<ConnectionAgreement & { errorCode: string }>(
    `/connection-agreement/broker-execution-${what}`,
    { body: { connectionAgreementId, [side]: true } },
  )
}

const messages = ({ received }: TestUser) => received.map(({ message }) => message)
const listed = async (person: TestUser) =>
  (await person.callsOk<Notification[]>('/notifications')).map(({ message }) => message)

// spec: 1.4, 4.broker.1, 4.broker.2, 4.broker.3, 7.locates.7
test('every user of the broker is notified of the match, and of each confirmation and by whom', async () => {
  const { alder, birch, hana, hiro } = await startAtBroker()
  const { connectionAgreementId } = await alder.receives('Contra Connection Accepted!')
  const nobody = { brokerUserName: null, confirmedBy: null, locate: null, errorCode: null }
  const pending = { connectionAgreementId, buyStatus: false, sellStatus: false }
  for (const broker of [hana, hiro])
    await expectNotified(broker, 'New IOI Match Confirmed', {
      messageType: 'statusAlert',
      ...pending,
      ...nobody,
    })
  expect(await listed(hana)).toEqual(['New IOI Match Confirmed'])
  const password = expect.stringMatching(/^\w{8}$/)
  expect(await onlyAgreement(hana)).toMatchObject({ ...pending, buyPw: password, sellPw: password })

  const first = { connectionAgreementId, buyStatus: false, sellStatus: true }
  const { body: afterFirst } = await sets(hana, 'confirmation', 'sellStatus')
  expect(afterFirst).toMatchObject({ ...first, sellConfirmedBy: 'broker Desk', buyConfirmedBy: null })
  for (const broker of [hana, hiro])
    await expectNotified(broker, 'Connection status updated', {
      ...first,
      brokerUserName: 'broker Desk',
      confirmedBy: null,
    })

  await sets(hiro, 'confirmation', 'buyStatus')
  for (const broker of [hana, hiro])
    await expectNotified(broker, 'Connection confirmed', {
      connectionAgreementId,
      buyStatus: true,
      sellStatus: true,
      confirmedBy: 'hiro Desk',
      brokerUserName: 'hiro Desk',
    })
  expect(await onlyAgreement(hana)).toMatchObject({
    sellConfirmedBy: 'broker Desk',
    buyConfirmedBy: 'hiro Desk',
  })
  // What the popup showed is no longer in the list.
  expect(await listed(hiro)).toEqual(['Connection confirmed'])
  for (const trader of [alder, birch])
    for (const message of ['New IOI Match Confirmed', 'Connection status updated', 'Connection confirmed'])
      expect(messages(trader)).not.toContain(message)
})

// spec: 1.4, 4.broker.4, 4.broker.5, 7.locates.8
test('any user of the broker undoes a confirmation of either side, until the trading day is over', async () => {
  const { desk, hana, hiro } = await startAtBroker()
  for (const [side, confirmedBy] of [
    ['buyStatus', 'buyConfirmedBy'],
    ['sellStatus', 'sellConfirmedBy'],
  ] as const) {
    const confirmed = { [side]: true, [confirmedBy]: 'broker Desk', undoPossible: true }
    expect((await sets(hana, 'confirmation', side)).body).toMatchObject(confirmed)
    expect(await onlyAgreement(hiro)).toMatchObject(confirmed)
    expect((await sets(hiro, 'undo', side)).body).toMatchObject({ [side]: false, [confirmedBy]: null })
    expect(await onlyAgreement(hana)).toMatchObject({ buyStatus: false, sellStatus: false })
  }
  await sets(hana, 'confirmation', 'buyStatus')

  // The trading day ends at midnight in Tokyo.
  desk.clock.advance(14 * hourMs)
  const late = await desk.broker('hinoki')
  expect(await onlyAgreement(late)).toMatchObject({ buyStatus: true, undoPossible: false })
  expect(await sets(late, 'undo', 'buyStatus')).toMatchObject({
    status: 409,
    body: { errorCode: 'AGREEMENT-DAY-OVER' },
  })
})
