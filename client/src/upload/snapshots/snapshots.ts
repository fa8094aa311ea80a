import type { Advert } from '@aitai/contract/schemas/adverts.ts'
import type { PreviousAdvert } from '@aitai/contract/schemas/upload.ts'
import { tradingDay } from '@aitai/engine/calendar/calendar.ts'

/** How many days back a snapshot may lie (specification 9). Older ones are purged. */
export const lookBackDays = 6

/** One day of one trader, sealed. Nothing in it can be read without the key, whose holder `box` stands for. */
export interface EncryptedSnapshot {
  /** Who: a hash of the key, as an e-mail address would tell everybody at this browser. */
  readonly box: string
  /** Days since 1970 in Tokyo (`tradingDay`). */
  readonly day: number
  readonly iv: Uint8Array<ArrayBuffer>
  readonly sealed: ArrayBuffer
}

/** Where snapshots lie: at most one for a box and a day. */
export interface SnapshotStore {
  put(kept: EncryptedSnapshot): Promise<void>
  all(): Promise<readonly EncryptedSnapshot[]>
  remove(box: string, day: number): Promise<void>
}

/** The key of one trader, in memory only, and the name under which its snapshots lie. */
export interface SnapshotKey {
  readonly name: string
  readonly key: CryptoKey
}

const utf8 = new TextEncoder()

/** Whether this page can seal anything: browsers give the means to secure pages only. */
export const canEncrypt = (): boolean => globalThis.crypto?.subtle !== undefined

/** The box of a key as the server gives it, 256 bits in base64. It cannot be read out again. */
export async function importSnapshotKey(keyInBase64: string): Promise<SnapshotKey> {
  const bytes = Uint8Array.from(atob(keyInBase64), (letter) => letter.charCodeAt(0))
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

/** A snapshot opens in its own box and under its own day only. */
const sealing = ({ name }: SnapshotKey, day: number, iv: Uint8Array<ArrayBuffer>): AesGcmParams => ({
  name: 'AES-GCM',
  iv,
  additionalData: utf8.encode(`${name}/${day}`),
})

/** Keeps a day's adverts, in place of what was kept of it; none at all leave no trace of the day. */
export async function saveSnapshot(
  shelf: SnapshotStore,
  box: SnapshotKey,
  day: number,
  adverts: readonly PreviousAdvert[],
): Promise<void> {
  if (adverts.length === 0) return shelf.remove(box.name, day)
  const iv = crypto.getRandomValues(new Uint8Array(12))
  const text = utf8.encode(JSON.stringify(adverts))
  const sealed = await crypto.subtle.encrypt(sealing(box, day, iv), box.key, text)
  await shelf.put({ box: box.name, day, iv, sealed })
}

/** Whoever they belong to, snapshots that nobody may restore any more go. */
export async function purgeOldSnapshots(shelf: SnapshotStore, today: number): Promise<void> {
  for (const { box, day } of await shelf.all()) if (day < today - lookBackDays) await shelf.remove(box, day)
}

export interface Snapshot {
  readonly day: number
  readonly adverts: readonly PreviousAdvert[]
}

/** The newest snapshot of a box of the days before today, six at most (specification 4). Null without one. */
export async function latestSnapshot(
  shelf: SnapshotStore,
  box: SnapshotKey,
  today: number,
): Promise<Snapshot | null> {
  const own = (await shelf.all())
    .filter((kept) => kept.box === box.name && kept.day < today && kept.day >= today - lookBackDays)
    .sort((a, b) => b.day - a.day)
  for (const { day, iv, sealed } of own) {
    const text = await crypto.subtle.decrypt(sealing(box, day, iv), box.key, sealed).catch(() => null)
    // One that was damaged is none; the day before may still do.
    if (text) return { day, adverts: JSON.parse(new TextDecoder().decode(text)) as PreviousAdvert[] }
  }
  return null
}

const inPlay: readonly string[] = ['SENT', 'LIVE', 'PAUSED']

/** Whether an advert is worth keeping for another day: in play, or run out (specification 4). */
const isKept = ({ advertisementStatus, causeOfDeath }: Advert): boolean =>
  inPlay.includes(advertisementStatus) || (advertisementStatus === 'DEAD' && causeOfDeath === 'EXPIRED')

/**
 * What is kept of a list under a day: what was sent on it. The list still shows Friday's adverts on a
 * Saturday, and they are Friday's.
 */
export const restorableAdverts = (adverts: readonly Advert[], day: number): PreviousAdvert[] =>
  adverts
    .filter((advert) => isKept(advert) && advert.submitTime !== null && tradingDay(advert.submitTime) === day)
    .map(previousOf)

/** What `prepare-restore` asks for: terms and offsets, as levels are of their day. */
const previousOf = (advert: Advert): PreviousAdvert => ({
  securityId: advert.securityId,
  duration: advert.duration,
  direction: advert.direction,
  shareQuantity: advert.shareQuantity,
  minimumQuantity: advert.minimumQuantity,
  quantityDecay: advert.quantityDecay,
  credibilityHurdle: advert.credibilityHurdle,
  advertisingTriggerActivated: advert.advertisingTriggerActivated,
  advertisingTriggerOffset: advert.advertisingTriggerOffset,
  knockoutTriggerActivated: advert.knockoutTriggerActivated,
  knockoutTriggerOffset: advert.knockoutTriggerOffset,
  indexRelativeKOTriggerActivated: advert.indexRelativeKOTriggerActivated,
  indexRelativeKOTrigger: advert.indexRelativeKOTrigger,
  brokerIds: advert.brokerIds,
  ranked: advert.ranked,
  transactionType: advert.transactionType,
  transactionTypePreference: advert.transactionTypePreference,
  submitTime: advert.submitTime,
})
