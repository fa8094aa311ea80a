import { useEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
import { Link, useNavigate } from 'react-router'
import { useBeginProviderLoginMutation, useSendResetLinkMutation } from '../shared/api/accounts-api.ts'
import { isCallFailure } from '../shared/api/failure.ts'
import { goToProvider, type ProviderRedirect } from '../shared/provider-login.ts'
import { Field } from '../ui/controls/Field.tsx'
import { PlainButton } from '../ui/controls/PlainButton.tsx'
import { FormMessage } from '../ui/labels/FormMessage.tsx'
import { OkPopup } from '../ui/popups/OkPopup.tsx'
import { useFailureText, useText } from '../ui/text/use-text.ts'

/**
 * Requests the mail with a link, or leads to the provider to which the domain of the address leads, as the login page
 * does: a password opens nothing there. Neither reveals whether the address is known.
 */
export function ForgotPasswordPage() {
  const text = useText()
  const failureText = useFailureText()
  const navigate = useNavigate()
  const [begin, beginning] = useBeginProviderLoginMutation()
  const [sendLink, sending] = useSendResetLinkMutation()
  const [provider, setProvider] = useState<ProviderRedirect | null>(null)
  const { register, handleSubmit, formState, getValues, setFocus } = useForm({ defaultValues: { email: '' } })
  useEffect(() => setFocus('email'), [setFocus])
  const submit = handleSubmit(async ({ email: typed }) => {
    if (provider) return goToProvider(provider, null)
    const email = typed.trim().toLowerCase()
    const { data } = await begin({ email })
    if (data?.redirect && !data.passwordAllowed) setProvider(data.redirect)
    else if (data) await sendLink({ email })
  })
  const busy = beginning.isLoading || sending.isLoading
  const error = beginning.error ?? sending.error
  const toSignIn = (): void => void navigate('/')
  return (
    <>
      <form className="entry-form" noValidate onSubmit={(event) => void submit(event)}>
        <h1>{text('auth.forgotTitle')}</h1>
        <p>{text('auth.forgotLead')}</p>
        {isCallFailure(error) ? <FormMessage tone="error">{failureText(error)}</FormMessage> : null}
        <Field
          label={text('auth.email')}
          type="email"
          autoComplete="username"
          error={formState.errors.email ? text('auth.required') : null}
          {...register('email', {
            validate: (email) => email.trim() !== '',
            onChange: () => setProvider(null),
          })}
        />
        <div role="status">
          {provider ? <p className="entry-note">{text('auth.forgotProvider')}</p> : null}
        </div>
        <PlainButton kind="primary" type="submit" busy={busy}>
          {text(provider ? 'auth.provider' : busy ? 'auth.forgotSending' : 'auth.forgotSend')}
        </PlainButton>
        <Link className="entry-link" to="/">
          {text('auth.toSignIn')}
        </Link>
      </form>
      {sending.isSuccess && (
        <OkPopup title={text('auth.forgotSentTitle')} tone="success" onClose={toSignIn}>
          <p>{text('auth.forgotSent', { email: getValues('email').trim() })}</p>
        </OkPopup>
      )}
    </>
  )
}
