import type { Advert } from '@aitai/contract/schemas/adverts.ts'
import { tradingDay } from '@aitai/engine/calendar/calendar.ts'
import {
  importSnapshotKey,
  latestSnapshot,
  purgeOldSnapshots,
  restorableAdverts,
  type Snapshot,
  type SnapshotKey,
  type SnapshotStore,
  saveSnapshot,
} from './snapshots.ts'

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
      const kept = restorableAdverts(adverts, day)
      const written = JSON.stringify([day, kept])
      if (written === last) return Promise.resolve()
      last = written
      return enqueue(async () => saveSnapshot(store, await box, day, kept)).catch(() => {
        // Retried with the next list; the desk works without it.
        last = ''
      })
    },
  }
}
