import { useEffect } from 'react'
import { useBlocker } from 'react-router'
import { useAppDispatch } from '../app/store/store.ts'
import { preferencesChanged } from '../app/store/unsent-changes.ts'
import { ConfirmLeavePopup } from '../ui/popups/ConfirmLeavePopup.tsx'
import { useText } from '../ui/text/use-text.ts'

/**
 * Leaving a changed form asks first: we do for another screen, the header when logging off, the browser when
 * the page is closed.
 */
export function UnsavedChangesGuard({ isChanged }: { isChanged: boolean }) {
  const text = useText()
  const dispatch = useAppDispatch()
  const blocker = useBlocker(isChanged)
  useEffect(() => {
    if (!isChanged) return
    dispatch(preferencesChanged(true))
    return () => void dispatch(preferencesChanged(false))
  }, [dispatch, isChanged])
  useEffect(() => {
    if (!isChanged) return
    const ask = (event: BeforeUnloadEvent): void => event.preventDefault()
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [isChanged])
  if (blocker.state !== 'blocked') return null
  return (
    <ConfirmLeavePopup
      title={text('preferences.leaving.title')}
      leave={text('preferences.leaving.leave')}
      onStay={blocker.reset}
      onLeave={blocker.proceed}
    >
      {text('preferences.leaving.body')}
    </ConfirmLeavePopup>
  )
}
