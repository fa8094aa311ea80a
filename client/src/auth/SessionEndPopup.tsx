import { type EndReason, lastActionRead } from '../shared/store/session.ts'
import { useAppDispatch, useAppSelector } from '../shared/store/store.ts'
import { Button } from '../ui/controls/Button.tsx'
import { Popup } from '../ui/popups/Popup.tsx'
import { type TextKey, useText } from '../ui/text/use-text.ts'

/** The texts for each reason why a session ends; logging off has its own page. */
const endTexts = {
  LOGGED_OUT: null,
  firstSetupSuccess: null,
  firstPasskeyAdded: null,
  SESSION_REPLACED: { title: 'auth.endedTitle', lead: 'SESSION_REPLACED' },
  SESSION_TIMED_OUT: { title: 'auth.timedOutTitle', lead: 'SESSION_TIMED_OUT' },
  NOT_SIGNED_IN: { title: 'auth.endedTitle', lead: 'auth.previousSession' },
} as const satisfies Record<EndReason, { title: TextKey; lead: TextKey } | null>

/** Says why the session is over, over the login page that the guard has led to. */
export function SessionEndPopup() {
  const text = useText()
  const dispatch = useAppDispatch()
  const lastAction = useAppSelector((state) => state.session.lastAction)
  const texts = lastAction ? endTexts[lastAction] : null
  if (!texts) return null
  const close = (): void => void dispatch(lastActionRead())
  return (
    <Popup
      title={text(texts.title)}
      tone="warning"
      onClose={close}
      actions={
        <Button kind="primary" onClick={close}>
          {text('auth.signInAgain')}
        </Button>
      }
    >
      <p role="alert">{text(texts.lead)}</p>
    </Popup>
  )
}
