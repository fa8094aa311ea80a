import { useAppDispatch, useAppSelector } from '../store.ts'
import { LeavingPopup } from '../ui/LeavingPopup.tsx'
import { useText } from '../ui/text.ts'
import { UnsentPopup } from '../ui/UnsentPopup.tsx'
import { leavingTurned } from '../unsent.ts'
import { useLogOff } from './use-log-off.ts'

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
  if (count > 0) return <UnsentPopup unsent={count} {...{ onStay, onLeave }} />
  return (
    <LeavingPopup
      title={text('preferences.leaving.title')}
      leave={text('preferences.leaving.leave')}
      {...{ onStay, onLeave }}
    >
      {text('preferences.leaving.body')}
    </LeavingPopup>
  )
}
