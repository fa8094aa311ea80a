import type { ConnectionAgreement } from '@aitai/contract/schemas/agreements.ts'
import { expect, test } from 'vitest'
import type { TestUser } from '../../support/test-user.ts'
import {
  hourMs,
  type LocatedPair,
  locatePair,
  startWithTwoTraders,
  type TwoTraders,
} from '../journey-fixtures.ts'

type Side = 'buyStatus' | 'sellStatus'

/** Two users of the broker, and an agreement of two traders that the broker executes. */
async function atTheBroker(): Promise<TwoTraders & LocatedPair & { hana: TestUser; hiro: TestUser }> {
  const both = await startWithTwoTraders()
  await both.desk.addUser({ email: 'hiro@hinoki.example', role: 'BROKER', broker: 'Hinoki' })
  const hana = await (await both.desk.broker('hinoki')).connects()
  const hiro = await (await both.desk.person('hiro@hinoki.example').signsIn()).connects()
  const at = await locatePair(both)
  await both.alder.accepts(at.locate)
  expect([hana.received, await hana.agreements()]).toEqual([[], []])
  await both.birch.accepts(at.contra)
  await hiro.receives('New IOI Match Confirmed')
  return { ...both, ...at, hana, hiro }
}

const theOne = async (broker: TestUser): Promise<ConnectionAgreement> => {
  const [agreement, ...others] = await broker.agreements()
  if (!agreement || others.length > 0) throw new Error('there is not one agreement')
  return agreement
}

/** Confirms that a side's password was received, or undoes it. */
async function says(broker: TestUser, what: 'confirmation' | 'undo', side: Side) {
  const { connectionAgreementId } = await theOne(broker)
  return broker.calls<ConnectionAgreement & { errorCode: string }>(
    `/connection-agreement/broker-execution-${what}`,
    { body: { connectionAgreementId, [side]: what === 'confirmation' } },
  )
}

// spec: 4.broker.1
test('4.broker.1 New IOI Match Confirmed: a popup with OK.', async () => {
  const { alder, hana, hiro } = await atTheBroker()
  const { connectionAgreementId } = await alder.receives('Contra Connection Accepted!')

  for (const broker of [hana, hiro])
    expect(await broker.receives('New IOI Match Confirmed')).toMatchObject({
      messageType: 'statusAlert',
      connectionAgreementId,
      buyStatus: false,
      sellStatus: false,
      brokerUserName: null,
      confirmedBy: null,
      locate: null,
      errorCode: null,
    })
  expect(alder.received.map(({ message }) => message)).not.toContain('New IOI Match Confirmed')
  const { buyPw, sellPw, locationQuantity } = await theOne(hana)
  expect([buyPw, sellPw, locationQuantity]).toEqual([
    expect.stringMatching(/^\w{8}$/),
    expect.stringMatching(/^\w{8}$/),
    10_000,
  ])
})

// spec: 4.broker.2
test('4.broker.2 Connection confirmed: hides the popup and records who confirmed.', async () => {
  const { hana, hiro } = await atTheBroker()
  await says(hana, 'confirmation', 'buyStatus')
  await says(hiro, 'confirmation', 'sellStatus')

  for (const broker of [hana, hiro])
    expect(await broker.receives('Connection confirmed')).toMatchObject({
      buyStatus: true,
      sellStatus: true,
      confirmedBy: 'hiro Desk',
      brokerUserName: 'hiro Desk',
    })
  expect(await theOne(hana)).toMatchObject({ buyConfirmedBy: 'broker Desk', sellConfirmedBy: 'hiro Desk' })
  // What the popup showed is no longer in the list.
  const listed = await hiro.asks<{ message: string }[]>('/notifications')
  expect(listed.map(({ message }) => message)).toEqual(['Connection confirmed'])
})

// spec: 4.broker.3
test('4.broker.3 Connection status updated.', async () => {
  const { alder, birch, hana, hiro } = await atTheBroker()
  await says(hana, 'confirmation', 'sellStatus')

  for (const broker of [hana, hiro])
    expect(await broker.receives('Connection status updated')).toMatchObject({
      buyStatus: false,
      sellStatus: true,
      brokerUserName: 'broker Desk',
      confirmedBy: null,
    })
  for (const trader of [alder, birch])
    expect(trader.received.map(({ message }) => message)).not.toContain('Connection status updated')
})

// spec: 4.broker.4
test('4.broker.4 The per-side status toggles between Pending and Received.', async () => {
  const { hana, hiro } = await atTheBroker()
  const statuses = async () => {
    const { buyStatus, sellStatus } = await theOne(hiro)
    return [buyStatus, sellStatus]
  }

  expect(await statuses()).toEqual([false, false])
  await says(hana, 'confirmation', 'buyStatus')
  expect(await statuses()).toEqual([true, false])
  await says(hiro, 'undo', 'buyStatus')
  expect(await statuses()).toEqual([false, false])
  await says(hana, 'confirmation', 'sellStatus')
  expect(await statuses()).toEqual([false, true])
})

// spec: 4.broker.5
test('4.broker.5 Confirm and undo-confirm flows exist for the buy or sell side.', async () => {
  const { desk, hana, hiro } = await atTheBroker()
  for (const side of ['buyStatus', 'sellStatus'] as const) {
    const named = side === 'buyStatus' ? 'buyConfirmedBy' : 'sellConfirmedBy'
    expect((await says(hana, 'confirmation', side)).body).toMatchObject({
      [side]: true,
      [named]: 'broker Desk',
      undoPossible: true,
    })
    expect((await says(hiro, 'undo', side)).body).toMatchObject({ [side]: false, [named]: null })
  }
  await says(hana, 'confirmation', 'buyStatus')

  // The trading day ends at midnight in Tokyo, and with it the time to undo.
  desk.clock.advance(14 * hourMs)
  const late = await desk.broker('hinoki')
  expect(await theOne(late)).toMatchObject({ buyStatus: true, undoPossible: false })
  const refused = await says(late, 'undo', 'buyStatus')
  expect(refused).toMatchObject({ status: 409, body: { errorCode: 'AGREEMENT-DAY-OVER' } })
})
