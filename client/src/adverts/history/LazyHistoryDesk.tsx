import { type ComponentProps, useEffect, useState } from 'react'
import { useAppSelector } from '../../app/store/store.ts'
import { ChunkLoadError } from '../../ui/text/lazy.ts'
import { useText } from '../../ui/text/use-text.ts'
import { selectIsHistoryOpen } from '../desk-slice.ts'

type HistoryTable = typeof import('./HistoryDesk.tsx').HistoryDesk

let loaded: HistoryTable | null = null

/** The table's code. Its grid is larger than everything else of the desk, so it comes by itself. */
const load = async (): Promise<HistoryTable> => {
  try {
    loaded = (await import('./HistoryDesk.tsx')).HistoryDesk
    return loaded
  } catch (cause) {
    throw new ChunkLoadError(cause)
  }
}

/**
 * The table of the day, once its code is there. Not by Suspense, which lets nothing replace a fallback for
 * 300 ms, even if the code has come long before: that is all the time there is (quality U23).
 */
export function LazyHistoryDesk(props: ComponentProps<HistoryTable>) {
  const text = useText()
  const [Table, setTable] = useState<HistoryTable | null>(() => loaded)
  useEffect(() => {
    if (Table) return
    load().then(
      (table) => setTable(() => table),
      // Thrown while drawing, so that the screen says it.
      (error: unknown) =>
        setTable(() => {
          throw error
        }),
    )
  }, [Table])
  return Table ? <Table {...props} /> : <p className="desk-editor">{text('history.loading')}</p>
}

/**
 * Whether the history is wanted. Asks for the table's code once the desk stands and has nothing else to do:
 * so it is there before the first press on History, which then shows its rows at once.
 */
export function useIsHistoryOpen(isReady: boolean): boolean {
  useEffect(() => {
    // Safari has no idle callback: there the code is fetched on the press.
    if (!isReady || !('requestIdleCallback' in window)) return
    // A failure is told when the table is asked for, not before.
    const idle = requestIdleCallback(() => void load().catch(() => undefined))
    return () => cancelIdleCallback(idle)
  }, [isReady])
  return useAppSelector(selectIsHistoryOpen)
}
