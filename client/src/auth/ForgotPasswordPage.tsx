import { useEffect } from 'react'
import { useForm } from 'react-hook-form'
import { Link, useNavigate } from 'react-router'
import { useSendResetLinkMutation } from '../shared/api/accounts-api.ts'
import { isCallFailure } from '../shared/api/failure.ts'
import { Field } from '../ui/controls/Field.tsx'
import { PlainButton } from '../ui/controls/PlainButton.tsx'
import { FormMessage } from '../ui/labels/FormMessage.tsx'
import { OkPopup } from '../ui/popups/OkPopup.tsx'
import { useFailureText, useText } from '../ui/text/use-text.ts'

/** Requests the mail with a link. The reply does not reveal whether the address is known. */
export function ForgotPasswordPage() {
  const text = useText()
  const failureText = useFailureText()
  const navigate = useNavigate()
  const [ask, asking] = useSendResetLinkMutation()
  const { register, handleSubmit, formState, getValues, setFocus } = useForm({ defaultValues: { email: '' } })
  useEffect(() => setFocus('email'), [setFocus])
  const submit = handleSubmit(({ email }) => ask({ email: email.trim().toLowerCase() }))
  const toSignIn = (): void => void navigate('/')
  return (
    <>
      <form className="entry-form" noValidate onSubmit={(event) => void submit(event)}>
        <h1>{text('auth.forgotTitle')}</h1>
        <p>{text('auth.forgotLead')}</p>
        {isCallFailure(asking.error) ? (
          <FormMessage tone="error">{failureText(asking.error)}</FormMessage>
        ) : null}
        <Field
          label={text('auth.email')}
          type="email"
          autoComplete="username"
          error={formState.errors.email ? text('auth.required') : null}
          {...register('email', { validate: (email) => email.trim() !== '' })}
        />
        <PlainButton kind="primary" type="submit" busy={asking.isLoading}>
          {text(asking.isLoading ? 'auth.forgotSending' : 'auth.forgotSend')}
        </PlainButton>
        <Link className="entry-link" to="/">
          {text('auth.toSignIn')}
        </Link>
      </form>
      {asking.isSuccess && (
        <OkPopup title={text('auth.forgotSentTitle')} tone="success" onClose={toSignIn}>
          <p>{text('auth.forgotSent', { email: getValues('email').trim() })}</p>
        </OkPopup>
      )}
    </>
  )
}
