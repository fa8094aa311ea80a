import { lazy, useEffect } from 'react'
import { useAppSelector } from '../store.ts'
import { isHistoryOf } from './desk.ts'

const load = () => import('./history/HistoryDesk.tsx')

/** The table of the day. Its grid is larger than everything else of the desk, so it comes by itself. */
export const HistoryDesk = lazy(() => load().then((module) => ({ default: module.HistoryDesk })))

/**
 * Whether the history is wanted. Asks for the table's code once the desk stands and has nothing else to do:
 * so it is there before the first press on History, which then shows its rows within 300 ms (quality U23).
 */
export function useIsHistory(isReady: boolean): boolean {
  useEffect(() => {
    // Safari has no idle callback: there the code is fetched on the press.
    if (!isReady || !('requestIdleCallback' in window)) return
    // A failure is told when the table is asked for, not before.
    const idle = requestIdleCallback(() => void load().catch(() => undefined))
    return () => cancelIdleCallback(idle)
  }, [isReady])
  return useAppSelector(isHistoryOf)
}
