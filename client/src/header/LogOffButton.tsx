import { useLogoutMutation } from '../api.ts'
import { logOffAsked, logOffFailed, sessionEnded } from '../session.ts'
import { useAppDispatch } from '../store.ts'
import { Button } from '../ui/Button.tsx'
import { useText } from '../ui/text.ts'

/** Ends the session at the server first: a log-off that did not reach it would leave adverts in the pool. */
export function LogOffButton() {
  const text = useText()
  const dispatch = useAppDispatch()
  const [logout, leaving] = useLogoutMutation()
  const logOff = async (): Promise<void> => {
    dispatch(logOffAsked())
    const { error } = await logout()
    dispatch(error ? logOffFailed() : sessionEnded('LOGGED_OUT'))
  }
  return (
    <Button busy={leaving.isLoading} onClick={() => void logOff()}>
      {text(leaving.isLoading ? 'header.loggingOff' : 'header.logOff')}
    </Button>
  )
}
