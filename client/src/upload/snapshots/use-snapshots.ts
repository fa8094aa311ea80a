import { tradingDay } from '@aitai/engine/calendar/trading-days.ts'
import { skipToken } from '@reduxjs/toolkit/query/react'
import { useEffect, useRef } from 'react'
import { useAdvertListQuery, useSnapshotKeyQuery } from '../../shared/api/desk-api.ts'
import { withoutProgress } from '../../shared/api/stale-since.ts'
import { serverClock } from '../../shared/connection/server-clock.ts'
import { useAppDispatch, useAppSelector } from '../../shared/store/store.ts'
import { browserSnapshotStore } from './browser-snapshot-store.ts'
import { type Restore, restoreChanged, selectRestore } from './restore-slice.ts'
import { canEncrypt, createSnapshotRecorder, type Snapshot, type SnapshotRecorder } from './snapshots.ts'

/**
 * Records the day's adverts after each fetch, encrypted with a key that only this trader gets, and finds the
 * newest snapshot of an earlier day.
 */
export function useSnapshots(): Restore {
  const dispatch = useAppDispatch()
  const { data: adverts, fulfilledTimeStamp } = useAdvertListQuery(undefined, {
    selectFromResult: withoutProgress,
  })
  const { data, isError } = useSnapshotKeyQuery(canEncrypt() ? undefined : skipToken)
  const key = data?.key
  const found = useAppSelector(selectRestore)
  const recorder = useRef<SnapshotRecorder | null>(null)
  const today = tradingDay(serverClock.now())

  useEffect(() => {
    if (key === undefined) return
    let isOver = false
    const report = (restore: Restore): void => void (isOver || dispatch(restoreChanged(restore)))
    recorder.current = createSnapshotRecorder(key, browserSnapshotStore, () => serverClock.now())
    recorder.current.latestBefore(today).then(
      (snapshot) => report(restoreOf(snapshot)),
      // A browser may forbid storing anything.
      () => report(notRestorable('unavailable')),
    )
    return () => {
      isOver = true
    }
  }, [dispatch, key, today])
  useEffect(() => {
    if (adverts && fulfilledTimeStamp && key !== undefined) void recorder.current?.record(adverts)
  }, [adverts, fulfilledTimeStamp, key])

  if (!canEncrypt()) return notRestorable('insecure')
  return isError && key === undefined ? notRestorable('unavailable') : found
}

const notRestorable = (because: Extract<Restore, { restoreAvailable: false }>['because']): Restore => ({
  restoreAvailable: false,
  because,
})

const restoreOf = (snapshot: Snapshot | null): Restore =>
  snapshot
    ? { restoreAvailable: true, restoreDate: snapshot.day, expiredAdvertisements: snapshot.adverts }
    : notRestorable('none')
