import type { LocateNotification } from '@aitai/contract/schemas/locates.ts'
import type { Notification } from '@aitai/contract/schemas/notifications.ts'
import { useEffect } from 'react'
import { useListLocateNotificationsQuery } from '../app/api/desk-api.ts'
import { noticeAcknowledged } from '../app/connection/received-notifications.ts'
import { serverClock } from '../app/connection/server-clock.ts'
import { useAppDispatch, useAppSelector } from '../app/store/store.ts'
import { intervals } from '../intervals.ts'
import { latestLocates, locatePhaseOf, queueLocates } from './locate-queue.ts'
import { locateRead, locateWatched, selectLocatesState } from './locates-slice.ts'

/** The locates to show, first to last, and what to do when an outcome was read. */
export function useLocates() {
  const dispatch = useAppDispatch()
  const arrived = useAppSelector((state) => state.notices.arrived)
  const acknowledged = useAppSelector((state) => state.notices.acknowledged)
  const isLive = useAppSelector((state) => state.connection.state === 'live')
  const { watched, read, answered } = useAppSelector(selectLocatesState)
  // A push tells of everything; while the socket is down the list is asked instead.
  const { data: listed = [] } = useListLocateNotificationsQuery(undefined, {
    pollingInterval: isLive ? 0 : intervals.locatesPollWhileDown,
  })
  useHeard(listed)
  const newest = arrived.at(-1)?.locate ?? null
  useHeardOne(newest?.serverTime ?? null)

  const queue = queueLocates(
    latestLocates(listed, arrived, answered),
    arrived,
    { watched, read, acknowledged },
    serverClock.now(),
  )
  const open = queue
    .filter((locate) => locatePhaseOf(locate) !== 'outcome')
    .map((locate) => locate.locateNotificationId)
  const openIds = open.join(' ')
  useEffect(() => {
    for (const id of openIds.split(' ').filter(Boolean)) dispatch(locateWatched(id))
  }, [dispatch, openIds])

  useReadAcknowledged(arrived, read, acknowledged)
  return { queue, markRead: (locateId: string) => void dispatch(locateRead(locateId)) }
}

/**
 * An outcome that was read is read in the bell too, also where its notice comes later: it was read from the
 * list while the socket was down.
 */
function useReadAcknowledged(
  arrived: readonly Notification[],
  read: readonly string[],
  acknowledged: readonly string[],
): void {
  const dispatch = useAppDispatch()
  useEffect(() => {
    for (const { id, locateNotificationId } of arrived) {
      if (locateNotificationId === null || !read.includes(locateNotificationId)) continue
      if (!acknowledged.includes(id)) dispatch(noticeAcknowledged(id))
    }
  }, [dispatch, arrived, read, acknowledged])
}

/** Each locate carries the server's time at which it was told. */
function useHeard(locates: readonly LocateNotification[]): void {
  useEffect(() => {
    for (const { serverTime } of locates) serverClock.hear(serverTime)
  }, [locates])
}

function useHeardOne(serverTime: number | null): void {
  useEffect(() => {
    if (serverTime !== null) serverClock.hear(serverTime)
  }, [serverTime])
}
