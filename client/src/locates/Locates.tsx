import type { LocateNotification } from '@aitai/contract/schemas/locates.ts'
import type { Notification } from '@aitai/contract/schemas/notifications.ts'
import type { Equity } from '@aitai/contract/schemas/reference.ts'
import { Suspense, useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { useGetEquitiesQuery, useListLocateNotificationsQuery } from '../shared/api/desk-api.ts'
import { notificationAcknowledged } from '../shared/connection/received-notifications.ts'
import { serverClock } from '../shared/connection/server-clock.ts'
import { intervals } from '../shared/intervals.ts'
import { useAppDispatch, useAppSelector } from '../shared/store/store.ts'
import { equityNameIn } from '../ui/format/equity-name.ts'
import { Chevron } from '../ui/labels/Chevron.tsx'
import { lazyWithTexts } from '../ui/text/lazy.ts'
import { useLanguage, useText } from '../ui/text/use-text.ts'
import { LocateAnnouncer } from './alerts/LocateAnnouncer.tsx'
import { useAlerts } from './alerts/use-alerts.ts'
import {
  isUnanswered,
  lapsesAt,
  latestLocates,
  locatePhaseOf,
  type ManualSelection,
  queueLocates,
  selectDisplayedLocate,
  topQuestionOf,
} from './locate-queue.ts'
import { locateRead, locateWatched, practiceEnded, selectLocatesState } from './locates-slice.ts'
import { LocatePopup } from './popup/LocatePopup.tsx'
import { LocateQueue } from './popup/LocateQueue.tsx'
import { usePopupShortcut } from './use-popup-shortcut.ts'
import './locates.css'

/** Loaded on demand, because it is seen on the first day. */
const PracticeLocate = lazyWithTexts(
  async () => (await import('./practice/PracticeLocate.tsx')).PracticeLocate,
  'desks',
)

/**
 * The popups of located contras, one at a time, above everything else. Not modal: typing elsewhere continues,
 * and F8 moves the focus to the popup and back.
 */
export function Locates() {
  const { queue, markRead } = useLocates()
  const { nameOf, equityOf } = useSecurities()
  const focusStays = useRef(false)
  const [stepped, setStepped] = useState<ManualSelection | null>(null)
  const [lastShownId, setLastShownId] = useState<string | null>(null)
  const shown = selectDisplayedLocate(queue, lastShownId, stepped)
  const shownId = shown?.locateNotificationId ?? null
  const practice = usePractice(shown !== null, equityOf)
  const { heading, goTo, note, leave } = usePopupShortcut(shown !== null || practice.equity !== undefined)
  useEffect(() => {
    setLastShownId(shownId)
    if (shownId !== null) return
    // The focus moves from one locate to the next if that is already there, never to a later one.
    if (focusStays.current) leave()
    focusStays.current = false
  }, [shownId, leave])
  useAlerts(queue, goTo)

  const position = shown ? queue.indexOf(shown) : 0
  const stepTo = (locateId: string): void =>
    setStepped({ locateId, topQuestionId: topQuestionOf(queue)?.locateNotificationId ?? null })
  const step = (by: number): void => {
    const next = queue[(position + by + queue.length) % queue.length]
    if (next) stepTo(next.locateNotificationId)
  }
  const read = (locate: LocateNotification): void => {
    markRead(locate.locateNotificationId)
    if (queue.length === 1) leave()
  }
  return createPortal(
    // A silent live region, so that a modal dialog does not hide it: a locate must be answerable at any time.
    <div className="locates" aria-live="off">
      <LocateAnnouncer locate={shown} nameOf={nameOf} />
      {shown && (
        <LocatePopup
          key={shown.locateNotificationId}
          locate={shown}
          {...nameOf(shown.securityId)}
          equity={equityOf(shown.securityId)}
          queue={
            <LocateQueue
              queue={queue}
              shownId={shownId}
              ricOf={(securityId) => nameOf(securityId).ric}
              onChoose={stepTo}
            />
          }
          queuePosition={
            queue.length > 1 && <QueuePosition position={position} total={queue.length} onStep={step} />
          }
          heading={heading}
          focusStays={focusStays}
          onRead={() => read(shown)}
          onEnter={note}
          onLeave={leave}
        />
      )}
      {practice.equity && (
        <Suspense>
          <PracticeLocate
            equity={practice.equity}
            name={nameOf(practice.equity.equityId).name}
            heading={heading}
            onEnter={note}
            onLeave={leave}
            onClose={() => {
              practice.end()
              leave()
            }}
          />
        </Suspense>
      )}
    </div>,
    document.body,
  )
}

/** The security of an open practice locate. A real locate ends the practice. */
function usePractice(isLocated: boolean, equityOf: (securityId: string) => Equity | undefined) {
  const dispatch = useAppDispatch()
  const { practice } = useAppSelector(selectLocatesState)
  const end = (): void => void dispatch(practiceEnded())
  useEffect(() => {
    if (isLocated && practice !== null) dispatch(practiceEnded())
  }, [dispatch, isLocated, practice])
  return { equity: practice === null || isLocated ? undefined : equityOf(practice), end }
}

function useSecurities() {
  const language = useLanguage()
  const { data } = useGetEquitiesQuery()
  const equityOf = (securityId: string) => data?.find(({ equityId }) => equityId === securityId)
  const nameOf = (securityId: string): { ric: string; name: string } => {
    const equity = equityOf(securityId)
    return equity ? { ric: equity.ric, name: equityNameIn(language, equity) } : { ric: '', name: '' }
  }
  return { nameOf, equityOf }
}

interface QueuePositionProps {
  position: number
  total: number
  onStep: (by: number) => void
}

function QueuePosition({ position, total, onStep }: QueuePositionProps) {
  const text = useText()
  return (
    <span className="locate-queue-position">
      <button type="button" aria-label={text('locate.previous')} onClick={() => onStep(-1)}>
        <Chevron to="left" />
      </button>
      {text('locate.place', { position: position + 1, total })}
      <button type="button" aria-label={text('locate.next')} onClick={() => onStep(1)}>
        <Chevron to="right" />
      </button>
    </span>
  )
}

/** The locates to show in order, and what to do when an outcome was read. */
function useLocates() {
  const dispatch = useAppDispatch()
  const received = useAppSelector((state) => state.notifications.received)
  const acknowledged = useAppSelector((state) => state.notifications.acknowledged)
  const isLive = useAppSelector((state) => state.connection.state === 'live')
  const { watched, read, answered } = useAppSelector(selectLocatesState)
  // Pushes deliver everything; while the socket is down the list is polled instead.
  const { data: listed = [] } = useListLocateNotificationsQuery(undefined, {
    pollingInterval: isLive ? 0 : intervals.locatesPollWhileDown,
  })
  useClockFromLocates(listed)
  const newest = received.at(-1)?.locate ?? null
  useClockFromPush(newest?.serverTime ?? null)

  const known = latestLocates(listed, received, answered)
  const now = serverClock.now()
  const queue = queueLocates(known, received, { watched, read, acknowledged }, now)
  useRenderAt(queue.filter((locate) => locatePhaseOf(locate) === 'question').map(lapsesAt))
  const unanswered = known.filter((locate) => isUnanswered(locate, now))
  useUnansweredAcknowledged(received, unanswered, acknowledged)
  const open = queue
    .filter((locate) => locatePhaseOf(locate) !== 'outcome')
    .map((locate) => locate.locateNotificationId)
  const openIds = open.join(' ')
  useEffect(() => {
    for (const id of openIds.split(' ').filter(Boolean)) dispatch(locateWatched(id))
  }, [dispatch, openIds])

  useReadAcknowledged(received, read, acknowledged)
  return { queue, markRead: (locateId: string) => void dispatch(locateRead(locateId)) }
}

/**
 * An outcome that was read is also read in the bell, even if its notification arrives later, because the
 * socket was down.
 */
function useReadAcknowledged(
  received: readonly Notification[],
  read: readonly string[],
  acknowledged: readonly string[],
): void {
  const dispatch = useAppDispatch()
  useEffect(() => {
    for (const { id, locateNotificationId } of received) {
      if (locateNotificationId === null || !read.includes(locateNotificationId)) continue
      if (!acknowledged.includes(id)) dispatch(notificationAcknowledged(id))
    }
  }, [dispatch, received, read, acknowledged])
}

/** Renders again when the first of these times, in milliseconds UTC on the server's clock, has come. */
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
