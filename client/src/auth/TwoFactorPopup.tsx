import { recoveryCodeLength, type TwoFactorMethod } from '@aitai/contract/codes.ts'
import type { verifyTwoFactor } from '@aitai/contract/routes/session.ts'
import type { ReplyOf } from '@aitai/contract/schemas/calls.ts'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import {
  useRequestTwoFactorMutation,
  useTwoFactorOptionsQuery,
  useVerifyTwoFactorMutation,
} from '../shared/api/accounts-api.ts'
import { type CallFailure, isCallFailure } from '../shared/api/failure.ts'
import { signedIn, twoFactorClosed } from '../shared/store/session.ts'
import { useAppDispatch } from '../shared/store/store.ts'
import { Button } from '../ui/controls/Button.tsx'
import { Field } from '../ui/controls/Field.tsx'
import { digitsOf, isSixDigits } from '../ui/format/code-digits.ts'
import { halfWidth } from '../ui/format/format.ts'
import { FormMessage } from '../ui/labels/FormMessage.tsx'
import { Popup } from '../ui/popups/Popup.tsx'
import { useFailureText, useText } from '../ui/text/use-text.ts'

/** A recovery code as it is typed: in any case, with or without its hyphens. */
const isRecoveryCode = (typed: string): boolean =>
  new RegExp(`^[A-Z0-9]{${recoveryCodeLength}}$`, 'i').test(halfWidth(typed).replace(/[\s-]/g, ''))

type Reply = ReplyOf<typeof verifyTwoFactor>

/** Whether a reply signs the user in (docs/specification.md §7): the status alone does not, nor the token. */
const isVerified = (reply: Partial<Reply> | undefined): reply is Reply =>
  reply?.status?.toLowerCase() === 'verified' && Boolean(reply.access_token)

/** A reply with which nobody is signed in counts as a wrong code. */
const notVerified: CallFailure = { status: 200, errorCode: '2FA_CODE_INVALID', message: '' }

/** The methods of this sign-in, the usual one first. If they cannot be loaded, SMS may still work. */
function useMethods(): { methods: readonly TwoFactorMethod[]; usual: TwoFactorMethod | null } {
  const { currentData, isError } = useTwoFactorOptionsQuery(undefined, { refetchOnMountOrArgChange: true })
  const methods = currentData?.methods ?? (isError ? ['SMS' as const] : [])
  return { methods, usual: methods[0] ?? null }
}

/** The second factor: a code of the authenticator app, from an SMS, a recovery code, or back to the login page. */
export function TwoFactorPopup() {
  const text = useText()
  const failureText = useFailureText()
  const dispatch = useAppDispatch()
  const [verify, verifying] = useVerifyTwoFactorMutation()
  const [request, requesting] = useRequestTwoFactorMutation()
  const { methods, usual } = useMethods()
  const [chosen, setChosen] = useState<TwoFactorMethod | null>(null)
  const [wasSent, setWasSent] = useState(false)
  const method = chosen ?? usual ?? 'SMS'
  const { register, handleSubmit, formState, resetField, setFocus } = useForm({ defaultValues: { otp: '' } })
  const isRecovery = method === 'RECOVERY_CODE'
  const submit = handleSubmit(async ({ otp }) => {
    requesting.reset()
    const { data } = await verify({ otp: isRecovery ? otp.trim() : digitsOf(otp), method })
    if (isVerified(data)) dispatch(signedIn(data.access_token))
    else setFocus('otp')
  })
  const unsentText = (failure: CallFailure): string =>
    failure.errorCode === 'USER_NOT_AUTHENTICATED' ? failureText(failure) : text('2FA_OPT_SEND_FAILURE')
  const requestNew = async (): Promise<void> => {
    verifying.reset()
    resetField('otp')
    setWasSent(true)
    await request()
    setFocus('otp')
  }
  const choose = (next: TwoFactorMethod): void => {
    setChosen(next)
    // With an authenticator app, nothing was sent with the password.
    if (next === 'SMS' && usual !== 'SMS' && !wasSent) return void requestNew()
    verifying.reset()
    requesting.reset()
    resetField('otp')
    setFocus('otp')
  }
  const textOf = (failure: CallFailure): string =>
    failure.errorCode === '2FA_CODE_INVALID'
      ? `${text('2FA_CODE_INVALID')}\n${text(`auth.codeAgain.${method}`)}`
      : failureText(failure)
  const failure = verifying.data && !isVerified(verifying.data) ? notVerified : verifying.error
  const refused = isCallFailure(failure) ? textOf(failure) : null
  const unsent = isCallFailure(requesting.error) ? unsentText(requesting.error) : null
  const isValid = isRecovery ? isRecoveryCode : isSixDigits
  const hasLead = usual !== null && (method !== 'SMS' || usual === 'SMS' || requesting.isSuccess)
  return (
    <Popup title={text('auth.codeTitle')} onClose={() => dispatch(twoFactorClosed())}>
      <form className="entry-form" noValidate onSubmit={(event) => void submit(event)}>
        <p className="entry-code-lead">{hasLead ? text(`auth.codeLead.${method}`) : null}</p>
        {refused ? <FormMessage tone="error">{refused}</FormMessage> : null}
        {requesting.isSuccess ? <FormMessage tone="success">{text('2FA_CODE_SENT')}</FormMessage> : null}
        {unsent ? <FormMessage tone="error">{unsent}</FormMessage> : null}
        <div className={isRecovery ? undefined : 'entry-code'}>
          <Field
            label={text(isRecovery ? 'auth.recoveryCode' : 'auth.code')}
            inputMode={isRecovery ? 'text' : 'numeric'}
            autoComplete={isRecovery ? 'off' : 'one-time-code'}
            autoCapitalize="characters"
            spellCheck={false}
            placeholder={isRecovery ? text('auth.recoveryCodePlaceholder') : text('auth.codePlaceholder')}
            error={
              formState.errors.otp ? text(isRecovery ? 'auth.recoveryCodeShape' : 'auth.codeShape') : null
            }
            {...register('otp', { validate: isValid })}
          />
        </div>
        <OtherMethods methods={methods.filter((each) => each !== method)} onChoose={choose} />
        <div className="entry-actions">
          <Button kind="quiet" onClick={() => dispatch(twoFactorClosed())}>
            {text('common.close')}
          </Button>
          {method === 'SMS' && (
            <Button kind="quiet" busy={requesting.isLoading} onClick={() => void requestNew()}>
              {text('auth.newCode')}
            </Button>
          )}
          <Button kind="primary" type="submit" busy={verifying.isLoading}>
            {text(verifying.isLoading ? 'auth.verifying' : 'auth.submitCode')}
          </Button>
        </div>
      </form>
    </Popup>
  )
}

interface OtherMethodsProps {
  methods: readonly TwoFactorMethod[]
  onChoose: (method: TwoFactorMethod) => void
}

function OtherMethods({ methods, onChoose }: OtherMethodsProps) {
  const text = useText()
  if (methods.length === 0) return null
  return (
    <fieldset className="entry-methods">
      <legend className="visually-hidden">{text('auth.otherWays')}</legend>
      {methods.map((method) => (
        <button key={method} type="button" className="entry-link" onClick={() => onChoose(method)}>
          {text(`auth.use.${method}`)}
        </button>
      ))}
    </fieldset>
  )
}
