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

/** Keeps one trader's days on a shelf, and looks back at them. */
export interface SnapshotRecorder {
  /** The newest day before today; what nobody may restore any more goes (specification 4). */
  lookBack(today: number): Promise<Snapshot | null>
  /** Keeps a list as it was just fetched, under the day of Tokyo that it is now. */
  keep(adverts: readonly Advert[]): Promise<void>
}

/** The keeper of whoever was given this key; `now` gives milliseconds UTC on the server's clock. */
export function createSnapshotRecorder(
  key: string,
  shelf: SnapshotStore,
  now: () => number,
): SnapshotRecorder {
  const box: Promise<SnapshotKey> = importSnapshotKey(key)
  let last = ''
  // One at a time: a late write must not come after a newer one.
  let queue: Promise<unknown> = Promise.resolve()
  const inTurn = <T>(task: () => Promise<T>): Promise<T> => {
    const done = queue.then(task)
    queue = done.catch(() => undefined)
    return done
  }
  return {
    lookBack: (today) =>
      inTurn(async () => {
        await purgeOldSnapshots(shelf, today)
        return latestSnapshot(shelf, await box, today)
      }),
    keep: (adverts) => {
      const day = tradingDay(now())
      const kept = restorableAdverts(adverts, day)
      const written = JSON.stringify([day, kept])
      if (written === last) return Promise.resolve()
      last = written
      return inTurn(async () => saveSnapshot(shelf, await box, day, kept)).catch(() => {
        // To be tried again with the next list: the desk goes on without it.
        last = ''
      })
    },
  }
}
