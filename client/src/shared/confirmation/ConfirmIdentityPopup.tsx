import { type ConfirmationCode, recoveryCodeLength } from '@aitai/contract/codes.ts'
import type { AccountSecurity } from '@aitai/contract/schemas/account.ts'
import type { PasskeyResponse } from '@aitai/contract/schemas/session.ts'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { Button } from '../../ui/controls/Button.tsx'
import { Field } from '../../ui/controls/Field.tsx'
import { digitsOf, isSixDigits } from '../../ui/format/code-digits.ts'
import { halfWidth } from '../../ui/format/format.ts'
import { FormMessage } from '../../ui/labels/FormMessage.tsx'
import { Popup } from '../../ui/popups/Popup.tsx'
import { useFailureText, useText } from '../../ui/text/use-text.ts'
import {
  useAccountSecurityQuery,
  useBeginConfirmationMutation,
  useBeginProviderConfirmationMutation,
  useConfirmByCodeMutation,
  useConfirmByPasskeyMutation,
} from '../api/accounts-api.ts'
import { isCallFailure } from '../api/failure.ts'
import { getPasskey, hasPasskeys, usePasskeyCeremony } from '../passkeys.ts'
import { goToProvider } from '../provider-login.ts'
import './confirmation.css'

interface Props {
  onConfirmed: () => void
  onClose: () => void
}

type Method = 'PASSKEY' | 'PROVIDER' | ConfirmationCode

/** What the user can confirm with, the usual method first. Where a passkey is required, nothing else is accepted. */
function methodsOf(security: AccountSecurity): readonly Method[] {
  const { authenticators, passkeys, provider, recoveryCodes, isPasskeyRequired } = security
  if (provider === 'ONLY') return ['PROVIDER']
  const byProvider = provider === 'ALSO' ? (['PROVIDER'] as const) : []
  const byPasskey = passkeys.length > 0 && hasPasskeys() ? (['PASSKEY'] as const) : []
  if (isPasskeyRequired) return [...byPasskey, ...byProvider]
  return [
    ...byPasskey,
    ...(authenticators.length > 0 ? (['APP'] as const) : []),
    ...(recoveryCodes > 0 ? (['RECOVERY_CODE'] as const) : []),
    ...byProvider,
  ]
}

/** Asks for the passkey or a code again before a change of credentials, or what is as sensitive. */
export function ConfirmIdentityPopup({ onConfirmed, onClose }: Props) {
  const text = useText()
  const { data: security } = useAccountSecurityQuery()
  const [chosen, setChosen] = useState<Method | null>(null)
  if (!security) return null
  const methods = methodsOf(security)
  const method = chosen ?? methods[0] ?? 'PASSKEY'
  const others = methods.filter((each) => each !== method)
  return (
    <Popup title={text('confirm.title')} onClose={onClose}>
      <div className="confirmation">
        <p>{text(method === 'PROVIDER' ? 'confirm.providerLead' : 'confirm.lead')}</p>
        {method === 'PASSKEY' ? (
          <PasskeyForm onConfirmed={onConfirmed} onClose={onClose} />
        ) : method === 'PROVIDER' ? (
          <ProviderForm onClose={onClose} />
        ) : (
          <CodeForm key={method} method={method} onConfirmed={onConfirmed} onClose={onClose} />
        )}
        {others.map((other) => (
          <button key={other} type="button" className="confirmation-other" onClick={() => setChosen(other)}>
            {text(other === 'PROVIDER' ? 'auth.provider' : `auth.use.${other}`)}
          </button>
        ))}
      </div>
    </Popup>
  )
}

function PasskeyForm({ onConfirmed, onClose }: Props) {
  const text = useText()
  const failureText = useFailureText()
  const { run, busy, failure } = usePasskeyCeremony()
  const [begin] = useBeginConfirmationMutation()
  const [send] = useConfirmByPasskeyMutation()
  const confirm = async (): Promise<void> => {
    const reply = await run({
      begin,
      authenticator: getPasskey,
      send: (credential: PasskeyResponse) => send({ credential }),
    })
    if (reply) onConfirmed()
  }
  return (
    <>
      {failure ? <FormMessage tone="error">{failureText(failure)}</FormMessage> : null}
      <div className="confirmation-actions">
        <Button kind="quiet" onClick={onClose}>
          {text('common.close')}
        </Button>
        <Button kind="primary" autoFocus busy={busy} onClick={() => void confirm()}>
          {text(busy ? 'auth.passkeyWaiting' : 'auth.use.PASSKEY')}
        </Button>
      </div>
    </>
  )
}

/** Leaves the page: the provider leads back to it, and the user then repeats what was not confirmed. */
function ProviderForm({ onClose }: Pick<Props, 'onClose'>) {
  const text = useText()
  const failureText = useFailureText()
  const [begin, { error, isLoading }] = useBeginProviderConfirmationMutation()
  const leave = async (): Promise<void> => {
    const { data } = await begin()
    if (data?.redirect) goToProvider(data.redirect, location.pathname + location.search)
  }
  return (
    <>
      {isCallFailure(error) && <FormMessage tone="error">{failureText(error)}</FormMessage>}
      <div className="confirmation-actions">
        <Button kind="quiet" onClick={onClose}>
          {text('common.close')}
        </Button>
        <Button kind="primary" autoFocus busy={isLoading} onClick={() => void leave()}>
          {text('auth.provider')}
        </Button>
      </div>
    </>
  )
}

const isRecoveryCode = (typed: string): boolean =>
  halfWidth(typed).replace(/[\s-]/g, '').length === recoveryCodeLength

function CodeForm({ method, onConfirmed, onClose }: Props & { method: ConfirmationCode }) {
  const text = useText()
  const failureText = useFailureText()
  const [confirm, confirming] = useConfirmByCodeMutation()
  const { register, handleSubmit, formState, setFocus } = useForm({ defaultValues: { otp: '' } })
  const isRecovery = method === 'RECOVERY_CODE'
  const submit = handleSubmit(async ({ otp }) => {
    const { data } = await confirm({ otp: isRecovery ? otp.trim() : digitsOf(otp), method })
    if (data) onConfirmed()
    else setFocus('otp')
  })
  const refused = isCallFailure(confirming.error) ? failureText(confirming.error) : null
  const shape = text(isRecovery ? 'auth.recoveryCodeShape' : 'auth.codeShape')
  return (
    <form
      className="confirmation"
      noValidate
      onSubmit={(event) => {
        // The popup lies within another form's React tree, which must not be submitted with it.
        event.stopPropagation()
        void submit(event)
      }}
    >
      <Field
        label={text(isRecovery ? 'auth.recoveryCode' : 'profile.app.code')}
        inputMode={isRecovery ? 'text' : 'numeric'}
        autoComplete={isRecovery ? 'off' : 'one-time-code'}
        error={formState.errors.otp ? shape : refused}
        {...register('otp', { validate: isRecovery ? isRecoveryCode : isSixDigits })}
      />
      <div className="confirmation-actions">
        <Button kind="quiet" onClick={onClose}>
          {text('common.close')}
        </Button>
        <Button kind="primary" type="submit" busy={confirming.isLoading}>
          {text(confirming.isLoading ? 'auth.verifying' : 'confirm.submit')}
        </Button>
      </div>
    </form>
  )
}
