import { useAppDispatch, useAppSelector } from '../store.ts'
import { UnsentPopup } from '../ui/UnsentPopup.tsx'
import { leavingTurned } from '../unsent.ts'
import { useLogOff } from './use-log-off.ts'

/** Asks before a log-off ends what is not sent. Beside the menu, which closes as soon as it is left. */
export function LogOffPopup() {
  const dispatch = useAppDispatch()
  const { count, isLeaving } = useAppSelector((state) => state.unsent)
  const { logOff } = useLogOff()
  const close = (): void => void dispatch(leavingTurned(false))
  if (!isLeaving) return null
  const leave = (): void => {
    close()
    void logOff()
  }
  return <UnsentPopup unsent={count} onStay={close} onLeave={leave} />
}
