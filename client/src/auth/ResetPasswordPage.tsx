import { skipToken } from '@reduxjs/toolkit/query/react'
import { useEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
import { useLocation, useNavigate } from 'react-router'
import { useCheckResetTokenQuery, useResetPasswordMutation } from '../shared/api/accounts-api.ts'
import { isCallFailure } from '../shared/api/failure.ts'
import { PlainButton } from '../ui/controls/PlainButton.tsx'
import { FormMessage } from '../ui/labels/FormMessage.tsx'
import { OkPopup } from '../ui/popups/OkPopup.tsx'
import { Popup } from '../ui/popups/Popup.tsx'
import { type TextKey, useFailureText, useText } from '../ui/text/use-text.ts'
import { NewPasswordFields, newPasswordRules } from './NewPasswordFields.tsx'

/** The token in an address: in the fragment, as mails have it, or in the query, as the specification has it. */
function tokenInAddress({ hash, search }: { readonly hash: string; readonly search: string }): string | null {
  return new URLSearchParams(hash.slice(1)).get('resetToken') ?? new URLSearchParams(search).get('resetToken')
}

/** The token of the link, removed from the address bar at once because it is a secret. */
function useResetToken(): string {
  const inAddress = tokenInAddress(useLocation())
  const navigate = useNavigate()
  const [resetToken, setResetToken] = useState(inAddress ?? '')
  // A second link that is opened in the same tab changes the fragment only, which loads no page.
  if (inAddress !== null && inAddress !== resetToken) setResetToken(inAddress)
  const isInAddress = inAddress !== null
  useEffect(() => {
    if (isInAddress) void navigate('/reset-password', { replace: true })
  }, [isInAddress, navigate])
  return resetToken
}

/** Sets a new password by the link of a mail; the link is looked at first. */
export function ResetPasswordPage() {
  const text = useText()
  const resetToken = useResetToken()
  const check = useCheckResetTokenQuery(resetToken === '' ? skipToken : { resetToken })
  if (check.isLoading)
    return (
      <div className="entry-form" aria-busy>
        <h1>{text('auth.resetTitle')}</h1>
        <p role="status">{text('auth.resetChecking')}</p>
      </div>
    )
  if (isCallFailure(check.error)) return <NoForm cause={check.error.status === 0 ? 'network' : 'failed'} />
  if (check.data?.passwordResetTokenStatus !== 'PASSWORD_TOKEN_OK') return <NoForm cause="expired" />
  return <ResetForm key={resetToken} resetToken={resetToken} />
}

const noFormTexts = {
  expired: { title: 'auth.resetExpiredTitle', lead: 'auth.resetExpired' },
  network: { title: 'auth.resetNoNetworkTitle', lead: 'auth.resetNoNetwork' },
  failed: { title: 'auth.resetNoNetworkTitle', lead: 'auth.tokenFailed' },
} as const satisfies Record<string, { title: TextKey; lead: TextKey }>

/** Why there is no form; its only way leads to a new link. */
function NoForm({ cause }: { cause: keyof typeof noFormTexts }) {
  const text = useText()
  const navigate = useNavigate()
  const toForgot = (): void => void navigate('/forget-password', { replace: true })
  return (
    <>
      <h1>{text('auth.resetTitle')}</h1>
      <Popup
        title={text(noFormTexts[cause].title)}
        tone="warning"
        onClose={toForgot}
        actions={
          <PlainButton kind="primary" onClick={toForgot}>
            {text('auth.resetAgain')}
          </PlainButton>
        }
      >
        <p role="alert">{text(noFormTexts[cause].lead)}</p>
      </Popup>
    </>
  )
}

function ResetForm({ resetToken }: { resetToken: string }) {
  const text = useText()
  const failureText = useFailureText()
  const [reset, resetting] = useResetPasswordMutation()
  const { register, handleSubmit, formState, getValues, setFocus } = useForm({
    defaultValues: { password: '', confirmPassword: '' },
  })
  const { errors } = formState
  useEffect(() => setFocus('password'), [setFocus])
  const submit = handleSubmit((passwords) => reset({ ...passwords, resetToken }))
  const failure = isCallFailure(resetting.error) ? resetting.error : null
  if (failure?.errorCode === 'PASSWORD_TOKEN_EXPIRED') return <NoForm cause="expired" />
  return (
    <>
      <form className="entry-form" noValidate onSubmit={(event) => void submit(event)}>
        <h1>{text('auth.resetTitle')}</h1>
        <p>{text('auth.resetLead')}</p>
        {failure ? (
          <FormMessage tone="error">
            {failure.errorCode === 'INTERNAL' ? text('auth.resetFailed') : failureText(failure)}
          </FormMessage>
        ) : null}
        <NewPasswordFields
          password={register('password', newPasswordRules)}
          again={register('confirmPassword', {
            required: true,
            validate: (again) => again === getValues('password'),
          })}
          errors={{ password: errors.password, again: errors.confirmPassword }}
          showsMismatch
        />
        <PlainButton kind="primary" type="submit" busy={resetting.isLoading}>
          {text(resetting.isLoading ? 'auth.settingPassword' : 'auth.setPassword')}
        </PlainButton>
      </form>
      {resetting.isSuccess && <Done />}
    </>
  )
}

function Done() {
  const text = useText()
  const navigate = useNavigate()
  const toSignIn = (): void => void navigate('/', { replace: true })
  return (
    <OkPopup title={text('auth.resetDoneTitle')} tone="success" onClose={toSignIn} ok={text('auth.signIn')}>
      <p role="status">{text('auth.resetDone')}</p>
    </OkPopup>
  )
}
