import type { Notification } from '@aitai/contract/schemas/notifications.ts'
import { pushedSchema } from '@aitai/contract/schemas/pushed-types.ts'
import { Check } from 'typebox/value'
import { expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../support/test-server.ts'
import type { TestUser } from '../support/test-user.ts'
import { until } from '../support/until.ts'

const hourMs = 3_600_000

/** A buyer and a seller are located and both accept. Returns the id of their agreement. */
async function agree(buyer: TestUser, seller: TestUser, bought = 10_000, sold = 10_000): Promise<string> {
  const { id } = await buyer.advertises('BUY', '7203.T', bought)
  const { id: contraId } = await seller.advertises('SELL', '7203.T', sold)
  const [locate, contra] = [await buyer.isLocated(id), await seller.isLocated(contraId)]
  await buyer.accepts(locate)
  return String((await seller.accepts(contra)).connectionAgreementId)
}

async function startDesk() {
  const desk: TestServer = await startTestServer({ brokers: ['Hinoki'] })
  const alder = await (await desk.trader('alder')).connects()
  const birch = await (await desk.trader('birch')).connects()
  return { desk, alder, birch, hinoki: await desk.broker('hinoki') }
}

const confirms = (broker: TestUser, connectionAgreementId: string, side: 'buyStatus' | 'sellStatus') =>
  broker.asks('/connection-agreement/broker-execution-confirmation', {
    body: { connectionAgreementId, [side]: true },
  })
const undoes = (broker: TestUser, connectionAgreementId: string) =>
  broker.asks('/connection-agreement/broker-execution-undo', {
    body: { connectionAgreementId, buyStatus: false },
  })

const passwordsIn = async (trader: TestUser) =>
  (await trader.asks<Notification[]>('/notifications')).flatMap(({ locate }) => locate?.password ?? [])

test("each side sees the broker's contact and its own confirmation, is notified of it, and learns nothing of the other's", async () => {
  const { desk, alder, birch, hinoki } = await startDesk()
  const id = await agree(alder, birch)
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
  const { alder, birch } = await startDesk()
  await agree(alder, birch, 40_000, 23_800)

  expect((await alder.locates())[0]).toMatchObject({ locateQuantity: 23_800, residualQuantity: 16_200 })
  expect((await birch.locates())[0]).toMatchObject({ locateQuantity: 23_800, residualQuantity: 0 })
})

test('on the next day no list carries the password any more', async () => {
  const { desk, alder, birch } = await startDesk()
  await agree(alder, birch)
  await alder.receives('Contra Connection Accepted!')
  expect((await alder.locates())[0]?.password).toMatch(/^\w{8}$/)
  expect(await passwordsIn(alder)).not.toEqual([])

  desk.clock.advance(14 * hourMs)
  const next = await desk.trader('alder')
  await until('the first tick of the new day', async () => (await next.locates()).length === 0)
  expect(await next.adverts()).toEqual([])
  expect(await passwordsIn(next)).toEqual([])
})
