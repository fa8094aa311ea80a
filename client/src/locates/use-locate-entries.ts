import type { LocateNotification } from '@aitai/contract/schemas/locates.ts'
import type { Notification } from '@aitai/contract/schemas/notifications.ts'
import { useEffect, useState } from 'react'
import { useListLocateNotificationsQuery } from '../shared/api/desk-api.ts'
import { isBrokerReport, notificationAcknowledged } from '../shared/connection/received-notifications.ts'
import { serverClock } from '../shared/connection/server-clock.ts'
import { intervals } from '../shared/intervals.ts'
import { useAppDispatch, useAppSelector } from '../shared/store/store.ts'
import { isUnanswered, type LocateEntry, lapseOf, latestLocates, locateEntries } from './locate-list.ts'
import { locateWatched, selectLocatesState } from './locates-slice.ts'

/** All locates that this page knows of, in their latest state. */
export function useKnownLocates(): readonly LocateNotification[] {
  const received = useAppSelector((state) => state.notifications.received)
  const isLive = useAppSelector((state) => state.connection.state === 'live')
  const { answered } = useAppSelector(selectLocatesState)
  // Pushes deliver everything; while the socket is down the list is polled instead.
  const { data: listed = [] } = useListLocateNotificationsQuery(undefined, {
    pollingInterval: isLive ? 0 : intervals.locatesPollWhileDown,
  })
  useClockFromLocates(listed)
  const newest = received.at(-1)?.locate ?? null
  useClockFromPush(newest?.serverTime ?? null)
  return latestLocates(listed, received, answered)
}

/** Those of the known locates that the popup shows. */
export function useLocateEntries(known: readonly LocateNotification[]): readonly LocateEntry[] {
  const dispatch = useAppDispatch()
  const received = useAppSelector((state) => state.notifications.received)
  const acknowledged = useAppSelector((state) => state.notifications.acknowledged)
  const { watched, seen, closed } = useAppSelector(selectLocatesState)
  const now = serverClock.now()
  const entries = locateEntries(known, received, { watched, seen, closed, acknowledged }, now)
  useRenderAt(entries.filter(({ phase }) => phase === 'question').map(({ locate }) => lapseOf(locate)))
  const unanswered = known.filter((locate) => isUnanswered(locate, now))
  useUnansweredAcknowledged(received, unanswered, acknowledged)
  const openIds = entries
    .filter(({ phase }) => phase !== 'outcome')
    .map(({ id }) => id)
    .join(' ')
  useEffect(() => {
    for (const id of openIds.split(' ').filter(Boolean)) dispatch(locateWatched(id))
  }, [dispatch, openIds])

  useClosedAcknowledged(received, closed, acknowledged)
  return entries
}

/**
 * An outcome that was closed is also read in the bell, even if its notification arrives later, because the
 * socket was down. What the broker reports afterwards is news.
 */
function useClosedAcknowledged(
  received: readonly Notification[],
  closed: readonly string[],
  acknowledged: readonly string[],
): void {
  const dispatch = useAppDispatch()
  useEffect(() => {
    for (const notification of received) {
      const { id, locateNotificationId } = notification
      if (!closed.includes(locateNotificationId ?? '') || isBrokerReport(notification)) continue
      if (!acknowledged.includes(id)) dispatch(notificationAcknowledged(id))
    }
  }, [dispatch, received, closed, acknowledged])
}

/** Renders again when the first of these times, in milliseconds UTC on the server's clock, is reached. */
function useRenderAt(times: readonly number[]): void {
  const [, render] = useState(0)
  const next = Math.min(...times)
  useEffect(() => {
    if (!Number.isFinite(next)) return
    const timer = setTimeout(() => render(next), Math.max(0, next - serverClock.now()))
    return () => clearTimeout(timer)
  }, [next])
}

/**
 * The notification of a contra whose popup closed unanswered is acknowledged (docs/specification.md §4). The
 * notification of the timeout stays in the bell, marked as missed.
 */
function useUnansweredAcknowledged(
  received: readonly Notification[],
  unanswered: readonly LocateNotification[],
  acknowledged: readonly string[],
): void {
  const dispatch = useAppDispatch()
  const ids = unanswered.map(({ locateNotificationId }) => locateNotificationId).join(' ')
  useEffect(() => {
    const lapsed = ids.split(' ')
    for (const { id, message, locateNotificationId } of received) {
      if (message !== 'Contra Located' || !lapsed.includes(locateNotificationId ?? '')) continue
      if (!acknowledged.includes(id)) dispatch(notificationAcknowledged(id))
    }
  }, [dispatch, received, ids, acknowledged])
}

/** Each locate has the server's time of its notification. */
function useClockFromLocates(locates: readonly LocateNotification[]): void {
  useEffect(() => {
    for (const { serverTime } of locates) serverClock.addSample(serverTime)
  }, [locates])
}

function useClockFromPush(serverTime: number | null): void {
  useEffect(() => {
    if (serverTime !== null) serverClock.addSample(serverTime)
  }, [serverTime])
}
