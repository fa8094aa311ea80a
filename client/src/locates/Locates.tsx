import type { LocateNotification } from '@aitai/contract/schemas/locates.ts'
import { useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { useGetEquitiesQuery } from '../app/api/desk-api.ts'
import { equityNameIn } from '../ui/format/equity-name.ts'
import { useLanguage, useText } from '../ui/text/use-text.ts'
import { LocateAnnouncer } from './alerts/LocateAnnouncer.tsx'
import { useAlerts } from './alerts/use-alerts.ts'
import { type ManualSelection, selectDisplayedLocate, topQuestionOf } from './locate-queue.ts'
import { LocatePopup } from './popup/LocatePopup.tsx'
import { useLocates } from './use-locates.ts'
import { usePopupShortcut } from './use-popup-shortcut.ts'
import './locates.css'

/**
 * The popups of located contras, one at a time, over everything else. Not modal: typing elsewhere goes on,
 * and F8 goes to the popup and back (quality U1, U3).
 */
export function Locates() {
  const { queue, markRead } = useLocates()
  const nameOf = useNames()
  const focusStays = useRef(false)
  const [stepped, setStepped] = useState<ManualSelection | null>(null)
  const [lastShownId, setLastShownId] = useState<string | null>(null)
  const shown = selectDisplayedLocate(queue, lastShownId, stepped)
  const shownId = shown?.locateNotificationId ?? null
  useEffect(() => {
    setLastShownId(shownId)
    // The focus stays from one locate to the next that stands ready, never for one that comes later.
    if (shownId === null) focusStays.current = false
  }, [shownId])
  const { heading, goTo, leave } = usePopupShortcut(shown !== null)
  useAlerts(queue, goTo)

  const position = shown ? queue.indexOf(shown) : 0
  const step = (by: number): void => {
    const next = queue[(position + by + queue.length) % queue.length]
    const topQuestionId = topQuestionOf(queue)?.locateNotificationId ?? null
    setStepped(next ? { locateId: next.locateNotificationId, topQuestionId } : null)
  }
  const read = (locate: LocateNotification): void => {
    markRead(locate.locateNotificationId)
    if (queue.length === 1) leave()
  }
  return createPortal(
    // Marked as live, if silent, so that a modal dialog does not hide it: a locate must be answerable at any
    // moment.
    <div className="locates" aria-live="off">
      <LocateAnnouncer locate={shown} nameOf={nameOf} />
      {shown && (
        <LocatePopup
          key={shown.locateNotificationId}
          locate={shown}
          ric={nameOf(shown.securityId).ric}
          name={nameOf(shown.securityId).name}
          place={queue.length > 1 && <Place position={position} total={queue.length} onStep={step} />}
          heading={heading}
          focusStays={focusStays}
          onRead={() => read(shown)}
          onLeave={leave}
        />
      )}
    </div>,
    document.body,
  )
}

function useNames() {
  const language = useLanguage()
  const { data } = useGetEquitiesQuery()
  return (securityId: string): { ric: string; name: string } => {
    const equity = data?.find(({ equityId }) => equityId === securityId)
    return equity ? { ric: equity.ric, name: equityNameIn(language, equity) } : { ric: '', name: '' }
  }
}

interface PlaceProps {
  position: number
  total: number
  onStep: (by: number) => void
}

function Place({ position, total, onStep }: PlaceProps) {
  const text = useText()
  return (
    <span className="locate-place">
      <button type="button" aria-label={text('locate.previous')} onClick={() => onStep(-1)}>
        ‹
      </button>
      {text('locate.place', { position: position + 1, total })}
      <button type="button" aria-label={text('locate.next')} onClick={() => onStep(1)}>
        ›
      </button>
    </span>
  )
}
