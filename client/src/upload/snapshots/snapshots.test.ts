import type { Advert } from '@aitai/contract/schemas/adverts.ts'
import type { PreviousAdvert } from '@aitai/contract/schemas/upload.ts'
import { startOfTradingDay } from '@aitai/engine/calendar/trading-days.ts'
import { optionalTermsOff } from '@aitai/engine/model/advert.ts'
import { expect, test } from 'vitest'
import {
  createSnapshotRecorder,
  type EncryptedSnapshot,
  importSnapshotKey,
  latestSnapshot,
  purgeOldSnapshots,
  restorableAdverts,
  type SnapshotStore,
  saveSnapshot,
} from './snapshots.ts'

const today = 20_778
const keyOf = (character: string): string => btoa(character.repeat(32))

/** A store whose content the test can read. */
function memoryStore(): SnapshotStore & { readonly stored: Map<string, EncryptedSnapshot> } {
  const stored = new Map<string, EncryptedSnapshot>()
  return {
    stored,
    put: async (snapshot) => void stored.set(`${snapshot.box}/${snapshot.day}`, snapshot),
    all: async () => [...stored.values()],
    remove: async (box, day) => void stored.delete(`${box}/${day}`),
  }
}

const advert = {
  id: 'advert-1',
  securityId: 'planted-secret',
  direction: 'BUY',
  shareQuantity: 40_000,
  ...optionalTermsOff,
  advertisingTriggerOffset: 0,
  knockoutTriggerOffset: 5,
  brokerIds: ['kaede'],
  advertisementStatus: 'LIVE',
  causeOfDeath: null,
  submitTime: startOfTradingDay(today) + 1,
} as unknown as Advert
const snapshot = restorableAdverts([advert], today)
const of = (shareQuantity: number): PreviousAdvert[] => snapshot.map((each) => ({ ...each, shareQuantity }))

test('a snapshot can be read with its key and is not stored as plain text', async () => {
  const store = memoryStore()
  await saveSnapshot(store, await importSnapshotKey(keyOf('a')), today - 1, snapshot)

  expect(await latestSnapshot(store, await importSnapshotKey(keyOf('a')), today)).toEqual({
    day: today - 1,
    adverts: snapshot,
  })
  for (const { box, sealed, iv } of store.stored.values()) {
    const stored = box + Buffer.from(sealed).toString('latin1') + Buffer.from(iv).toString('latin1')
    for (const secret of ['planted-secret', 'shareQuantity', 'BUY', '40000', keyOf('a'), 'aaaa'])
      expect(stored).not.toContain(secret)
  }
})

test('another user of the same browser cannot read a snapshot, not even under the name of the first', async () => {
  const store = memoryStore()
  const [alder, birch] = [await importSnapshotKey(keyOf('a')), await importSnapshotKey(keyOf('b'))]
  await saveSnapshot(store, alder, today - 1, snapshot)

  expect(await latestSnapshot(store, birch, today)).toBeNull()
  expect(await latestSnapshot(store, { ...birch, name: alder.name }, today)).toBeNull()
})

// spec: 4.snapshot.2, 9.12
test('the newest snapshot of the six days before today is used: neither today nor a week ago', async () => {
  const store = memoryStore()
  const box = await importSnapshotKey(keyOf('a'))
  for (const ago of [0, 3, 5, 7]) await saveSnapshot(store, box, today - ago, of(1_000 + ago))

  expect((await latestSnapshot(store, box, today))?.adverts[0]?.shareQuantity).toBe(1_003)
  expect((await latestSnapshot(store, box, today + 6))?.adverts[0]?.shareQuantity).toBe(1_000)
  expect(await latestSnapshot(store, box, today + 7)).toBeNull()
  expect(await latestSnapshot(store, box, today - 7)).toBeNull()
})

test('a snapshot that was damaged or moved to another day is skipped', async () => {
  const store = memoryStore()
  const box = await importSnapshotKey(keyOf('a'))
  await saveSnapshot(store, box, today - 2, of(2_000))
  await saveSnapshot(store, box, today - 3, of(3_000))
  const [second] = store.stored.values()
  if (!second) throw new Error('nothing was kept')
  await store.put({ ...second, day: today - 1 })

  expect((await latestSnapshot(store, box, today))?.adverts[0]?.shareQuantity).toBe(2_000)
  // Another value than before, whatever it was: encrypted bytes are random.
  const bytes = new Uint8Array(second.sealed)
  bytes.set([255 - (bytes[0] ?? 0)])
  expect((await latestSnapshot(store, box, today))?.day).toBe(today - 3)
})

test('snapshots older than six days are purged for all users', async () => {
  const store = memoryStore()
  for (const ago of [0, 6, 7, 30]) {
    await saveSnapshot(store, await importSnapshotKey(keyOf('a')), today - ago, snapshot)
    await saveSnapshot(store, await importSnapshotKey(keyOf('b')), today - ago, snapshot)
  }
  await purgeOldSnapshots(store, today)

  expect([...store.stored.values()].map(({ day }) => today - day).sort()).toEqual([0, 0, 6, 6])
})

// spec: 4.snapshot.1
test('active and expired adverts are stored under the day they were sent; cancelled, completed and draft adverts are not', () => {
  const with_ = (change: Partial<Advert>): number =>
    restorableAdverts([{ ...advert, ...change }], today).length

  expect(with_({ advertisementStatus: 'SENT' })).toBe(1)
  expect(with_({ advertisementStatus: 'PAUSED' })).toBe(1)
  expect(with_({ advertisementStatus: 'DEAD', causeOfDeath: 'EXPIRED' })).toBe(1)
  expect(with_({ advertisementStatus: 'DEAD', causeOfDeath: 'CANCELLED_BY_USER' })).toBe(0)
  expect(with_({ advertisementStatus: 'COMPLETED' })).toBe(0)
  expect(with_({ advertisementStatus: 'UNSENT', submitTime: null })).toBe(0)
  expect(with_({ submitTime: startOfTradingDay(today) - 1 })).toBe(0)
})

test('the snapshot of a day is removed when its last advert is cancelled', async () => {
  const store = memoryStore()
  const box = await importSnapshotKey(keyOf('a'))
  await saveSnapshot(store, box, today, snapshot)
  await saveSnapshot(store, box, today, [])

  expect(store.stored.size).toBe(0)
})

test('midnight in Tokyo with an open desk does not change the snapshot of the day before', async () => {
  const store = memoryStore()
  let now = startOfTradingDay(today) + 9 * 3_600_000
  const recorder = createSnapshotRecorder(keyOf('a'), store, () => now)
  await recorder.record([advert])
  now = startOfTradingDay(today + 1) - 1
  await recorder.record([{ ...advert, advertisementStatus: 'PAUSED' }])
  expect([...store.stored.values()].map(({ day }) => day)).toEqual([today])
  expect(await recorder.latestBefore(today)).toBeNull()

  // 15:00 UTC: the list still contains the adverts of the day before.
  now += 1
  await recorder.record([{ ...advert, advertisementStatus: 'DEAD', causeOfDeath: 'EXPIRED' }])
  expect([...store.stored.values()].map(({ day }) => day)).toEqual([today])
  expect(await recorder.latestBefore(today + 1)).toMatchObject({
    day: today,
    adverts: [{ shareQuantity: 40_000 }],
  })

  await recorder.record([{ ...advert, submitTime: now + 1 }])
  expect([...store.stored.values()].map(({ day }) => day)).toEqual([today, today + 1])
  await recorder.latestBefore(today + 8)
  expect([...store.stored.values()].map(({ day }) => day - today)).toEqual([])
})

test('a list that could not be stored is stored after the next fetch, even if unchanged', async () => {
  const store = memoryStore()
  const full = { ...store, put: async () => Promise.reject(new Error('the disk is full')) }
  let at: SnapshotStore = full
  const any: SnapshotStore = {
    put: (snapshot) => at.put(snapshot),
    all: () => at.all(),
    remove: (...of) => at.remove(...of),
  }
  const recorder = createSnapshotRecorder(keyOf('a'), any, () => startOfTradingDay(today) + 1)
  await recorder.record([advert])
  expect(store.stored.size).toBe(0)

  at = store
  await recorder.record([advert])
  expect(store.stored.size).toBe(1)
})

test('an advert is stored with its terms, and with offsets instead of levels', () => {
  const withKnockout = { ...advert, knockoutTriggerActivated: true, knockoutTrigger: 3_050 }
  const [stored] = restorableAdverts([withKnockout], today)

  expect(stored).toMatchObject({ direction: 'BUY', shareQuantity: 40_000, knockoutTriggerActivated: true })
  expect(stored).toMatchObject({ securityId: 'planted-secret', knockoutTriggerOffset: 5 })
  expect(Object.keys(stored ?? {})).not.toContain('knockoutTrigger')
  expect(Object.keys(stored ?? {})).not.toContain('advertisementStatus')
})
