import type { LocateNotification } from '@aitai/contract/schemas/locates.ts'
import { useEffect, useRef } from 'react'
import { serverClock } from '../../shared/connection/server-clock.ts'
import { intervals } from '../../shared/intervals.ts'
import { isAnyTabFocused, onceAmongTabs } from '../../shared/store/browser-tabs.ts'
import { useAppSelector } from '../../shared/store/store.ts'
import { showDesktopNotification } from '../../ui/browser/desktop-notification.ts'
import { canPlaySound, playSound } from '../../ui/browser/sound.ts'
import { useLanguage, useText } from '../../ui/text/use-text.ts'
import { locatePhaseOf } from '../locate-queue.ts'
import {
  type LocateChanges,
  type LocatePhases,
  locateChanges,
  locatePhasesOf,
  soundOf,
} from './locate-changes.ts'

/**
 * Alerts for locates: the tab's title, sounds, and a browser notification while the window has no focus. None
 * needs an answer, because the popup has everything.
 * @param goToPopup called when the browser notification is clicked
 */
export function useAlerts(queue: readonly LocateNotification[], goToPopup: () => void): void {
  const before = useRef<LocatePhases>(new Map())
  const sound = useSound()
  const desktop = useDesktopNotifications(goToPopup)
  const waiting = queue.filter((locate) => locatePhaseOf(locate) === 'question').length
  useTitleBadge(waiting, useText()('locate.title'))
  useEffect(() => {
    const changes = locateChanges(before.current, queue)
    before.current = locatePhasesOf(queue)
    sound(changes)
    desktop(changes, queue)
  })
}

function useSound(): (changes: LocateChanges) => void {
  const { sound, volume } = useAppSelector((state) => state.settings)
  return ({ opened, ended }) => {
    const [loudest] = [...opened, ...ended]
    // A tab that may not play sounds yet must not prevent another one from playing.
    if (!loudest || sound === 'off' || !canPlaySound(volume)) return
    const name = `${loudest.locateNotificationId} ${soundOf(loudest)}`
    void onceAmongTabs(name, () => void playSound(soundOf(loudest), volume))
  }
}

function useDesktopNotifications(goToPopup: () => void) {
  const text = useText()
  const language = useLanguage()
  const shown = useRef(new Map<string, { close(): void }>())
  const asking = useRef<ReadonlySet<string>>(new Set())
  useEffect(() => {
    const open = shown.current
    return () => {
      for (const notification of open.values()) notification.close()
    }
  }, [])
  const show = (locate: LocateNotification): void => {
    const id = idOf(locate)
    // Answered before this tab won: nothing is left to announce.
    if (!asking.current.has(id)) return
    const seconds = Math.max(0, Math.ceil((locate.deadline - serverClock.now()) / 1_000))
    const notification = showDesktopNotification({
      tag: id,
      title: text('alerts.desktop.title'),
      body: text('alerts.desktop.body', { seconds }),
      lang: language === 'Jp' ? 'ja' : 'en',
      onClick: goToPopup,
    })
    shown.current.set(id, notification)
  }
  return ({ opened }: LocateChanges, queue: readonly LocateNotification[]): void => {
    asking.current = new Set(queue.filter((each) => locatePhaseOf(each) === 'question').map(idOf))
    for (const [id, notification] of shown.current) {
      if (asking.current.has(id)) continue
      notification.close()
      shown.current.delete(id)
    }
    for (const locate of opened) void showUnlessFocused(locate, () => show(locate))
  }
}

/** In one tab only, and in none while any of them shows the popup with the focus. */
async function showUnlessFocused(locate: LocateNotification, show: () => void): Promise<void> {
  if (!(await isAnyTabFocused())) await onceAmongTabs(`${idOf(locate)} notification`, show)
}

const idOf = ({ locateNotificationId }: LocateNotification): string => locateNotificationId

/**
 * Marks the tab's title while locates wait for an answer. Without focus, the title alternates every second,
 * because it is all that is visible of the tab.
 * @param waitingTitle the alternative title
 */
function useTitleBadge(waiting: number, waitingTitle: string): void {
  useEffect(() => {
    if (waiting === 0) return
    const plain = document.title
    const counted = `(${waiting}) ● ${plain}`
    document.title = counted
    const timer = setInterval(() => {
      const isShowingWaiting = document.title !== counted || document.hasFocus()
      document.title = isShowingWaiting ? counted : `(${waiting}) ● ${waitingTitle}`
    }, intervals.titleBlink)
    return () => {
      clearInterval(timer)
      document.title = plain
    }
  }, [waiting, waitingTitle])
}
