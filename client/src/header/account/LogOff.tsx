import { useLogoutMutation } from '../../app/api/accounts-api.ts'
import { logOffAsked, logOffFailed, sessionEnded } from '../../app/store/session.ts'
import { useAppDispatch, useAppSelector } from '../../app/store/store.ts'
import { leavingTurned } from '../../app/store/unsent-changes.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { ConfirmLeavePopup } from '../../ui/popups/ConfirmLeavePopup.tsx'
import { UnsentAdvertsPopup } from '../../ui/popups/UnsentAdvertsPopup.tsx'
import { useText } from '../../ui/text/use-text.ts'

/** Logs off; with changes that are not sent or saved it asks first, since they end with the session. */
export function LogOffButton() {
  const text = useText()
  const dispatch = useAppDispatch()
  const hasUnsent = useAppSelector(({ unsent }) => unsent.count > 0 || unsent.preferences)
  const { logOff, isLoading } = useLogOff()
  return (
    <Button busy={isLoading} onClick={() => (hasUnsent ? void dispatch(leavingTurned(true)) : void logOff())}>
      {text(isLoading ? 'header.loggingOff' : 'header.logOff')}
    </Button>
  )
}

/** Asks before a log-off ends what is not sent or saved. Beside the menu, which closes when it is left. */
export function LogOffPopup() {
  const text = useText()
  const dispatch = useAppDispatch()
  const { count, isLeaving } = useAppSelector((state) => state.unsent)
  const { logOff } = useLogOff()
  const onStay = (): void => void dispatch(leavingTurned(false))
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

/** Ends the session at the server first: a log-off that did not reach it would leave adverts in the pool. */
function useLogOff() {
  const dispatch = useAppDispatch()
  const [logout, { isLoading }] = useLogoutMutation()
  const logOff = async (): Promise<void> => {
    dispatch(logOffAsked())
    const { error } = await logout()
    dispatch(error ? logOffFailed() : sessionEnded('LOGGED_OUT'))
  }
  return { logOff, isLoading }
}
