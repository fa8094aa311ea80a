import { useEffect } from 'react'
import { useBlocker } from 'react-router'
import { useAppDispatch } from '../app/store/store.ts'
import { preferencesChanged } from '../app/store/unsent-changes.ts'
import { useUnloadWarning } from '../ui/browser/browser-hooks.ts'
import { ConfirmLeavePopup } from '../ui/popups/ConfirmLeavePopup.tsx'
import { useText } from '../ui/text/use-text.ts'

/**
 * Asks before a changed form is left for another screen or the page is closed. The header asks at log-off.
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
  useUnloadWarning(isChanged)
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
