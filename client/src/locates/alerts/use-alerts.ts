import { useEffect, useRef } from 'react'
import { secondsLeft } from '../../shared/agreements/seconds-left.ts'
import { serverClock } from '../../shared/connection/server-clock.ts'
import { intervals } from '../../shared/intervals.ts'
import { isAnyTabFocused, onceAmongTabs } from '../../shared/store/browser-tabs.ts'
import { useAppSelector } from '../../shared/store/store.ts'
import { showDesktopNotification } from '../../ui/browser/desktop-notification.ts'
import { canPlaySound, playSound } from '../../ui/browser/sound.ts'
import { useLanguage, useText } from '../../ui/text/use-text.ts'
import type { LocateEntry } from '../locate-list.ts'
import {
  type LocateChanges,
  type LocatePhases,
  locateChanges,
  locatePhasesOf,
  soundOfChanges,
} from './locate-changes.ts'

/**
 * Alerts for locates: the tab's title, sounds, and a browser notification while the window has no focus. None
 * needs an answer, because the popup has everything.
 * @param goToPopup called when the browser notification is clicked
 */
export function useAlerts(entries: readonly LocateEntry[], goToPopup: () => void): void {
  const before = useRef<LocatePhases>(new Map())
  const sound = useSound()
  const desktop = useDesktopNotification(goToPopup)
  const waiting = entries.filter(({ phase }) => phase === 'question').length
  useTitleBadge(waiting, useText()('locate.title'))
  useEffect(() => {
    const changes = locateChanges(before.current, entries)
    before.current = locatePhasesOf(entries)
    sound(changes)
    desktop(changes, entries)
  })
}

function useSound(): (changes: LocateChanges) => void {
  const { sound, volume } = useAppSelector((state) => state.settings)
  return (changes) => {
    const due = soundOfChanges(changes)
    // A tab that may not play sounds yet must not prevent another one from playing.
    if (!due || sound === 'off' || !canPlaySound(volume)) return
    // By its kind and not by its locate: of many at once one sound is played, and not all over each other.
    void onceAmongTabs(`sound ${due}`, () => void playSound(due, volume))
  }
}

/** One browser notification for all that wait: each new one replaces it, with their number. */
function useDesktopNotification(goToPopup: () => void) {
  const text = useText()
  const language = useLanguage()
  const shown = useRef<{ close(): void } | null>(null)
  const openQuestions = useRef<readonly LocateEntry[]>([])
  const close = (): void => {
    shown.current?.close()
    shown.current = null
  }
  useEffect(() => () => shown.current?.close(), [])
  const show = (): void => {
    const [first] = openQuestions.current
    // Answered before this tab won: nothing is left to announce.
    if (!first) return
    const count = openQuestions.current.length
    const seconds = secondsLeft(first.locate.deadline, serverClock.now())
    close()
    shown.current = showDesktopNotification({
      tag: 'located',
      title: count === 1 ? text('alerts.desktop.title') : text('alerts.desktop.titleMany', { count }),
      body: text(count === 1 ? 'alerts.desktop.body' : 'alerts.desktop.bodyMany', { seconds }),
      lang: language === 'Jp' ? 'ja' : 'en',
      onClick: goToPopup,
    })
  }
  return ({ opened }: LocateChanges, entries: readonly LocateEntry[]): void => {
    openQuestions.current = entries.filter(({ phase }) => phase === 'question')
    if (openQuestions.current.length === 0) close()
    const newest = opened.at(-1)
    if (newest) void showUnlessFocused(newest, show)
  }
}

/** In one tab only, and in none while any of them shows the popup with the focus. */
async function showUnlessFocused({ id }: LocateEntry, show: () => void): Promise<void> {
  if (!(await isAnyTabFocused())) await onceAmongTabs(`${id} notification`, show)
}

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
