import type { Notification } from '@aitai/contract/schemas/notifications.ts'
import { Client, type IMessage } from '@stomp/stompjs'
import SockJS from 'sockjs-client'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { TestUser } from '../../support/test-user.ts'
import { until } from '../../support/until.ts'
import { toyota } from '../journey-fixtures.ts'
import { startWithOneUser } from './call-fixtures.ts'

type Transport = 'websocket' | 'xhr-streaming' | 'xhr-polling'

/** The socket of the specification's client, and the frames that it collects. */
interface Socket {
  readonly client: Client
  readonly frames: IMessage[]
}

/** Opens the specification's address and subscribes to the user's topic, with client acknowledgement. */
async function connects(someone: TestUser, token: string, over: Transport = 'websocket'): Promise<Socket> {
  const client = new Client({
    webSocketFactory: () =>
      new SockJS(`${someone.desk.url}/api/websocket-endpoint`, null, { transports: [over] }),
    reconnectDelay: 0,
  })
  const frames: IMessage[] = []
  await new Promise<void>((connected) => {
    client.onConnect = () => {
      client.subscribe(`/topic/notifications/${token}`, (frame) => void frames.push(frame), { ack: 'client' })
      connected()
    }
    client.activate()
    onTestFinished(() => client.deactivate())
  })
  return { client, frames }
}

/** Waits for this many frames. */
const has = ({ frames }: Socket, count: number) =>
  until(`${count} frames`, async () => frames.length >= count && frames)

describe('the live socket', () => {
  // spec: 7.reference.7
  test.each<Transport>(['websocket', 'xhr-streaming', 'xhr-polling'])(
    '7.reference.7 Live socket: SockJS with STOMP at {api}/websocket-endpoint. — %s',
    async (over) => {
      const { alder } = await startWithOneUser()
      const socket = await connects(alder, alder.token ?? '', over)
      await alder.advertises('BUY', toyota, 10_000)

      const [frame] = await has(socket, 1)
      expect(frame?.headers.destination).toBe(`/topic/notifications/${alder.token}`)
      const info = await fetch(`${alder.desk.url}/api/websocket-endpoint/info`)
      expect(await info.json()).toMatchObject({ websocket: true })
    },
  )

  // spec: 7.reference.8
  test('7.reference.8 Live socket: It subscribes to /topic/notifications/{userToken} with client acknowledgement.', async () => {
    const { desk, alder } = await startWithOneUser({ firms: ['Alder', 'Birch'] })
    const birch = await desk.trader('birch')
    const own = await connects(alder, alder.token ?? '')
    await alder.advertises('BUY', toyota, 10_000)
    await alder.advertises('BUY', '6758.T', 10_000)
    const [first, second] = (await has(own, 2)).map(({ headers }) => headers['message-id'])

    // An acknowledged notification is marked and not sent again; an unacknowledged one is sent again.
    own.frames[0]?.ack()
    await until('the acknowledgement', async () => {
      const listed = await alder.asks<Notification[]>('/notifications')
      return listed.some(({ id, ack }) => id === first && ack)
    })
    await own.client.deactivate()
    const again = await connects(alder, alder.token ?? '')
    await alder.advertises('BUY', '8306.T', 10_000)
    const ids = (await has(again, 2)).map(({ headers }) => headers['message-id'])
    expect(ids[0]).toBe(second)
    expect(ids).not.toContain(first)

    // Nobody can subscribe to another user's topic.
    const errors: string[] = []
    const client = new Client({
      webSocketFactory: () =>
        new SockJS(`${desk.url}/api/websocket-endpoint`, null, { transports: 'websocket' }),
      connectHeaders: { Authorization: `Bearer ${birch.token}` },
      reconnectDelay: 0,
      onConnect: () => client.subscribe(`/topic/notifications/${alder.token}`, () => errors.push('heard')),
      onStompError: ({ headers }) => errors.push(headers.message ?? ''),
    })
    onTestFinished(() => client.deactivate())
    client.activate()
    await until('the refusal', async () => errors.length > 0)
    expect(errors).not.toContain('heard')
  })

  // spec: 7.reference.9
  test('7.reference.9 Live socket: Messages are JSON with a nested message string, collected as notifications.', async () => {
    const { alder } = await startWithOneUser()
    const socket = await connects(alder, alder.token ?? '')
    const { id } = await alder.advertises('BUY', toyota, 10_000)
    await alder.asks(`/advert/pause-advert/${id}`)
    await has(socket, 2)

    const collected = socket.frames.map(({ body }) => {
      const outer = JSON.parse(body) as { message: unknown }
      expect(Object.keys(outer)).toEqual(['message'])
      expect(outer.message).toBeTypeOf('string')
      return JSON.parse(String(outer.message)) as Notification
    })
    expect(collected.map(({ message }) => message)).toEqual(['ADVERT_SUBMITTED', 'ADVERT_UPDATED'])
    expect(collected[1]).toMatchObject({ advertisementId: id, messageType: 'statusAlert' })
    expect((await alder.asks<Notification[]>('/notifications'))[0]).toEqual(collected[1])
  })
})
