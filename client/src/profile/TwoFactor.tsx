import { authenticators as limits } from '@aitai/contract/codes.ts'
import type { AccountSecurity } from '@aitai/contract/schemas/account.ts'
import { Suspense, useState } from 'react'
import { useRemoveAuthenticatorMutation, useRenewRecoveryCodesMutation } from '../shared/api/accounts-api.ts'
import { useConfirmation } from '../shared/confirmation/use-confirmation.tsx'
import { Button } from '../ui/controls/Button.tsx'
import { FormMessage } from '../ui/labels/FormMessage.tsx'
import { lazyWithTexts } from '../ui/text/lazy.ts'
import { useText } from '../ui/text/use-text.ts'
import { type Factor, FactorTable } from './FactorTable.tsx'
import { Passkeys } from './Passkeys.tsx'
import { PasswordPopup } from './PasswordPopup.tsx'
import { RecoveryCodesPopup } from './RecoveryCodes.tsx'

/** Loaded when it is needed, because it draws QR codes. */
const AddAuthenticatorPopup = lazyWithTexts(
  async () => (await import('./AddAuthenticatorPopup.tsx')).AddAuthenticatorPopup,
)

type OpenPopup = { readonly is: 'add' | 'renew' } | { readonly is: 'remove'; readonly authenticator: Factor }

/** How the user signs in beside the password: passkeys, authenticator apps, codes by SMS, recovery codes. */
export function TwoFactor({ security }: { security: AccountSecurity }) {
  const text = useText()
  const { authenticators, passkeys, phone, recoveryCodes, isPasskeyRequired } = security
  const [popup, setPopup] = useState<OpenPopup | null>(null)
  const [wasAdded, setWasAdded] = useState(false)
  const close = (): void => setPopup(null)
  const open = (next: OpenPopup): void => {
    setWasAdded(false)
    setPopup(next)
  }
  const isFull = authenticators.length >= limits.most
  const afterLast = phone === null ? 'PASSWORD' : 'SMS'
  const factors = authenticators.length + passkeys.length
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
      <Passkeys
        passkeys={passkeys}
        isRequired={isPasskeyRequired}
        afterLast={authenticators.length > 0 ? 'OTHERS' : afterLast}
      />
      <h3 id="profile-apps">{text('profile.app.title')}</h3>
      {wasAdded && <FormMessage tone="success">{text('profile.app.done')}</FormMessage>}
      {authenticators.length === 0 ? (
        <p className="profile-lead">{text('profile.app.none')}</p>
      ) : (
        <FactorTable
          labelledBy="profile-apps"
          factors={authenticators}
          actions={(authenticator) => (
            <Button
              kind="quiet"
              aria-label={text('profile.app.removeNamed', { name: authenticator.name })}
              onClick={() => open({ is: 'remove', authenticator })}
            >
              {text('profile.app.remove')}
            </Button>
          )}
        />
      )}
      <div>
        <Button
          dimmedBecause={isFull ? text('profile.app.full', { most: limits.most }) : null}
          onClick={() => open({ is: 'add' })}
        >
          {text('profile.app.add')}
        </Button>
      </div>
      {isOn && !isPasskeyRequired && (
        <>
          <h3>{text('profile.recovery.title')}</h3>
          <p className="profile-lead">{text('profile.recovery.lead')}</p>
          <div className="profile-others">
            <p>{text('profile.recovery.left', { count: recoveryCodes })}</p>
            <Button onClick={() => open({ is: 'renew' })}>{text('profile.recovery.renew')}</Button>
          </div>
        </>
      )}
      {popup?.is === 'add' && (
        <Suspense>
          <AddAuthenticatorPopup
            onClose={close}
            onAdded={() => {
              close()
              setWasAdded(true)
            }}
          />
        </Suspense>
      )}
      {popup?.is === 'remove' && (
        <RemovePopup
          authenticator={popup.authenticator}
          isLast={factors <= 1}
          hasSms={phone !== null}
          onClose={close}
        />
      )}
      {popup?.is === 'renew' && <RenewPopup onClose={close} />}
    </>
  )
}

interface RemoveProps {
  authenticator: Factor
  isLast: boolean
  hasSms: boolean
  onClose: () => void
}

function RemovePopup({ authenticator: { id, name }, isLast, hasSms, onClose }: RemoveProps) {
  const text = useText()
  const { confirmed, popup } = useConfirmation()
  const [remove, removing] = useRemoveAuthenticatorMutation()
  const submit = async (password: string): Promise<void> => {
    const { data } = await confirmed(() => remove({ id, password }))
    if (data) onClose()
  }
  return (
    <PasswordPopup
      title={text('profile.app.removeTitle', { name })}
      action={text('profile.app.remove')}
      kind="danger"
      busy={removing.isLoading}
      failure={removing.error}
      onClose={onClose}
      onSubmit={(password) => void submit(password)}
    >
      <p>{text('profile.app.removeLead')}</p>
      {isLast && <p>{text(hasSms ? 'profile.app.removeToSms' : 'profile.app.removeLast')}</p>}
      {popup}
    </PasswordPopup>
  )
}

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
