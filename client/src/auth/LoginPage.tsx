import { lazy, Suspense } from 'react'
import { useForm } from 'react-hook-form'
import { Link } from 'react-router'
import { useLoginMutation } from '../accounts-api.ts'
import { isCallFailure } from '../failure.ts'
import { codeRequired, signedIn } from '../session.ts'
import { useAppDispatch, useAppSelector } from '../store.ts'
import { Field } from '../ui/Field.tsx'
import { installation } from '../ui/installation.ts'
import { Message } from '../ui/Message.tsx'
import { PasswordField } from '../ui/PasswordField.tsx'
import { PlainButton } from '../ui/PlainButton.tsx'
import { useFailureText, useText } from '../ui/text.ts'
import { loginRefusal } from './login-refusal.ts'

const TwoFactorPopup = lazy(() =>
  import('./TwoFactorPopup.tsx').then((module) => ({ default: module.TwoFactorPopup })),
)

interface Credentials {
  email: string
  password: string
}

/** Sign-in with e-mail and password, and the code where one is asked for (specification 2 and 4). */
export function LoginPage() {
  const text = useText()
  const dispatch = useAppDispatch()
  const { twoFactorToken, ended } = useAppSelector((state) => state.session)
  const [login, signingIn] = useLoginMutation()
  const { register, handleSubmit, formState, setFocus } = useForm<Credentials>()
  const submit = handleSubmit(async ({ email, password }) => {
    const { data, error } = await login({ email: email.trim().toLowerCase(), password })
    if (data) dispatch(signedIn(data.token))
    else if (isCallFailure(error) && error.reason === '2FA_REQUIRED' && error.token) {
      dispatch(codeRequired(error.token))
    } else setFocus('password')
  })
  return (
    <>
      <form className="entry-form" noValidate onSubmit={(event) => void submit(event)}>
        <h1>{text('auth.title')}</h1>
        {ended === 'FIRST_PASSWORD_SET' ? <Message tone="success">{text('auth.passwordSet')}</Message> : null}
        <Refusal error={signingIn.error} />
        <Field
          label={text('auth.email')}
          type="email"
          autoComplete="username"
          error={formState.errors.email ? text('auth.required') : null}
          {...register('email', { required: true })}
        />
        <PasswordField
          label={text('auth.password')}
          autoComplete="current-password"
          placeholder={text('auth.passwordHint')}
          error={formState.errors.password ? text('auth.required') : null}
          {...register('password', { required: true })}
        />
        <PlainButton kind="primary" type="submit" busy={signingIn.isLoading}>
          {text(signingIn.isLoading ? 'auth.signingIn' : 'auth.signIn')}
        </PlainButton>
        <Link className="entry-link" to="/forget-password">
          {text('auth.forgot')}
        </Link>
      </form>
      <Suspense>{twoFactorToken === null ? null : <TwoFactorPopup />}</Suspense>
    </>
  )
}

/** The server cannot write, or a gateway stands there without it. */
const offlineCodes: readonly string[] = ['UNAVAILABLE', 'GATEWAY_OFFLINE']

/** Why nobody could be signed in; where nothing answers at all, who can help (specification 8). */
function Refusal({ error }: { error: unknown }) {
  const text = useText()
  const failureText = useFailureText()
  const refusal = loginRefusal(error)
  if (!refusal) return null
  const isOffline = offlineCodes.includes(refusal.errorCode)
  return (
    <Message tone="error">
      {isOffline
        ? text('auth.gatewayOffline', { contact: installation.brand.contact.email })
        : failureText(refusal)}
    </Message>
  )
}
