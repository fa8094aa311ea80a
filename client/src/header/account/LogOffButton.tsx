import { useAppDispatch, useAppSelector } from '../../app/store/store.ts'
import { leavingTurned } from '../../app/store/unsent-changes.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { useText } from '../../ui/text/use-text.ts'
import { useLogOff } from './use-log-off.ts'

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
