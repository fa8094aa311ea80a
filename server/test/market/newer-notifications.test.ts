import type { Notification } from '@aitai/contract/schemas/notifications.ts'
import { expect, test } from 'vitest'
import { acknowledgedNotifications } from '../support/pushed-notifications.ts'
import { startTestServer } from '../support/test-server.ts'

test('notifications of a newer version are listed without what is unknown, and never fail the list', async () => {
  const desk = await startTestServer({ firms: ['Alder'], brokers: ['Hinoki'] })
  const alder = await (await desk.trader('alder')).connects()
  for (const ric of ['7203.T', '6758.T', '8306.T']) await alder.advertises('BUY', ric, 10_000)
  const list = () => alder.callsOk<Notification[]>('/notifications')
  const before = await acknowledgedNotifications(alder)
  const [newest, middle, oldest] = before as [Notification, Notification, Notification]
  const change = (id: string, more: object) =>
    desk.app.database
      .updateTable('notification')
      .set({ body: JSON.stringify({ ...before.find((each) => each.id === id), ...more }) })
      .where('id', '=', id)
      .execute()
  // A kind and a field that this version does not know, and a value that it cannot show.
  await change(newest.id, { message: 'OF_TOMORROW', ofTomorrow: { name: 'Emma' } })
  await change(middle.id, { messageType: 'of tomorrow' })

  expect(await list()).toEqual([{ ...newest, message: 'OF_TOMORROW' }, oldest])
})
