import { useEffect } from 'react'
import { type Blocker, useBlocker } from 'react-router'
import { useAppDispatch } from '../app/store/store.ts'
import { unsentCounted } from '../app/store/unsent-changes.ts'

/** Addresses that lead back to the desk, where everything typed is still there. */
const ownPlaces: readonly string[] = ['/', '/adverts-home']

/**
 * Leaving with changes that are not sent asks first: the browser does when the page is closed or loaded anew,
 * the header when logging off; another screen of ours waits for the answer to what is given back. Another
 * advert of the list takes nothing away: its own changes are kept with each.
 */
export function useUnsentChangesPrompt(unsent: number): Blocker {
  const dispatch = useAppDispatch()
  useEffect(() => {
    dispatch(unsentCounted(unsent))
    // Left behind with the desk, they are gone: logging off elsewhere has nothing to ask.
    return () => void dispatch(unsentCounted(0))
  }, [dispatch, unsent])
  useEffect(() => {
    if (unsent === 0) return
    const ask = (event: BeforeUnloadEvent): void => event.preventDefault()
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [unsent])
  return useBlocker(({ nextLocation }) => unsent > 0 && !ownPlaces.includes(nextLocation.pathname))
}
