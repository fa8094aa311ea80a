import type { Notification } from '@aitai/contract/schemas/notifications.ts'
import { pushedSchema } from '@aitai/contract/schemas/pushed-types.ts'
import { Check } from 'typebox/value'
import { expect, test } from 'vitest'
import { agreePair, hourMs, startAgreed, startWithTwoTraders } from '../support/journeys.ts'
import type { TestUser } from '../support/test-user.ts'
import { until } from '../support/until.ts'

const confirms = (broker: TestUser, connectionAgreementId: string, side: 'buyStatus' | 'sellStatus') =>
  broker.callsOk('/connection-agreement/broker-execution-confirmation', {
    body: { connectionAgreementId, [side]: true },
  })
const undoes = (broker: TestUser, connectionAgreementId: string) =>
  broker.callsOk('/connection-agreement/broker-execution-undo', {
    body: { connectionAgreementId, buyStatus: false },
  })

const passwordsIn = async (trader: TestUser) =>
  (await trader.callsOk<Notification[]>('/notifications')).flatMap(({ locate }) => locate?.password ?? [])

test("each side sees the broker's contact and its own confirmation, is notified of it, and learns nothing of the other's", async () => {
  const { desk, alder, birch, connectionAgreementId: id } = await startAgreed()
  const hinoki = await desk.broker('hinoki')
  const own = async (trader: TestUser) => (await trader.locates())[0]
  const contact = (await own(alder))?.brokerContact
  expect(contact).toBeTruthy()
  expect(await own(birch)).toMatchObject({ brokerContact: contact, receivedAt: null })
  // Without the bell, whose acknowledgements arrive in their own time.
  const observed = async () => JSON.stringify([await birch.locates(), birch.received])
  const before = await observed()

  const at = desk.clock.now()
  await confirms(hinoki, id, 'buyStatus')
  const pushed = await alder.receives('BROKER_CONFIRMED')
  expect(Check(pushedSchema('BROKER_CONFIRMED'), pushed)).toBe(true)
  expect(pushed).toMatchObject({
    connectionAgreementId: id,
    brokerUserName: null,
    locate: { receivedAt: at },
  })
  expect(await own(alder)).toMatchObject({ receivedAt: at })

  await undoes(hinoki, id)
  const undone = await alder.receives('BROKER_CONFIRMATION_UNDONE')
  expect(Check(pushedSchema('BROKER_CONFIRMATION_UNDONE'), undone)).toBe(true)
  expect(await own(alder)).toMatchObject({ receivedAt: null })

  expect(await observed()).toBe(before)
  expect(await passwordsIn(birch)).toEqual([JSON.parse(before)[0][0].password])
})

test('a locate says what remains of the own IOI only', async () => {
  const both = await startWithTwoTraders()
  const { alder, birch } = both
  await agreePair(both, '7203.T', 23_800, 40_000)

  expect((await alder.locates())[0]).toMatchObject({ locateQuantity: 23_800, residualQuantity: 16_200 })
  expect((await birch.locates())[0]).toMatchObject({ locateQuantity: 23_800, residualQuantity: 0 })
})

test('on the next day no list carries the password any more', async () => {
  const { desk, alder } = await startAgreed()
  await alder.receives('Contra Connection Accepted!')
  expect((await alder.locates())[0]?.password).toMatch(/^\w{8}$/)
  expect(await passwordsIn(alder)).not.toEqual([])

  desk.clock.advance(14 * hourMs)
  const next = await desk.trader('alder')
  await until('the first tick of the new day', async () => (await next.locates()).length === 0)
  expect(await next.adverts()).toEqual([])
  expect(await passwordsIn(next)).toEqual([])
})
