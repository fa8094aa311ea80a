import { useAppDispatch, useAppSelector } from '../store.ts'
import { LeavingPopup } from '../ui/LeavingPopup.tsx'
import { useText } from '../ui/text.ts'
import { leavingTurned } from '../unsent.ts'
import { useLogOff } from './use-log-off.ts'

/** Asks before a log-off ends what is not sent. Beside the menu, which closes as soon as it is left. */
export function LogOffPopup() {
  const text = useText()
  const dispatch = useAppDispatch()
  const { count, isLeaving } = useAppSelector((state) => state.unsent)
  const { logOff } = useLogOff()
  const close = (): void => void dispatch(leavingTurned(false))
  if (!isLeaving) return null
  const leave = (): void => {
    close()
    void logOff()
  }
  return (
    <LeavingPopup
      title={text('advert.leaving.title')}
      leave={text('advert.leaving.leave')}
      onStay={close}
      onLeave={leave}
    >
      {text('advert.leaving.body', { count })}
    </LeavingPopup>
  )
}
