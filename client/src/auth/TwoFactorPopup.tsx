import type { verifyTwoFactor } from '@aitai/contract/routes/session.ts'
import type { ReplyOf } from '@aitai/contract/schemas/calls.ts'
import { useForm } from 'react-hook-form'
import { useRequestTwoFactorMutation, useVerifyTwoFactorMutation } from '../shared/api/accounts-api.ts'
import { type CallFailure, isCallFailure } from '../shared/api/failure.ts'
import { signedIn, twoFactorClosed } from '../shared/store/session.ts'
import { useAppDispatch } from '../shared/store/store.ts'
import { Button } from '../ui/controls/Button.tsx'
import { Field } from '../ui/controls/Field.tsx'
import { halfWidth } from '../ui/format/format.ts'
import { FormMessage } from '../ui/labels/FormMessage.tsx'
import { Popup } from '../ui/popups/Popup.tsx'
import { useFailureText, useText } from '../ui/text/use-text.ts'

const sixDigits = /^\d{6}$/

/** The digits of a code as it is typed or pasted: full width, or in groups as an SMS may have them. */
const digitsOf = (typed: string): string => halfWidth(typed).replace(/[\s-]/g, '')

type Reply = ReplyOf<typeof verifyTwoFactor>

/** Whether a reply signs the user in (docs/specification.md §7): the status alone does not, nor the token. */
const isVerified = (reply: Partial<Reply> | undefined): reply is Reply =>
  reply?.status?.toLowerCase() === 'verified' && Boolean(reply.access_token)

/** A reply with which nobody is signed in counts as a wrong code. */
const notVerified: CallFailure = { status: 200, errorCode: '2FA_CODE_INVALID', message: '' }

/** The second factor: the code from the SMS, a new one, or back to the login page. */
export function TwoFactorPopup() {
  const text = useText()
  const failureText = useFailureText()
  const dispatch = useAppDispatch()
  const [verify, verifying] = useVerifyTwoFactorMutation()
  const [request, requesting] = useRequestTwoFactorMutation()
  const { register, handleSubmit, formState, resetField, setFocus } = useForm({ defaultValues: { otp: '' } })
  const submit = handleSubmit(async ({ otp }) => {
    requesting.reset()
    const { data } = await verify({ otp: digitsOf(otp) })
    if (isVerified(data)) dispatch(signedIn(data.access_token))
    else setFocus('otp')
  })
  const unsentText = (failure: CallFailure): string =>
    failure.errorCode === 'USER_NOT_AUTHENTICATED' ? failureText(failure) : text('2FA_OPT_SEND_FAILURE')
  const requestNew = async (): Promise<void> => {
    verifying.reset()
    resetField('otp')
    await request()
    setFocus('otp')
  }
  const textOf = (failure: CallFailure): string =>
    failure.errorCode === '2FA_CODE_INVALID'
      ? `${text('2FA_CODE_INVALID')}\n${text('auth.codeAgain')}`
      : failureText(failure)
  const failure = verifying.data && !isVerified(verifying.data) ? notVerified : verifying.error
  const refused = isCallFailure(failure) ? textOf(failure) : null
  const unsent = isCallFailure(requesting.error) ? unsentText(requesting.error) : null
  return (
    <Popup title={text('auth.codeTitle')} onClose={() => dispatch(twoFactorClosed())}>
      <form className="entry-form" noValidate onSubmit={(event) => void submit(event)}>
        <p>{text('auth.codeLead')}</p>
        {refused ? <FormMessage tone="error">{refused}</FormMessage> : null}
        {requesting.isSuccess ? <FormMessage tone="success">{text('2FA_CODE_SENT')}</FormMessage> : null}
        {unsent ? <FormMessage tone="error">{unsent}</FormMessage> : null}
        <div className="entry-code">
          <Field
            label={text('auth.code')}
            inputMode="numeric"
            autoComplete="one-time-code"
            placeholder={text('auth.codePlaceholder')}
            error={formState.errors.otp ? text('auth.codeShape') : null}
            {...register('otp', { validate: (otp) => sixDigits.test(digitsOf(otp)) })}
          />
        </div>
        <div className="entry-actions">
          <Button kind="quiet" onClick={() => dispatch(twoFactorClosed())}>
            {text('common.close')}
          </Button>
          <Button kind="quiet" busy={requesting.isLoading} onClick={() => void requestNew()}>
            {text('auth.newCode')}
          </Button>
          <Button kind="primary" type="submit" busy={verifying.isLoading}>
            {text(verifying.isLoading ? 'auth.verifying' : 'auth.submitCode')}
          </Button>
        </div>
      </form>
    </Popup>
  )
}
