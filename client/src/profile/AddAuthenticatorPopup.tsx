import { authenticators } from '@aitai/contract/codes.ts'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useBeginAuthenticatorMutation, useConfirmAuthenticatorMutation } from '../shared/api/accounts-api.ts'
import { isCallFailure } from '../shared/api/failure.ts'
import { useConfirmation } from '../shared/confirmation/use-confirmation.tsx'
import { useUser } from '../shared/store/current-user.ts'
import { Button } from '../ui/controls/Button.tsx'
import { CopyButton } from '../ui/controls/CopyButton.tsx'
import { Field } from '../ui/controls/Field.tsx'
import { digitsOf, isSixDigits } from '../ui/format/code-digits.ts'
import { FormMessage } from '../ui/labels/FormMessage.tsx'
import { QrCode } from '../ui/labels/QrCode.tsx'
import { Popup } from '../ui/popups/Popup.tsx'
import { useFailureText, useText } from '../ui/text/use-text.ts'
import { NewFactorFields } from './NewFactorFields.tsx'
import { isWrongPassword } from './PasswordPopup.tsx'
import { RecoveryCodesPopup } from './RecoveryCodes.tsx'

interface Setup {
  readonly key: string
  readonly link: string
}

interface Props {
  onClose: () => void
  onAdded: () => void
}

/** Adds an authenticator app: name and password, its key and first code, then new recovery codes, if there are any. */
export function AddAuthenticatorPopup({ onClose, onAdded }: Props) {
  const [setup, setSetup] = useState<Setup | null>(null)
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  if (codes) return <RecoveryCodesPopup codes={codes} onStored={onAdded} />
  if (!setup) return <NameStep onClose={onClose} onBegun={setSetup} />
  const confirmed = (issued: readonly string[] | null): void => (issued ? setCodes(issued) : onAdded())
  return <ScanStep setup={setup} onClose={onClose} onAgain={() => setSetup(null)} onConfirmed={confirmed} />
}

function NameStep({ onClose, onBegun }: { onClose: () => void; onBegun: (setup: Setup) => void }) {
  const text = useText()
  const failureText = useFailureText()
  const email = useUser()?.email ?? ''
  const { confirmed, popup } = useConfirmation()
  const [begin, beginning] = useBeginAuthenticatorMutation()
  const { register, handleSubmit, formState, setFocus } = useForm({
    defaultValues: { name: '', password: '' },
  })
  const submit = handleSubmit(async ({ name, password }) => {
    const { data } = await confirmed(() => begin({ name: name.trim(), password }))
    if (data) onBegun(data)
    else setFocus('password')
  })
  const refused = isCallFailure(beginning.error) ? beginning.error : null
  const wrong = refused && isWrongPassword(refused) ? failureText(refused) : null
  return (
    <Popup title={text('profile.app.add')} onClose={onClose}>
      <form className="profile-form" noValidate onSubmit={(event) => void submit(event)}>
        {refused && wrong === null ? <FormMessage tone="error">{failureText(refused)}</FormMessage> : null}
        <NewFactorFields
          email={email}
          longestName={authenticators.longestName}
          nameHint={text('profile.app.nameHint')}
          wrongPassword={wrong}
          register={register}
          errors={formState.errors}
        />
        <div className="profile-form-actions">
          <Button kind="quiet" onClick={onClose}>
            {text('common.close')}
          </Button>
          <Button kind="primary" type="submit" busy={beginning.isLoading}>
            {text('profile.app.next')}
          </Button>
        </div>
      </form>
      {popup}
    </Popup>
  )
}

interface ScanProps {
  setup: Setup
  onClose: () => void
  /** Begins again, after the set-up has ended. */
  onAgain: () => void
  onConfirmed: (recoveryCodes: readonly string[] | null) => void
}

function ScanStep({ setup: { key, link }, onClose, onAgain, onConfirmed }: ScanProps) {
  const text = useText()
  const failureText = useFailureText()
  const [confirm, confirming] = useConfirmAuthenticatorMutation()
  const { register, handleSubmit, formState, setFocus } = useForm({ defaultValues: { otp: '' } })
  const submit = handleSubmit(async ({ otp }) => {
    const { data } = await confirm({ otp: digitsOf(otp) })
    if (data) onConfirmed(data.recoveryCodes)
    else setFocus('otp')
  })
  const refused = isCallFailure(confirming.error) ? confirming.error : null
  const hasEnded = refused?.errorCode === 'AUTHENTICATOR_SETUP'
  return (
    <Popup title={text('profile.app.scanTitle')} onClose={onClose}>
      <form className="profile-form" noValidate onSubmit={(event) => void submit(event)}>
        <div className="profile-scan">
          <QrCode link={link} label={text('profile.app.qr')} />
          <div>
            <p>{text('profile.app.scan')}</p>
            <p>
              <a href={link}>{text('profile.app.open')}</a>
            </p>
            <p>{text('profile.app.key')}</p>
            <p className="profile-key">
              <code>{key.match(/.{1,4}/g)?.join(' ')}</code>
            </p>
            <CopyButton copied={key} label={text('profile.app.copyKey')} />
          </div>
        </div>
        {refused ? <FormMessage tone="error">{failureText(refused)}</FormMessage> : null}
        <Field
          label={text('profile.app.code')}
          inputMode="numeric"
          autoComplete="one-time-code"
          error={formState.errors.otp ? text('auth.codeShape') : null}
          {...register('otp', { validate: isSixDigits })}
        />
        <div className="profile-form-actions">
          <Button kind="quiet" onClick={onClose}>
            {text('common.close')}
          </Button>
          {hasEnded ? (
            <Button kind="primary" onClick={onAgain}>
              {text('profile.app.again')}
            </Button>
          ) : (
            <Button kind="primary" type="submit" busy={confirming.isLoading}>
              {text(confirming.isLoading ? 'profile.app.checking' : 'profile.app.confirm')}
            </Button>
          )}
        </div>
      </form>
    </Popup>
  )
}
