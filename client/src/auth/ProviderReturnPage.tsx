import { useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { useConfirmByProviderMutation, useProviderLoginMutation } from '../shared/api/accounts-api.ts'
import { isCallFailure } from '../shared/api/failure.ts'
import { takeProviderAttempt } from '../shared/provider-login.ts'
import { signedIn } from '../shared/store/session.ts'
import { useAppDispatch } from '../shared/store/store.ts'
import { FormMessage } from '../ui/labels/FormMessage.tsx'
import { useFailureText, useText } from '../ui/text/use-text.ts'

/**
 * The page to which the user's own provider leads back: it completes the sign-in that began in this tab, or confirms
 * its session and returns to where that was requested.
 */
export function ProviderReturnPage() {
  const text = useText()
  const failureText = useFailureText()
  const dispatch = useAppDispatch()
  const navigate = useNavigate()
  const { search } = useLocation()
  const [complete, completing] = useProviderLoginMutation()
  const [confirm, confirming] = useConfirmByProviderMutation()
  const [returnTo, setReturnTo] = useState<string | null>(null)
  const wasSent = useRef(false)
  useEffect(() => {
    // The code in the address is valid once, and effects run twice while developing.
    if (wasSent.current || search === '') return
    wasSent.current = true
    const { attempt, returnTo: page } = takeProviderAttempt()
    const returned = { attempt, query: search.slice(1) }
    setReturnTo(page)
    // It stays neither in the address bar nor in the history.
    void navigate('.', { replace: true })
    if (page === null)
      void complete(returned).then(({ data }) => {
        if (!data) return
        dispatch(signedIn(data.token))
        void navigate('/', { replace: true })
      })
    else void confirm(returned).then(({ data }) => data && void navigate(page, { replace: true }))
  }, [complete, confirm, dispatch, navigate, search])
  const { error, isUninitialized, isLoading } = returnTo === null ? completing : confirming
  const isDone = !isLoading && (!isUninitialized || search === '')
  const title = returnTo === null ? (isDone ? 'auth.title' : 'auth.providerTitle') : 'auth.providerConfirm'
  return (
    <section className="entry-form">
      <h1>{text(title)}</h1>
      {isCallFailure(error) ? (
        <FormMessage tone="error">{failureText(error)}</FormMessage>
      ) : (
        !isDone && <p>{text('auth.providerWaiting')}</p>
      )}
      {isDone && (
        <a className="entry-link" href={returnTo ?? '/'}>
          {text(returnTo === null ? 'auth.toSignIn' : 'auth.providerBack')}
        </a>
      )}
    </section>
  )
}
