import { afterEach, expect, test, vi } from 'vitest'
import { notificationAcknowledged } from '../connection/received-notifications.ts'
import { isForEveryTab, joinTabChannel } from './browser-tabs.ts'
import { settingChosen } from './settings.ts'
import { createStore } from './store.ts'

/** Another tab of the same browser, on the same channel. */
const otherTab = () => {
  const received: unknown[] = []
  const channel = new BroadcastChannel('aitai')
  channel.onmessage = ({ data }) => received.push(data)
  return { received, channel }
}
const leaving: (() => void)[] = []
afterEach(() => {
  for (const leave of leaving.splice(0)) leave()
})

test('notifications read in one tab are read in the others', async () => {
  const store = createStore()
  leaving.push(joinTabChannel(store.dispatch))
  const { received, channel } = otherTab()
  leaving.push(() => channel.close())

  store.dispatch(notificationAcknowledged('n1'))
  await vi.waitFor(() =>
    expect(received).toEqual([{ type: 'notifications/notificationAcknowledged', payload: 'n1' }]),
  )
  channel.postMessage({ type: 'notifications/notificationAcknowledged', payload: 'n2' })
  await vi.waitFor(() => expect(store.getState().notifications.acknowledged).toEqual(['n1', 'n2']))
  store.dispatch(settingChosen({ sound: 'off' }))
  await vi.waitFor(() => expect(received).toHaveLength(2))

  // A received action is not sent again, or two tabs would never stop.
  expect(received[1]).toEqual({ type: 'settings/settingChosen', payload: { sound: 'off' } })
})

test('only marked actions are shared between tabs', () => {
  expect(isForEveryTab(notificationAcknowledged('n1'))).toBe(true)
  expect(isForEveryTab({ type: 'notifications/notificationAcknowledged', payload: 'n1' })).toBe(false)
})
