import { passkeys } from '@aitai/contract/codes.ts'
import type { NewPasskeyResponse } from '@aitai/contract/schemas/account.ts'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useBeginPasskeyMutation, useConfirmPasskeyMutation } from '../shared/api/accounts-api.ts'
import { useConfirmation } from '../shared/confirmation/use-confirmation.tsx'
import { createPasskey, usePasskeyCeremony } from '../shared/passkeys.ts'
import { useUser } from '../shared/store/current-user.ts'
import { Button } from '../ui/controls/Button.tsx'
import { FormMessage } from '../ui/labels/FormMessage.tsx'
import { Popup } from '../ui/popups/Popup.tsx'
import { useFailureText, useText } from '../ui/text/use-text.ts'
import { NewFactorFields } from './NewFactorFields.tsx'
import { isWrongPassword } from './PasswordPopup.tsx'
import { RecoveryCodesPopup } from './RecoveryCodes.tsx'

interface Props {
  onClose: () => void
  onAdded: () => void
}

/** Adds a passkey: name and password, then the browser's own dialog, then new recovery codes, if there are any. */
export function AddPasskeyPopup({ onClose, onAdded }: Props) {
  const text = useText()
  const failureText = useFailureText()
  const email = useUser()?.email ?? ''
  const { run, busy, failure } = usePasskeyCeremony()
  const { confirmed, popup } = useConfirmation()
  const [begin] = useBeginPasskeyMutation()
  const [confirm] = useConfirmPasskeyMutation()
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const { register, handleSubmit, formState } = useForm({ defaultValues: { name: '', password: '' } })
  const submit = handleSubmit(async ({ name, password }) => {
    const reply = await run({
      begin: () => confirmed(() => begin({ name: name.trim(), password })),
      authenticator: createPasskey,
      send: (credential: NewPasskeyResponse) => confirm({ credential }),
    })
    if (reply?.recoveryCodes) setCodes(reply.recoveryCodes)
    else if (reply) onAdded()
  })
  if (codes) return <RecoveryCodesPopup codes={codes} onStored={onAdded} />
  const wrong = failure && isWrongPassword(failure) ? failureText(failure) : null
  return (
    <Popup title={text('profile.passkey.add')} onClose={onClose}>
      <form className="profile-form" noValidate onSubmit={(event) => void submit(event)}>
        {failure && wrong === null ? <FormMessage tone="error">{failureText(failure)}</FormMessage> : null}
        <NewFactorFields
          email={email}
          longestName={passkeys.longestName}
          nameHint={text('profile.passkey.nameHint')}
          wrongPassword={wrong}
          register={register}
          errors={formState.errors}
        />
        <p className="profile-lead">{text('profile.passkey.next')}</p>
        <div className="profile-form-actions">
          <Button kind="quiet" onClick={onClose}>
            {text('common.close')}
          </Button>
          <Button kind="primary" type="submit" busy={busy}>
            {text(busy ? 'auth.passkeyWaiting' : 'profile.app.next')}
          </Button>
        </div>
      </form>
      {popup}
    </Popup>
  )
}
