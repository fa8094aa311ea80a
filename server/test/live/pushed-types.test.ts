import type { ConnectionAgreement } from '@aitai/contract/schemas/agreements.ts'
import type { Notification } from '@aitai/contract/schemas/notifications.ts'
import { type PushedTypeName, pushedSchema, pushedTypes } from '@aitai/contract/schemas/pushed-types.ts'
import { notificationTypes } from '@aitai/engine/notifications.ts'
import { Compile } from 'typebox/compile'
import { expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../support/test-server.ts'
import { password, submissionBody, type TestUser } from '../support/test-user.ts'
import { until } from '../support/until.ts'

const names = Object.keys(pushedTypes) as PushedTypeName[]
const declared = new Map(names.map((name) => [name, Compile(pushedSchema(name))]))

/** The type of a notification: its message, or for the end of a session the text after the name. */
const typeOf = ({ message }: Notification): PushedTypeName | undefined =>
  names.find((name) =>
    name.startsWith('{user}') ? message.endsWith(name.replace('{user}', '')) : message === name,
  )

/** How a message differs from AsyncAPI's description of its type. */
function faultsOf(notification: Notification): readonly string[] {
  const type = typeOf(notification)
  const schema = type && declared.get(type)
  if (!schema) return [`${notification.message} is no type`]
  return schema
    .Errors(notification)
    .map(({ instancePath, message }) => `${notification.message}${instancePath} ${message}`)
}

test('every message type of the specification has a description', () => {
  expect(names).toEqual(expect.arrayContaining([...notificationTypes]))
  expect(names).toHaveLength(notificationTypes.length + 2)
})

/** Both sides of a match and the broker: everything that is pushed between two traders who agree. */
async function agree(desk: TestServer, alder: TestUser, birch: TestUser, hinoki: TestUser): Promise<void> {
  const { id } = await alder.advertises('BUY', '7203.T', 20_000)
  await birch.advertises('SELL', '7203.T', 10_000)
  const locate = await alder.isLocated(id)
  await alder.accepts(locate)
  await birch.accepts({ ...locate, direction: 'SELL' })
  const [agreement] = await until('the agreement', async () => {
    const all = await hinoki.agreements()
    return all.length > 0 && all
  })
  const { connectionAgreementId } = agreement as ConnectionAgreement
  for (const side of ['buyStatus', 'sellStatus'])
    await hinoki.asks('/connection-agreement/broker-execution-confirmation', {
      body: { connectionAgreementId, [side]: true },
    })
  desk.clock.advance(1_000)
}

/** Events of an advert without a contra, and of a locate that nobody answers. */
async function part(desk: TestServer, alder: TestUser, birch: TestUser): Promise<void> {
  const { id } = await alder.advertises('BUY', '8306.T', 20_000)
  await alder.asks(`/advert/pause-advert/${id}`)
  await alder.asks(`/advert/resume-advert/${id}`)
  const advert = await alder.advert(id)
  await alder.asks('/advert/modify-advert', { body: { ...submissionBody(advert), shareQuantity: 21_000 } })
  await birch.advertises('SELL', '8306.T', 20_000)
  const locate = await alder.isLocated(id)
  await alder.accepts(locate)
  await birch.declines({ ...locate, direction: 'SELL' })
  await alder.receives('Contra Connection Declined')

  const other = await alder.advertises('BUY', '6758.T', 20_000, { duration: '60' })
  await birch.advertises('SELL', '6758.T', 20_000)
  await alder.isLocated(other.id)
  desk.clock.advance(40_000)
  await alder.receives('Contra locate timeout')
  desk.clock.advance(3_600_000 - 60_000)
}

test('pushed messages have the fields that AsyncAPI declares for their type, and no others', async () => {
  const desk = await startTestServer({ brokers: ['Hinoki'] })
  const alder = await (await desk.trader('alder')).connects()
  const birch = await (await desk.trader('birch')).connects()
  const hinoki = await (await desk.broker('hinoki')).connects()

  await agree(desk, alder, birch, hinoki)
  await part(desk, alder, birch)
  await hinoki.receives('Connection confirmed')
  await desk.person(alder.email).asks('/login', { body: { email: alder.email, password } })
  await until('the end of the session', async () =>
    alder.received.some((notifications) => /logged out$/.test(notifications.message)),
  )

  const notifications = [...alder.received, ...birch.received, ...hinoki.received]
  expect(notifications.flatMap(faultsOf)).toEqual([])
  const types = new Set(notifications.map(typeOf))
  expect(types.size).toBeGreaterThanOrEqual(13)
  // An invalid one is detected: a locate without a locate id.
  const located = alder.received.find(({ message }) => message === 'Contra Located') as Notification
  expect(faultsOf({ ...located, locate: null })).not.toEqual([])
})
