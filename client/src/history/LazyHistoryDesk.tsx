import { type ComponentProps, useEffect, useState } from 'react'
import { selectIsHistoryOpen } from '../adverts/desk-slice.ts'
import { useAppSelector } from '../shared/store/store.ts'
import { ChunkLoadError } from '../ui/text/lazy.ts'
import { useText } from '../ui/text/use-text.ts'

type HistoryTable = typeof import('./HistoryDesk.tsx').HistoryDesk

let loaded: HistoryTable | null = null

/** Loads the table's code on demand: its grid library is larger than the rest of the desk. */
const load = async (): Promise<HistoryTable> => {
  try {
    loaded = (await import('./HistoryDesk.tsx')).HistoryDesk
    return loaded
  } catch (cause) {
    throw new ChunkLoadError(cause)
  }
}

/**
 * The history table, once its code has loaded. Not with Suspense, which shows a fallback for at least 300 ms
 * even if the code has already arrived: the history must open within that time.
 */
export function LazyHistoryDesk(props: ComponentProps<HistoryTable>) {
  const text = useText()
  const [Table, setTable] = useState<HistoryTable | null>(() => loaded)
  useEffect(() => {
    if (Table) return
    load().then(
      (table) => setTable(() => table),
      // Throw while rendering, so that the error boundary shows it.
      (error: unknown) =>
        setTable(() => {
          throw error
        }),
    )
  }, [Table])
  return Table ? <Table {...props} /> : <p className="desk-editor">{text('history.loading')}</p>
}

/**
 * Whether the history is open. Preloads the table's code when the browser is idle, so that the first press on
 * History shows its rows at once.
 */
export function useIsHistoryOpen(isReady: boolean): boolean {
  useEffect(() => {
    // Safari has no idle callback: there the code is fetched on the press.
    if (!isReady || !('requestIdleCallback' in window)) return
    // A failed preload is ignored; opening the history tries again and reports it.
    const idle = requestIdleCallback(() => void load().catch(() => undefined))
    return () => cancelIdleCallback(idle)
  }, [isReady])
  return useAppSelector(selectIsHistoryOpen)
}
