import { type CodeMethod, recoveryCodeLength, type TwoFactorMethod } from '@aitai/contract/codes.ts'
import type { verifyTwoFactor } from '@aitai/contract/routes/session.ts'
import type { ReplyOf } from '@aitai/contract/schemas/calls.ts'
import { type ReactNode, useEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
import {
  useRequestTwoFactorMutation,
  useTwoFactorOptionsQuery,
  useVerifyTwoFactorMutation,
} from '../shared/api/accounts-api.ts'
import { type CallFailure, isCallFailure } from '../shared/api/failure.ts'
import { hasPasskeys } from '../shared/passkeys.ts'
import { signedIn, twoFactorClosed } from '../shared/store/session.ts'
import { useAppDispatch } from '../shared/store/store.ts'
import { Button } from '../ui/controls/Button.tsx'
import { Field } from '../ui/controls/Field.tsx'
import { digitsOf, isSixDigits } from '../ui/format/code-digits.ts'
import { halfWidth } from '../ui/format/format.ts'
import { FormMessage } from '../ui/labels/FormMessage.tsx'
import { Popup } from '../ui/popups/Popup.tsx'
import { useFailureText, useText } from '../ui/text/use-text.ts'
import { PasskeyStep } from './PasskeyStep.tsx'

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
  // A browser without passkeys cannot use one that the user has elsewhere.
  const canUse = (method: TwoFactorMethod): boolean => method !== 'PASSKEY' || hasPasskeys()
  const methods = currentData?.methods.filter(canUse) ?? (isError ? ['SMS' as const] : [])
  return { methods, usual: methods[0] ?? null }
}

/** The second factor: a passkey, a code from the app, an SMS or the recovery codes, or back to the login page. */
export function TwoFactorPopup() {
  const text = useText()
  const dispatch = useAppDispatch()
  const { methods, usual } = useMethods()
  const [chosen, setChosen] = useState<TwoFactorMethod | null>(null)
  const [request, requesting] = useRequestTwoFactorMutation()
  const [wasSent, setWasSent] = useState(false)
  if (usual === null) return null
  const method = chosen ?? usual
  const send = async (): Promise<void> => {
    setWasSent(true)
    await request()
  }
  const choose = (next: TwoFactorMethod): void => {
    setChosen(next)
    // Where SMS is not the usual way, nothing was sent with the password.
    if (next === 'SMS' && usual !== 'SMS' && !wasSent) void send()
    else requesting.reset()
  }
  const others = <OtherMethods methods={methods.filter((each) => each !== method)} onChoose={choose} />
  return (
    <Popup
      title={text(method === 'PASSKEY' ? 'auth.passkeyTitle' : 'auth.codeTitle')}
      onClose={() => dispatch(twoFactorClosed())}
    >
      {method === 'PASSKEY' ? (
        <PasskeyStep others={others} />
      ) : (
        <CodeStep
          method={method}
          wasChosen={chosen !== null}
          hasLead={method !== 'SMS' || usual === 'SMS' || requesting.isSuccess}
          sms={{ ...requesting, send }}
          others={others}
        />
      )}
    </Popup>
  )
}

interface CodeStepProps {
  method: CodeMethod
  /** Whether the user has chosen this method, so that the focus belongs to its field. */
  wasChosen: boolean
  hasLead: boolean
  /** The request for a code by SMS. */
  sms: {
    readonly send: () => Promise<void>
    readonly reset: () => void
    readonly isLoading: boolean
    readonly isSuccess: boolean
    readonly error?: unknown
  }
  /** The other ways to sign in. */
  others: ReactNode
}

/** The second step with a code. */
function CodeStep({ method, wasChosen, hasLead, sms, others }: CodeStepProps) {
  const text = useText()
  const failureText = useFailureText()
  const dispatch = useAppDispatch()
  const [verify, verifying] = useVerifyTwoFactorMutation()
  const { register, handleSubmit, formState, resetField, setFocus } = useForm({ defaultValues: { otp: '' } })
  const isRecovery = method === 'RECOVERY_CODE'
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each choice
  useEffect(() => {
    if (!wasChosen) return
    verifying.reset()
    resetField('otp')
    setFocus('otp')
  }, [method, wasChosen])
  const submit = handleSubmit(async ({ otp }) => {
    sms.reset()
    const { data } = await verify({ otp: isRecovery ? otp.trim() : digitsOf(otp), method })
    if (isVerified(data)) dispatch(signedIn(data.access_token))
    else setFocus('otp')
  })
  const unsentText = (failure: CallFailure): string =>
    failure.errorCode === 'USER_NOT_AUTHENTICATED' ? failureText(failure) : text('2FA_OPT_SEND_FAILURE')
  const requestNew = async (): Promise<void> => {
    verifying.reset()
    resetField('otp')
    await sms.send()
    setFocus('otp')
  }
  const textOf = (failure: CallFailure): string =>
    failure.errorCode === '2FA_CODE_INVALID'
      ? `${text('2FA_CODE_INVALID')}\n${text(`auth.codeAgain.${method}`)}`
      : failureText(failure)
  const failure = verifying.data && !isVerified(verifying.data) ? notVerified : verifying.error
  const refused = isCallFailure(failure) ? textOf(failure) : null
  const unsent = isCallFailure(sms.error) ? unsentText(sms.error) : null
  const isValid = isRecovery ? isRecoveryCode : isSixDigits
  return (
    <form className="entry-form" noValidate onSubmit={(event) => void submit(event)}>
      <p className="entry-code-lead">{hasLead ? text(`auth.codeLead.${method}`) : null}</p>
      {refused ? <FormMessage tone="error">{refused}</FormMessage> : null}
      {sms.isSuccess ? <FormMessage tone="success">{text('2FA_CODE_SENT')}</FormMessage> : null}
      {unsent ? <FormMessage tone="error">{unsent}</FormMessage> : null}
      <div className={isRecovery ? undefined : 'entry-code'}>
        <Field
          label={text(isRecovery ? 'auth.recoveryCode' : 'auth.code')}
          inputMode={isRecovery ? 'text' : 'numeric'}
          autoComplete={isRecovery ? 'off' : 'one-time-code'}
          autoCapitalize="characters"
          spellCheck={false}
          placeholder={isRecovery ? text('auth.recoveryCodePlaceholder') : text('auth.codePlaceholder')}
          error={formState.errors.otp ? text(isRecovery ? 'auth.recoveryCodeShape' : 'auth.codeShape') : null}
          {...register('otp', { validate: isValid })}
        />
      </div>
      {others}
      <div className="entry-actions">
        <Button kind="quiet" onClick={() => dispatch(twoFactorClosed())}>
          {text('common.close')}
        </Button>
        {method === 'SMS' && (
          <Button kind="quiet" busy={sms.isLoading} onClick={() => void requestNew()}>
            {text('auth.newCode')}
          </Button>
        )}
        <Button kind="primary" type="submit" busy={verifying.isLoading}>
          {text(verifying.isLoading ? 'auth.verifying' : 'auth.submitCode')}
        </Button>
      </div>
    </form>
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
