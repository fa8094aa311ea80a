import { useEffect, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { useProviderLoginMutation } from '../shared/api/accounts-api.ts'
import { isCallFailure } from '../shared/api/failure.ts'
import { providerAttemptEntry } from '../shared/provider-login.ts'
import { signedIn } from '../shared/store/session.ts'
import { useAppDispatch } from '../shared/store/store.ts'
import { FormMessage } from '../ui/labels/FormMessage.tsx'
import { useFailureText, useText } from '../ui/text/use-text.ts'

/** The page to which the institution's provider leads back: it completes the sign-in that began in this tab. */
export function ProviderReturnPage() {
  const text = useText()
  const failureText = useFailureText()
  const dispatch = useAppDispatch()
  const navigate = useNavigate()
  const { search } = useLocation()
  const [complete, { error, isUninitialized, isLoading }] = useProviderLoginMutation()
  const wasSent = useRef(false)
  useEffect(() => {
    // The code in the address is valid once, and effects run twice while developing.
    if (wasSent.current || search === '') return
    wasSent.current = true
    const attempt = sessionStorage.getItem(providerAttemptEntry) ?? ''
    sessionStorage.removeItem(providerAttemptEntry)
    // It stays neither in the address bar nor in the history.
    void navigate('.', { replace: true })
    void complete({ attempt, query: search.slice(1) }).then(({ data }) => {
      if (!data) return
      dispatch(signedIn(data.token))
      void navigate('/', { replace: true })
    })
  }, [complete, dispatch, navigate, search])
  const isDone = !isLoading && (!isUninitialized || search === '')
  return (
    <section className="entry-form">
      <h1>{text(isDone ? 'auth.title' : 'auth.providerTitle')}</h1>
      {isCallFailure(error) ? (
        <FormMessage tone="error">{failureText(error)}</FormMessage>
      ) : (
        !isDone && <p>{text('auth.providerWaiting')}</p>
      )}
      {isDone && (
        <a className="entry-link" href="/">
          {text('auth.toSignIn')}
        </a>
      )}
    </section>
  )
}
