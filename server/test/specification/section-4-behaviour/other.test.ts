import type { Broker } from '@aitai/contract/schemas/reference.ts'
import { expect, test } from 'vitest'
import { csvOf, plainRow, uploadFile } from '../../support/csv-uploads.ts'
import { until } from '../../support/until.ts'
import {
  liveAdvert,
  openSocketOf,
  startWithOneTrader,
  startWithTwoTraders,
  toyota,
} from '../journey-fixtures.ts'

const offsets = {
  advertTriggerOffset: 2,
  advertTriggerStatus: false,
  knockoutTriggerOffset: 5,
  knockoutTriggerStatus: false,
  indexRelativeOffset: 0,
  indexRelativeStatus: false,
}

/** Saves price conditions among otherwise plain preferences. */
async function saves(at: Awaited<ReturnType<typeof startWithOneTrader>>, priceConditions: typeof offsets) {
  const brokers = await at.alder.asks<Broker[]>('/broker/user-brokers-list')
  const advertPreferences = {
    credibilityHurdle: 10,
    duration: '150',
    minQuantity: 50,
    quantityDecay: false,
    transactionType: 'CASH_ONLY',
    contraTransactionType: 'CASH_ONLY',
  }
  const pathPreferences = { ranked: false, brokers: brokers.map(({ brokerID }) => ({ id: brokerID })) }
  const body = { priceConditions, advertPreferences, pathPreferences }
  return at.alder.calls('/user-defaults/set-trader-defaults', { body })
}

// spec: 4.other.6
test('4.other.6 Live socket: after connection loss it retries after 10 seconds, with a reconnect delay of 20 seconds.', async () => {
  const { desk, alder, birch } = await startWithTwoTraders()
  await alder.asks('/logout', { method: 'POST' })
  const person = await desk.trader('alder')
  const socket = await openSocketOf(person)
  const { id } = await liveAdvert(person)
  socket.client.forceDisconnect()
  await until('the loss', async () => socket.closes.length > 0)

  // Half a minute without a socket is no absence: the contra is met, and no notification is lost.
  desk.clock.advance(30_000)
  await birch.advertises('SELL', toyota, 10_000)
  await until('the contra', async () => (await person.locates()).some((each) => each.advertisementId === id))
  await socket.client.deactivate()
  const again = await openSocketOf(person)
  await until('what was missed', async () => again.received.length >= 2)
  expect(again.received.map(({ message }) => message)).toEqual(['ADVERT_SUBMITTED', 'Contra Located'])
})

// spec: 4.other.7
test('4.other.7 It disconnects on page unload.', async () => {
  const { desk } = await startWithOneTrader()
  const person = await desk.trader('alder')
  const socket = await openSocketOf(person)
  const { id } = await liveAdvert(person)
  await socket.client.deactivate()

  // The page is gone, but not its session: adverts stay live, and a reloaded page continues.
  expect((await person.advert(id)).advertisementStatus).toBe('LIVE')
  const again = await openSocketOf(person)
  await until('what was not acknowledged', async () => again.received.length > 0)
  expect(again.received[0]).toMatchObject({ message: 'ADVERT_SUBMITTED', advertisementId: id })
  expect(socket.errors).toEqual([])
})

// spec: 4.other.8
test('4.other.8 Advertising trigger toggle: turning it off resets its offset to the saved value.', async () => {
  const at = await startWithOneTrader()
  expect((await saves(at, { ...offsets, advertTriggerOffset: 2.5 })).status).toBe(200)

  const saved = await at.alder.asks('/user-defaults/get-trader-defaults')
  expect(saved).toMatchObject({ priceConditions: { advertTriggerOffset: 2.5, advertTriggerStatus: false } })
  // A draft is measured by it too, before anything is switched on.
  const draft = await at.alder.drafts(toyota)
  expect(draft).toMatchObject({ advertisingTriggerActivated: false, advertisingTriggerOffset: 2.5 })
  expect(draft.buyAdvertisingTrigger).toBe(2_832.5)
})

// spec: 4.other.9
test('4.other.9 Offset inputs are disabled when their status is off.', async () => {
  const at = await startWithOneTrader()
  const wild = { ...offsets, indexRelativeOffset: 99 }

  // The form keeps a disabled index-relative offset as it is. The other two are checked always.
  expect(await saves(at, wild)).toMatchObject({ status: 200, body: { priceConditions: wild } })
  for (const name of ['advertTriggerOffset', 'knockoutTriggerOffset'])
    expect(await saves(at, { ...wild, [name]: 99 })).toMatchObject({
      status: 400,
      body: { field: `priceConditions/${name}`, variables: { max: 10 } },
    })
  const row = { ...plainRow, knockoutTriggerActivated: 'no', knockoutTriggerOffset: '99' }
  expect(await uploadFile(at.alder, csvOf(at.desk, [row]))).toMatchObject([{ status: 'OK' }])
})
