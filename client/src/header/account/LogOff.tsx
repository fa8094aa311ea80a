import { useLogoutMutation } from '../../shared/api/accounts-api.ts'
import { logOffFailed, logOffRequested, sessionEnded } from '../../shared/store/session.ts'
import { useAppDispatch, useAppSelector } from '../../shared/store/store.ts'
import { leaveCancelled, leaveRequested } from '../../shared/store/unsent-changes.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { ConfirmLeavePopup } from '../../ui/popups/ConfirmLeavePopup.tsx'
import { UnsentAdvertsPopup } from '../../ui/popups/UnsentAdvertsPopup.tsx'
import { useText } from '../../ui/text/use-text.ts'

/** Logs off. With unsent or unsaved changes it asks first, since they are lost with the session. */
export function LogOffButton() {
  const text = useText()
  const dispatch = useAppDispatch()
  const hasUnsent = useAppSelector(({ unsent }) => unsent.count > 0 || unsent.preferences)
  const { logOff, isLoading } = useLogOff()
  return (
    <Button busy={isLoading} onClick={() => (hasUnsent ? void dispatch(leaveRequested()) : void logOff())}>
      {text(isLoading ? 'header.loggingOff' : 'header.logOff')}
    </Button>
  )
}

/** Asks before unsent or unsaved changes are lost. Outside the menu, which closes when it loses the focus. */
export function LogOffPopup() {
  const text = useText()
  const dispatch = useAppDispatch()
  const { count, isLeaving } = useAppSelector((state) => state.unsent)
  const { logOff } = useLogOff()
  const onStay = (): void => void dispatch(leaveCancelled())
  if (!isLeaving) return null
  const onLeave = (): void => {
    onStay()
    void logOff()
  }
  if (count > 0) return <UnsentAdvertsPopup unsent={count} {...{ onStay, onLeave }} />
  return (
    <ConfirmLeavePopup
      title={text('preferences.leaving.title')}
      leave={text('preferences.leaving.leave')}
      {...{ onStay, onLeave }}
    >
      {text('preferences.leaving.body')}
    </ConfirmLeavePopup>
  )
}

/** Ends the session on the server first, because otherwise adverts would stay in the pool. */
function useLogOff() {
  const dispatch = useAppDispatch()
  const [logout, { isLoading }] = useLogoutMutation()
  const logOff = async (): Promise<void> => {
    dispatch(logOffRequested())
    const { error } = await logout()
    dispatch(error ? logOffFailed() : sessionEnded('LOGGED_OUT'))
  }
  return { logOff, isLoading }
}
