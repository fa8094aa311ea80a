import { useState } from 'react'
import { useAppSelector } from '../shared/store/store.ts'
import { type BlotterSelection, selectLocatesState } from './locates-slice.ts'

/**
 * Continues with what was selected in the window of the table when it closed.
 * @param onReturned called once, while rendering, so that no frame shows the selection from before
 */
export function useReturnedSelection(onReturned: (selection: BlotterSelection) => void): void {
  const { returned } = useAppSelector(selectLocatesState)
  const [known, setKnown] = useState(returned)
  if (returned === known) return
  setKnown(returned)
  if (returned) onReturned(returned)
}
