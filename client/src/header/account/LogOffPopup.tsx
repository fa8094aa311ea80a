import { useAppDispatch, useAppSelector } from '../../app/store/store.ts'
import { leavingTurned } from '../../app/store/unsent-changes.ts'
import { ConfirmLeavePopup } from '../../ui/popups/ConfirmLeavePopup.tsx'
import { UnsentAdvertsPopup } from '../../ui/popups/UnsentAdvertsPopup.tsx'
import { useText } from '../../ui/text/use-text.ts'
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
