import { closeCodes } from '@aitai/contract/routes/live.ts'
import type { Notification } from '@aitai/contract/schemas/notifications.ts'
import type { AdvertStatus } from '@aitai/engine/adverts/advert.ts'
import { expect, test } from 'vitest'
import type { TestUser } from '../../support/test-user.ts'
import { until } from '../../support/until.ts'
import {
  advanceTime,
  changeAdvert,
  closeCodeOf,
  liveAdvert,
  locatePair,
  minuteMs,
  openSocketOf,
  startAgreed,
  startWithOneTrader,
  startWithTwoTraders,
  toyota,
  untilStatus,
} from '../journey-fixtures.ts'
import { ScriptedMarket } from '../scripted-market.ts'

const listed = (person: TestUser): Promise<Notification[]> => person.asks('/notifications')
const types = async (person: TestUser): Promise<string[]> =>
  (await listed(person)).map(({ message }) => message)

// spec: 4.notifications.1
test('4.notifications.1 States: unread, then acknowledged.', async () => {
  const { desk, alder } = await startWithOneTrader()
  await alder.asks('/logout', { method: 'POST' })
  const reader = await desk.trader('alder')
  const socket = await openSocketOf(reader)
  const { id } = await liveAdvert(reader)
  await changeAdvert(reader, 'pause', { id })
  await until('both to be told', async () => socket.received.length === 2)
  expect((await listed(reader)).map(({ message, ack }) => [message, ack])).toEqual([
    ['ADVERT_UPDATED', false],
  ])

  // Only this one is read; acknowledging it twice is idempotent.
  const [submitted, updated] = socket.messages
  updated?.ack()
  updated?.ack()
  await until('the acknowledgement', async () => (await listed(reader))[0]?.ack)
  await socket.client.deactivate()
  const again = await openSocketOf(reader)
  await until('the unread one', async () => again.received.length > 0)
  expect(again.received.map((each) => each.id)).toEqual([submitted?.headers['message-id']])
})

// spec: 4.notifications.2
test('4.notifications.2 Expiry, cancel trigger, user-accepted-locate and market error alerts are acknowledged immediately when clicked.', async () => {
  const market = new ScriptedMarket()
  const both = await startWithTwoTraders({ quotes: market.quotes })
  const reader = both.alder
  const socket = await openSocketOf(reader)
  await reader.accepts((await locatePair(both)).locate)
  const ends = await reader.advertises('BUY', '6758.T', 10_000, { duration: '60' })
  const falls = { knockoutTriggerActivated: true, knockoutTrigger: 2_400 }
  const dies = await reader.advertises('BUY', '8306.T', 10_000, falls)
  const fails = await liveAdvert(reader, '4063.T')
  market.standsAt('8306.T', 2_401)
  market.says('4063.T', { at: Number.NaN })
  for (const { id } of [dies, fails]) await untilStatus(reader, id, 'DEAD')
  await advanceTime(both.desk, reader, 60 * minuteMs)
  await untilStatus(reader, ends.id, 'DEAD')

  const alerts = ['USER_ACCEPTED_LOCATE', 'CANCEL_TRIGGER', 'MARKET_ERROR', 'Advertisement expired']
  for (const alert of alerts) {
    const place = await until(alert, async () => {
      const found = socket.received.findIndex(({ message }) => message === alert)
      return found >= 0 && { found }
    })
    expect(socket.received[place.found]).toMatchObject({ messageType: 'statusAlert', ack: false })
    socket.messages[place.found]?.ack({ receipt: alert })
  }
  await until(
    'the acknowledgements',
    async () =>
      (await listed(reader)).filter(({ ack, message }) => ack && alerts.includes(message)).length === 3,
  )
})

// spec: 4.notifications.19
test('4.notifications.19 An advert refresh is triggered after most of these.', async () => {
  const both = await startWithTwoTraders()
  const { desk, alder, birch } = both
  /** Reads the list as soon as a message arrives, because nobody is notified before the change is visible. */
  const refreshed = async (id: string, message: string, status: AdvertStatus[]) => {
    const listed = await until(message, async () =>
      alder.received.find((each) => each.message === message && each.advertisementId === id),
    )
    expect(listed.timestamp).toBeLessThanOrEqual(desk.clock.now())
    expect(status).toContain((await alder.advert(id)).advertisementStatus)
  }

  const { id } = await alder.advertises('BUY', toyota, 10_000, { duration: '60' })
  await refreshed(id, 'ADVERT_SUBMITTED', ['SENT', 'LIVE'])
  await changeAdvert(alder, 'pause', { id })
  await refreshed(id, 'ADVERT_UPDATED', ['PAUSED'])
  await changeAdvert(alder, 'resume', { id })
  await refreshed(id, 'USER_RESUMED_ADVERT', ['LIVE'])
  await birch.advertises('SELL', toyota, 10_000)
  await refreshed(id, 'Contra Located', ['ACCEPT/DECLINE?'])
  await alder.accepts(await alder.isLocated(id))
  await refreshed(id, 'USER_ACCEPTED_LOCATE', ['LOCATED'])
  desk.clock.advance(31_501)
  await refreshed(id, 'Contra locate timeout', ['PAUSED'])
  await advanceTime(desk, alder, 60 * minuteMs)
  await refreshed(id, 'Advertisement expired', ['DEAD'])
})

// spec: 4.notifications.20
test('4.notifications.20 A new notification for a security replaces the older one for that security, except accepted and expired ones.', async () => {
  const { desk, alder } = await startAgreed()
  expect(await types(alder)).toEqual(['Contra Connection Accepted!'])

  const again = await alder.advertises('BUY', toyota, 10_000, { duration: '60' })
  expect(await types(alder)).toEqual(['ADVERT_SUBMITTED', 'Contra Connection Accepted!'])
  await alder.advertises('BUY', '6758.T', 10_000)
  await changeAdvert(alder, 'pause', again)
  expect(await types(alder)).toEqual(['ADVERT_UPDATED', 'ADVERT_SUBMITTED', 'Contra Connection Accepted!'])

  await advanceTime(desk, alder, 60 * minuteMs)
  await untilStatus(alder, again.id, 'DEAD')
  await alder.advertises('SELL', toyota, 10_000)
  expect(await types(alder)).toEqual([
    ...['ADVERT_SUBMITTED', 'Advertisement expired', 'ADVERT_SUBMITTED', 'Contra Connection Accepted!'],
  ])
})

// spec: 4.notifications.21
test('4.notifications.21 Logout or timeout message: the socket is disconnected and the user is sent to log off.', async () => {
  const { desk } = await startWithOneTrader()
  const ends = [
    ['trader Desk logged out', async () => void (await desk.trader('alder'))],
    ['trader Desk logged out', (person: TestUser) => person.asks('/logout', { method: 'POST' })],
    [
      'trader Desk timed out',
      async () => {
        desk.clock.advance(60 * minuteMs)
        await desk.app.sweep()
      },
    ],
  ] as const

  for (const [message, end] of ends) {
    const person = await desk.trader('alder')
    const socket = await openSocketOf(person)
    await end(person)
    expect(await closeCodeOf(socket)).toBe(closeCodes.ended)
    expect(socket.received.map((notification) => notification.message)).toEqual([message])
    expect(await person.isRefused('/user/my-details')).toMatchObject({ status: 401 })
  }
})
