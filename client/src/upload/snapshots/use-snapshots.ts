import { tradingDay } from '@aitai/engine/calendar/calendar.ts'
import { skipToken } from '@reduxjs/toolkit/query/react'
import { useEffect, useRef, useState } from 'react'
import { useAdvertListQuery, useSnapshotKeyQuery } from '../../app/api/desk-api.ts'
import { serverClock } from '../../app/connection/server-clock.ts'
import { browserSnapshotStore } from './browser-snapshot-store.ts'
import { createSnapshotRecorder, type SnapshotRecorder } from './snapshot-recorder.ts'
import { canEncrypt, type Snapshot } from './snapshots.ts'

/** What can be restored, or why nothing can be. */
export type Restorable =
  | { readonly state: 'available'; readonly snapshot: Snapshot }
  | { readonly state: 'looking' | 'none' | 'insecure' | 'unavailable' }

/**
 * Records the day's adverts after each fetch, encrypted with a key that only this trader gets, and finds the
 * newest snapshot of an earlier day.
 */
export function useSnapshots(): Restorable {
  const { data: adverts, fulfilledTimeStamp } = useAdvertListQuery()
  const { data, isError } = useSnapshotKeyQuery(canEncrypt() ? undefined : skipToken)
  const key = data?.key
  const [found, setFound] = useState<Restorable>({ state: 'looking' })
  const recorder = useRef<SnapshotRecorder | null>(null)
  const today = tradingDay(serverClock.now())

  useEffect(() => {
    if (key === undefined) return
    let isOver = false
    const tell = (restorable: Restorable): void => void (isOver || setFound(restorable))
    recorder.current = createSnapshotRecorder(key, browserSnapshotStore, () => serverClock.now())
    recorder.current.latestBefore(today).then(
      (snapshot) => tell(snapshot ? { state: 'available', snapshot } : { state: 'none' }),
      // A browser may forbid storing anything.
      () => tell({ state: 'unavailable' }),
    )
    return () => {
      isOver = true
    }
  }, [key, today])
  useEffect(() => {
    if (adverts && fulfilledTimeStamp && key !== undefined) void recorder.current?.record(adverts)
  }, [adverts, fulfilledTimeStamp, key])

  if (!canEncrypt()) return { state: 'insecure' }
  return isError && key === undefined ? { state: 'unavailable' } : found
}
