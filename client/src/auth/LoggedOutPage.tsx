import { useNavigate } from 'react-router'
import { lastActionRead } from '../shared/store/session.ts'
import { useAppDispatch } from '../shared/store/store.ts'
import { PlainButton } from '../ui/controls/PlainButton.tsx'
import { useText } from '../ui/text/use-text.ts'

/** Shown after logging off. */
export function LoggedOutPage() {
  const text = useText()
  const navigate = useNavigate()
  const dispatch = useAppDispatch()
  const signInAgain = (): void => {
    dispatch(lastActionRead())
    void navigate('/')
  }
  return (
    <div className="entry-form">
      <h1>{text('auth.loggedOutTitle')}</h1>
      <p role="status">{text('SESSION_LOGGED_OUT')}</p>
      <p>{text('auth.loggedOutLead')}</p>
      <PlainButton kind="primary" onClick={signInAgain}>
        {text('auth.signInAgain')}
      </PlainButton>
    </div>
  )
}
