import { useState } from 'react'
import { type ChosenEntry, displayedEntry, type LocateEntry } from './locate-list.ts'

/**
 * The entry in the frame, and whether it took the place of another one without the user's doing: a key or click may
 * then be meant for the one before. `accept` says that the user has noticed.
 */
export function useFrame(entries: readonly LocateEntry[], chosen: ChosenEntry | null) {
  const [frame, setFrame] = useState<{ readonly id: string | null; readonly isTakeover: boolean }>({
    id: null,
    isTakeover: false,
  })
  const shown = displayedEntry(entries, frame.id, chosen)
  const id = shown?.id ?? null
  const isChosen = id !== null && id === chosen?.id
  if (id !== frame.id) setFrame({ id, isTakeover: frame.id !== null && id !== null && !isChosen })
  return { shown, isTakeover: frame.isTakeover, accept: () => setFrame({ id, isTakeover: false }) }
}
