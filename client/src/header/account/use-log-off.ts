import { useLogoutMutation } from '../../app/api/accounts-api.ts'
import { logOffAsked, logOffFailed, sessionEnded } from '../../app/store/session.ts'
import { useAppDispatch } from '../../app/store/store.ts'

/** Ends the session at the server first: a log-off that did not reach it would leave adverts in the pool. */
export function useLogOff() {
  const dispatch = useAppDispatch()
  const [logout, { isLoading }] = useLogoutMutation()
  const logOff = async (): Promise<void> => {
    dispatch(logOffAsked())
    const { error } = await logout()
    dispatch(error ? logOffFailed() : sessionEnded('LOGGED_OUT'))
  }
  return { logOff, isLoading }
}
