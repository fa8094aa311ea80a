import type { Advert } from '@aitai/contract/schemas/adverts.ts'
import type { PreviousAdvert } from '@aitai/contract/schemas/upload.ts'
import { advertCan } from '@aitai/engine/adverts/status-actions.ts'
import { pickTerms } from '@aitai/engine/adverts/terms.ts'
import { tradingDay } from '@aitai/engine/calendar/trading-days.ts'

/** The maximum age of a snapshot in days. Older ones are purged. */
export const lookBackDays = 6

/** The adverts of one trader and day, encrypted. `box` identifies the key. */
export interface EncryptedSnapshot {
  /** Hash of the key; an e-mail address would be readable by every user of this browser. */
  readonly box: string
  /** Days since 1970 in Tokyo (`tradingDay`). */
  readonly day: number
  readonly iv: Uint8Array<ArrayBuffer>
  readonly sealed: ArrayBuffer
}

/** Storage with at most one snapshot per box and day. */
export interface SnapshotStore {
  put(snapshot: EncryptedSnapshot): Promise<void>
  all(): Promise<readonly EncryptedSnapshot[]>
  remove(box: string, day: number): Promise<void>
}

/** The key of one trader, in memory only, and the name under which its snapshots are stored. */
export interface SnapshotKey {
  readonly name: string
  readonly key: CryptoKey
}

const utf8 = new TextEncoder()

/** Whether the page can encrypt: browsers offer Web Crypto to secure pages only. */
export const canEncrypt = (): boolean => globalThis.crypto?.subtle !== undefined

/** Imports a key of 256 bits in base64. The result is not extractable. */
export async function importSnapshotKey(keyInBase64: string): Promise<SnapshotKey> {
  const bytes = Uint8Array.from(atob(keyInBase64), (character) => character.charCodeAt(0))
  const name = await crypto.subtle.digest(
    'SHA-256',
    new Uint8Array([...utf8.encode('snapshot of '), ...bytes]),
  )
  const key = await crypto.subtle.importKey('raw', bytes, 'AES-GCM', false, ['encrypt', 'decrypt'])
  return {
    key,
    name: Array.from(new Uint8Array(name), (byte) => byte.toString(16).padStart(2, '0')).join(''),
  }
}

/** Binds a snapshot to its key and day. */
const encryptionParams = ({ name }: SnapshotKey, day: number, iv: Uint8Array<ArrayBuffer>): AesGcmParams => ({
  name: 'AES-GCM',
  iv,
  additionalData: utf8.encode(`${name}/${day}`),
})

/** Stores a day's adverts and replaces an earlier snapshot of that day; removes it if there are no adverts. */
export async function saveSnapshot(
  store: SnapshotStore,
  box: SnapshotKey,
  day: number,
  adverts: readonly PreviousAdvert[],
): Promise<void> {
  if (adverts.length === 0) return store.remove(box.name, day)
  const iv = crypto.getRandomValues(new Uint8Array(12))
  const text = utf8.encode(JSON.stringify(adverts))
  const sealed = await crypto.subtle.encrypt(encryptionParams(box, day, iv), box.key, text)
  await store.put({ box: box.name, day, iv, sealed })
}

/** Removes the expired snapshots of all users. */
export async function purgeOldSnapshots(store: SnapshotStore, today: number): Promise<void> {
  for (const { box, day } of await store.all()) if (day < today - lookBackDays) await store.remove(box, day)
}

export interface Snapshot {
  readonly day: number
  readonly adverts: readonly PreviousAdvert[]
}

/** The newest snapshot of the last six days before today, or null. */
export async function latestSnapshot(
  store: SnapshotStore,
  box: SnapshotKey,
  today: number,
): Promise<Snapshot | null> {
  const own = (await store.all())
    .filter(
      (snapshot) => snapshot.box === box.name && snapshot.day < today && snapshot.day >= today - lookBackDays,
    )
    .sort((a, b) => b.day - a.day)
  for (const { day, iv, sealed } of own) {
    const text = await crypto.subtle
      .decrypt(encryptionParams(box, day, iv), box.key, sealed)
      .catch(() => null)
    // Skip a damaged snapshot; that of the day before may be readable.
    if (text) return { day, adverts: JSON.parse(new TextDecoder().decode(text)) as PreviousAdvert[] }
  }
  return null
}

/** Whether an advert is stored for a restore: its owner can still change it, or it has expired. */
const isRecordable = (advert: Advert): boolean =>
  advertCan('modify', advert) || (advert.advertisementStatus === 'DEAD' && advert.causeOfDeath === 'EXPIRED')

/**
 * The adverts of a list that are stored for a day: those sent on it. On a Saturday the list still has
 * Friday's adverts, and they are stored under Friday.
 */
export const restorableAdverts = (adverts: readonly Advert[], day: number): PreviousAdvert[] =>
  adverts
    .filter(
      (advert) => isRecordable(advert) && advert.submitTime !== null && tradingDay(advert.submitTime) === day,
    )
    .map(previousOf)

/**
 * What `prepare-restore` asks for. Levels are prices of their day, so their offsets from the close are stored
 * instead.
 */
function previousOf(advert: Advert): PreviousAdvert {
  const { advertisingTrigger, knockoutTrigger, ...terms } = pickTerms(advert)
  return {
    ...terms,
    securityId: advert.securityId,
    advertisingTriggerOffset: advert.advertisingTriggerOffset,
    knockoutTriggerOffset: advert.knockoutTriggerOffset,
    submitTime: advert.submitTime,
    closePrice: advert.closePrice ?? null,
  }
}

/** Records one trader's days in a store and finds the last recorded one. */
export interface SnapshotRecorder {
  /** The newest snapshot before today; purges expired ones. */
  latestBefore(today: number): Promise<Snapshot | null>
  /** Records a fetched list under the current day in Tokyo. */
  record(adverts: readonly Advert[]): Promise<void>
}

/** A recorder for the owner of this key; `now` returns milliseconds UTC on the server's clock. */
export function createSnapshotRecorder(
  key: string,
  store: SnapshotStore,
  now: () => number,
): SnapshotRecorder {
  const box: Promise<SnapshotKey> = importSnapshotKey(key)
  let last = ''
  // One at a time: a late write must not come after a newer one.
  let queue: Promise<unknown> = Promise.resolve()
  const enqueue = <T>(task: () => Promise<T>): Promise<T> => {
    const done = queue.then(task)
    queue = done.catch(() => undefined)
    return done
  }
  return {
    latestBefore: (today) =>
      enqueue(async () => {
        await purgeOldSnapshots(store, today)
        return latestSnapshot(store, await box, today)
      }),
    record: (adverts) => {
      const day = tradingDay(now())
      const snapshot = restorableAdverts(adverts, day)
      const written = JSON.stringify([day, snapshot])
      if (written === last) return Promise.resolve()
      last = written
      return enqueue(async () => saveSnapshot(store, await box, day, snapshot)).catch(() => {
        // Retried with the next list; the desk works without it.
        last = ''
      })
    },
  }
}
