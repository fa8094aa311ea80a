import { authenticators as appLimits, passkeys as passkeyLimits } from '@aitai/contract/codes.ts'
import type { AccountSecurity } from '@aitai/contract/schemas/account.ts'
import { useState } from 'react'
import {
  useRemoveAuthenticatorMutation,
  useRemovePasskeyMutation,
  useRenewRecoveryCodesMutation,
} from '../shared/api/accounts-api.ts'
import { useConfirmation } from '../shared/confirmation/use-confirmation.tsx'
import { hasPasskeys } from '../shared/passkeys.ts'
import { Button } from '../ui/controls/Button.tsx'
import { lazyWithTexts } from '../ui/text/lazy.ts'
import { useText } from '../ui/text/use-text.ts'
import { AddPasskeyPopup } from './AddPasskeyPopup.tsx'
import { Factors, type RemovalProps } from './Factors.tsx'
import { PasswordPopup } from './PasswordPopup.tsx'
import { RecoveryCodesPopup } from './RecoveryCodes.tsx'
import { RemoveFactorPopup } from './RemoveFactorPopup.tsx'
import { RenamePasskeyPopup } from './RenamePasskeyPopup.tsx'

/** Loaded when it is needed, because it draws QR codes. */
const AddAuthenticatorPopup = lazyWithTexts(
  async () => (await import('./AddAuthenticatorPopup.tsx')).AddAuthenticatorPopup,
)

/** How the user signs in besides the password: passkeys, authenticator apps, codes by SMS, recovery codes. */
export function TwoFactor({ security }: { security: AccountSecurity }) {
  const text = useText()
  const { authenticators, passkeys, phone, recoveryCodes, isPasskeyRequired } = security
  const [isRenewing, setIsRenewing] = useState(false)
  const factors = authenticators.length + passkeys.length
  const afterRemoval = factors > 1 ? 'OTHERS' : phone === null ? 'PASSWORD' : 'SMS'
  const isOn = factors > 0 || phone !== null
  return (
    <>
      {isPasskeyRequired ? (
        <p>{text('profile.second.required')}</p>
      ) : (
        <>
          {passkeys.length > 0 && <p>{text('profile.second.passkey')}</p>}
          {authenticators.length > 0 && (
            <p>{text(passkeys.length > 0 ? 'profile.second.appToo' : 'profile.second.app')}</p>
          )}
          {phone !== null && (
            <p>{text(factors > 0 ? 'profile.second.sms' : 'profile.second.on', { phone })}</p>
          )}
          {!isOn && <p>{text('profile.second.off')}</p>}
        </>
      )}
      <Factors
        kind="passkey"
        factors={passkeys}
        most={passkeyLimits.most}
        cannotAdd={hasPasskeys() ? null : text('profile.passkey.unsupported')}
        cannotRemove={isPasskeyRequired && passkeys.length === 1 ? text('LAST_PASSKEY') : null}
        afterRemoval={afterRemoval}
        AddPopup={AddPasskeyPopup}
        RenamePopup={RenamePasskeyPopup}
        RemovePopup={RemovePasskeyPopup}
      />
      <Factors
        kind="app"
        factors={authenticators}
        most={appLimits.most}
        afterRemoval={afterRemoval}
        AddPopup={AddAuthenticatorPopup}
        RemovePopup={RemoveAuthenticatorPopup}
      />
      {isOn && !isPasskeyRequired && (
        <>
          <h3>{text('profile.recovery.title')}</h3>
          <p className="profile-lead">{text('profile.recovery.lead')}</p>
          <div className="profile-others">
            <p>{text('profile.recovery.left', { count: recoveryCodes })}</p>
            <Button onClick={() => setIsRenewing(true)}>{text('profile.recovery.renew')}</Button>
          </div>
        </>
      )}
      {isRenewing && <RenewPopup onClose={() => setIsRenewing(false)} />}
    </>
  )
}

const RemovePasskeyPopup = (props: RemovalProps) => (
  <RemoveFactorPopup {...props} kind="passkey" removal={useRemovePasskeyMutation()} />
)

const RemoveAuthenticatorPopup = (props: RemovalProps) => (
  <RemoveFactorPopup {...props} kind="app" removal={useRemoveAuthenticatorMutation()} />
)

function RenewPopup({ onClose }: { onClose: () => void }) {
  const text = useText()
  const { confirmed, popup } = useConfirmation()
  const [renew, renewing] = useRenewRecoveryCodesMutation()
  if (renewing.data) return <RecoveryCodesPopup codes={renewing.data.recoveryCodes} onStored={onClose} />
  return (
    <PasswordPopup
      title={text('profile.recovery.renew')}
      action={text('profile.recovery.renew')}
      kind="primary"
      busy={renewing.isLoading}
      failure={renewing.error}
      onClose={onClose}
      onSubmit={(password) => void confirmed(() => renew({ password }))}
    >
      <p>{text('profile.recovery.renewLead')}</p>
      {popup}
    </PasswordPopup>
  )
}
