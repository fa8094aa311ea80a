import { isOutsideHours } from '../../shared/api/outside-hours.ts'
import { failureRead } from '../../shared/store/error-popups.ts'
import { useAppDispatch, useAppSelector } from '../../shared/store/store.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { CopyButton } from '../../ui/controls/CopyButton.tsx'
import { Popup } from '../../ui/popups/Popup.tsx'
import { useFailureText, useText } from '../../ui/text/use-text.ts'
import { OutsideHoursPopup } from './OutsideHoursPopup.tsx'

/** Shows failures by their code, one at a time (docs/specification.md §8). */
export function ErrorPopup() {
  const text = useText()
  const failureText = useFailureText()
  const dispatch = useAppDispatch()
  const failure = useAppSelector((state) => state.popups.failures[0])
  if (!failure) return null
  const close = (): void => void dispatch(failureRead())
  if (isOutsideHours(failure)) return <OutsideHoursPopup failure={failure} onClose={close} />
  return (
    <Popup
      title={text('error.title')}
      tone="error"
      onClose={close}
      actions={
        <>
          {failure.traceId ? (
            <CopyButton copied={failure.traceId} label={text('error.copyReference')} />
          ) : null}
          <Button kind="primary" onClick={close}>
            {text('common.ok')}
          </Button>
        </>
      }
    >
      <p role="alert">{failureText(failure)}</p>
    </Popup>
  )
}
