import { passkeys as limits } from '@aitai/contract/codes.ts'
import { useState } from 'react'
import { useRemovePasskeyMutation, useRenamePasskeyMutation } from '../shared/api/accounts-api.ts'
import { useConfirmation } from '../shared/confirmation/use-confirmation.tsx'
import { hasPasskeys } from '../shared/passkeys.ts'
import { Button } from '../ui/controls/Button.tsx'
import { Field } from '../ui/controls/Field.tsx'
import { FormMessage } from '../ui/labels/FormMessage.tsx'
import { useText } from '../ui/text/use-text.ts'
import { AddPasskeyPopup } from './AddPasskeyPopup.tsx'
import { type Factor, FactorTable } from './FactorTable.tsx'
import { PasswordPopup } from './PasswordPopup.tsx'

interface Props {
  passkeys: readonly Factor[]
  /** Whether the last one has to stay. */
  isRequired: boolean
  /** What follows the removal of the last one: codes by SMS, the password alone, or nothing new. */
  afterLast: 'SMS' | 'PASSWORD' | 'OTHERS'
}

type OpenPopup = { readonly is: 'add' } | { readonly is: 'rename' | 'remove'; readonly passkey: Factor }

/** The user's passkeys, each of which signs in alone or after the password. */
export function Passkeys({ passkeys, isRequired, afterLast }: Props) {
  const text = useText()
  const [popup, setPopup] = useState<OpenPopup | null>(null)
  const [wasAdded, setWasAdded] = useState(false)
  const close = (): void => setPopup(null)
  const open = (next: OpenPopup): void => {
    setWasAdded(false)
    setPopup(next)
  }
  const full = passkeys.length >= limits.most ? text('profile.passkey.full', { most: limits.most }) : null
  return (
    <>
      <h3 id="profile-passkeys">{text('profile.passkey.title')}</h3>
      {wasAdded && <FormMessage tone="success">{text('profile.passkey.done')}</FormMessage>}
      {passkeys.length === 0 ? (
        <p className="profile-lead">{text('profile.passkey.none')}</p>
      ) : (
        <FactorTable
          labelledBy="profile-passkeys"
          factors={passkeys}
          actions={(passkey) => (
            <>
              <Button
                kind="quiet"
                aria-label={text('profile.passkey.renameNamed', { name: passkey.name })}
                onClick={() => open({ is: 'rename', passkey })}
              >
                {text('profile.passkey.rename')}
              </Button>
              <Button
                kind="quiet"
                aria-label={text('profile.app.removeNamed', { name: passkey.name })}
                dimmedBecause={isRequired && passkeys.length === 1 ? text('LAST_PASSKEY') : null}
                onClick={() => open({ is: 'remove', passkey })}
              >
                {text('profile.app.remove')}
              </Button>
            </>
          )}
        />
      )}
      <div>
        <Button
          dimmedBecause={hasPasskeys() ? full : text('profile.passkey.unsupported')}
          onClick={() => open({ is: 'add' })}
        >
          {text('profile.passkey.add')}
        </Button>
      </div>
      {popup?.is === 'add' && (
        <AddPasskeyPopup
          onClose={close}
          onAdded={() => {
            close()
            setWasAdded(true)
          }}
        />
      )}
      {popup?.is === 'rename' && <RenamePopup passkey={popup.passkey} onClose={close} />}
      {popup?.is === 'remove' && (
        <RemovePopup
          passkey={popup.passkey}
          afterLast={passkeys.length === 1 ? afterLast : 'OTHERS'}
          onClose={close}
        />
      )}
    </>
  )
}

interface ChangeProps {
  passkey: Factor
  onClose: () => void
}

function RenamePopup({ passkey: { id, name: before }, onClose }: ChangeProps) {
  const text = useText()
  const [rename, renaming] = useRenamePasskeyMutation()
  const [name, setName] = useState(before)
  const isEmpty = name.trim() === ''
  const submit = async (password: string): Promise<void> => {
    if (isEmpty) return
    const { data } = await rename({ id, name: name.trim(), password })
    if (data) onClose()
  }
  return (
    <PasswordPopup
      title={text('profile.passkey.renameNamed', { name: before })}
      action={text('profile.passkey.rename')}
      kind="primary"
      busy={renaming.isLoading}
      failure={renaming.error}
      onClose={onClose}
      onSubmit={(password) => void submit(password)}
    >
      <Field
        label={text('profile.app.name')}
        autoComplete="off"
        maxLength={limits.longestName}
        value={name}
        error={isEmpty ? text('auth.required') : null}
        onChange={(event) => setName(event.currentTarget.value)}
      />
    </PasswordPopup>
  )
}

function RemovePopup({ passkey: { id, name }, afterLast, onClose }: ChangeProps & Pick<Props, 'afterLast'>) {
  const text = useText()
  const { confirmed, popup } = useConfirmation()
  const [remove, removing] = useRemovePasskeyMutation()
  const submit = async (password: string): Promise<void> => {
    const { data } = await confirmed(() => remove({ id, password }))
    if (data) onClose()
  }
  return (
    <PasswordPopup
      title={text('profile.passkey.removeTitle', { name })}
      action={text('profile.app.remove')}
      kind="danger"
      busy={removing.isLoading}
      failure={removing.error}
      onClose={onClose}
      onSubmit={(password) => void submit(password)}
    >
      <p>{text('profile.passkey.removeLead')}</p>
      {afterLast !== 'OTHERS' && (
        <p>{text(afterLast === 'SMS' ? 'profile.app.removeToSms' : 'profile.app.removeLast')}</p>
      )}
      {popup}
    </PasswordPopup>
  )
}
